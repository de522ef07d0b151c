import { beforeAll, describe, expect, it } from "vitest";
import { shown } from "./figures.ts";
import { logins, widths, withConsole } from "./support.ts";

/** Proposals, votes, delegation, and the treasury. */

const { as, platform } = withConsole();
const DAY = 86_400;
const base = "/api/defi/governance";

/** A vote is final, so each width has a proposal of its own. */
const ballots = { 1440: "Add a EUR-USD pair", 390: "Lower the swap fee" } as const;

interface Proposal {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

beforeAll(async () => {
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: logins.dana });
  await platform.call("POST", `${base}/proposals`, {
    token: body.token,
    body: {
      title: ballots[390],
      description:
        "## Why\nA lower fee brings **more** trades, see [the study](https://example.com/study).\n\n<img src=x onerror=alert(1)>",
      category: "protocol",
      actions: [
        {
          target: "0x3c78610499be4a5C7354c07C62360BA9c764A0Af",
          value: "0",
          signature: "setFee(uint256)",
          calldata: `0x${"0".repeat(62)}19`,
        },
      ],
    },
  });
  await platform.advance(2 * DAY + 60);
  await platform.drain();
}, 60_000);

describe.each(widths)("a voter at %i px", (width) => {
  it("finds proposals by their state, with votes and quorum", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/governance");
    const list = page.getByRole("list", { name: "Proposals" });
    await list.getByRole("link", { name: "Burn a tenth of the treasury" }).waitFor();
    await list
      .getByRole("img", { name: /For 6[\d.]+m.*Quorum reached/ })
      .first()
      .waitFor();
    await shoot("governance");
    await page.getByLabel("Status").selectOption("Defeated");
    await list.getByRole("link", { name: "Add a EUR-USD pair" }).waitFor({ state: "hidden" });
    expect(page.url()).toContain("status=defeated");
    await list.getByRole("link", { name: "Burn a tenth of the treasury" }).click();
    await page.getByRole("heading", { name: "Burn a tenth of the treasury" }).waitFor();
    await page.getByText("0 of 40m for the quorum").waitFor();
    await page.getByText("We will need it.").first().waitFor();
  });

  it("reads a proposal's text as text, what it does as a sentence, and its timeline", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    const { proposals } = await api<{ proposals: Proposal[] }>("GET", `${base}/proposals`);
    const id = proposals.find(({ title }) => title === ballots[390])?.id ?? "";
    await open(`/governance/${id}`);
    await page.getByText("Set the swap fee to 0.25 %").waitFor();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.getByRole("link", { name: "the study" }).getAttribute("rel")).toContain("noreferrer");
    for (const step of ["Created", "Voting starts", "Voting ends", "Can be executed from"])
      await page.getByText(step, { exact: true }).waitFor();
    await shoot("proposal");
  });

  it("votes with a reason, once, with the power that the API counts", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/governance");
    await page.getByRole("link", { name: ballots[width] }).click();
    const id = page.url().split("/").at(-1) ?? "";
    const mine = page.getByRole("region", { name: "Your vote" });
    await mine.getByRole("radio", { name: "For", exact: true }).check();
    await page.getByLabel(/^Reason/).fill("It saves a fee.");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("A vote is final.").waitFor();
    await shoot("vote-review");
    await page.getByRole("button", { name: "Vote: For" }).click();
    await mine.getByText("“It saves a fee.”").waitFor();
    const { address } = await api<{ address: string }>("GET", `${base}/voting-power`);
    const { votes } = await api<{ votes: { votingPower: string; voteType: string }[] }>(
      "GET",
      `${base}/proposals/${id}/votes?voter=${address}`,
    );
    expect(votes).toMatchObject([{ voteType: "for" }]);
    await mine.getByText(shown(votes[0]?.votingPower ?? "", "YANI")).waitFor();
    await page.getByRole("list", { name: "Votes" }).getByText("You", { exact: true }).waitFor();
    await shoot("voted");
  });

  it("sees where the votes come from, delegates them, and takes them back", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/governance");
    const { totalPower } = await api<{ totalPower: string }>("GET", `${base}/voting-power`);
    await page.getByRole("region", { name: "Your votes" }).getByText(shown(totalPower, "YANI")).waitFor();
    await page.getByRole("link", { name: "Delegate", exact: true }).click();
    await page.getByRole("heading", { name: "Delegates" }).waitFor();
    await page
      .getByRole("list", { name: "Active voters" })
      .getByRole("link", { name: "Delegate" })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Delegate your votes" });
    expect(await dialog.getByLabel("Address").inputValue()).toMatch(/^0x/);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Delegate to an address" }).click();
    await dialog.getByLabel("Address").fill("0x12");
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: "Delegate", exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    const { api: other } = await as(logins.ugo, { width });
    const { address } = await other<{ address: string }>("GET", `${base}/voting-power`);
    await dialog.getByLabel("Address").fill(address);
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: "Delegate", exact: true }).click();
    await dialog.getByText("Your votes are delegated").waitFor();
    expect(await api("GET", `${base}/delegation`)).toMatchObject({ delegatedTo: address });
    await dialog.getByRole("button", { name: "Done" }).click();
    await shoot("delegates");
    await page.getByRole("link", { name: "Take your votes back" }).click();
    const back = page.getByRole("dialog", { name: "Take your votes back" });
    await back.getByRole("button", { name: "Take your votes back" }).click();
    await back.getByText("Your votes are yours again").waitFor();
    const delegation = await api<{ delegatedTo: string | null }>("GET", `${base}/delegation`);
    expect(delegation.delegatedTo).toBeNull();
  });

  it("sees the treasury as the API states it", async () => {
    const { page, open, api } = await as(logins.dana, { width });
    await open("/governance");
    const { treasury } = await api<{ treasury: { asset: string; balance: string }[] }>(
      "GET",
      `${base}/treasury`,
    );
    const card = page.getByRole("region", { name: "Treasury" });
    for (const { asset, balance } of treasury)
      await card.getByText(shown(balance, asset), { exact: true }).waitFor();
    await card.getByRole("img", { name: /^Staking rewards: / }).waitFor();
  });

  it("proposes after seeing what it takes, with a preview of its actions, and cancels the proposal", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/governance/new");
    await page.getByText("1,000,000.00 YANI").waitFor();
    await page.getByText(/enough to propose/).waitFor();
    const title = `Pay the auditors ${width}`;
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Category").selectOption("Treasury");
    await page.getByLabel("Description").fill("They found **nothing**.");
    await page.getByRole("button", { name: "Add an action" }).click();
    await page.getByLabel("What happens").selectOption("Pay from the treasury");
    const { address } = await api<{ address: string }>("GET", `${base}/voting-power`);
    await page.getByLabel("Recipient's address").fill(address);
    await page.getByLabel("Asset").selectOption("YANI");
    await page.getByLabel("Amount").fill("1500");
    await page.getByText(`Pay 1,500 YANI from the treasury to ${address}`).waitFor();
    await shoot("proposal-new");
    await page.reload();
    expect(await page.getByLabel("Title").inputValue()).toBe(title);
    await page.getByRole("button", { name: "Review" }).click();
    const dialog = page.getByRole("dialog", { name: "Check your proposal" });
    await dialog.getByText(`Pay 1,500 YANI from the treasury to ${address}`).waitFor();
    await shoot("proposal-review");
    await dialog.getByRole("button", { name: "Publish the proposal" }).click();
    await dialog.getByText("Your proposal is published").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText(new RegExp(`Pay 1,500 YANI from the treasury to ${address}`, "i")).waitFor();
    await page.getByRole("link", { name: "Cancel the proposal" }).click();
    const cancelling = page.getByRole("dialog", { name: "Cancel the proposal" });
    await cancelling.getByRole("button", { name: "Cancel it for good" }).click();
    await cancelling.getByText("The proposal is cancelled").waitFor();
    const { proposals } = await api<{ proposals: Proposal[] }>("GET", `${base}/proposals`);
    expect(proposals.find((one) => one.title === title)?.status).toBe("cancelled");
  });
});

describe("une personne qui lit le français", () => {
  it("voit les propositions et vérifie un échange dans sa langue", async () => {
    const { page, open, shoot } = await as(logins.dana, { language: "fr" });
    await open("/governance");
    await page.getByRole("heading", { name: "Gouvernance" }).waitFor();
    await page.getByText("Quorum atteint").first().waitFor();
    await shoot("governance-fr");
    await open("/trade?from=EUR&to=ETH");
    await page.getByLabel("Vous payez").fill("10");
    await page.getByRole("button", { name: /^Vérifier : recevoir/ }).click();
    await page.getByRole("heading", { name: "Vérifiez votre échange" }).waitFor();
    await shoot("swap-review-fr");
  });
});
