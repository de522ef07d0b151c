import { describe, expect, it } from "vitest";
import { shown } from "./figures.ts";
import { logins, widths, withConsole } from "./support.ts";

/** Staking and farms. */

const { as } = withConsole();

interface Stake {
  readonly id: string;
  readonly pool: string;
  readonly amount: string;
  readonly compounding: boolean;
  readonly pending_rewards: string;
}
interface FarmPosition {
  readonly id: string;
  readonly farm: string;
  readonly shares: string;
}

describe.each(widths)("a staker at %i px", (width) => {
  it("compares the pools, and calculates what a stake would pay", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/earn");
    const pools = page.getByRole("list", { name: "Pools" });
    await pools.getByText("25.00%").waitFor();
    const calculator = page.getByRole("region", { name: "Calculator" });
    await calculator.getByLabel("If you stake").fill("2000");
    await calculator.getByRole("radio", { name: "365 days" }).check();
    await calculator.getByText("500.00 YANI").waitFor();
    await shoot("earn");
  });

  it("stakes, and sees the stake with its unlock date", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/earn");
    await page.getByRole("link", { name: "Stake: Locked for 365 days", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Stake" });
    await dialog.getByLabel("Amount").fill("50");
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: "Stake 50.00 YANI" }).click();
    // The server's sentence about its minimum.
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByLabel("Amount").fill("250");
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByText("62.50 YANI").waitFor();
    await shoot("stake-review");
    await dialog.getByRole("button", { name: "Stake 250.00 YANI" }).click();
    await dialog.getByText("Staked", { exact: true }).waitFor();
    await shoot("stake-done");
    await dialog.getByRole("button", { name: "Done" }).click();
    const stakes = page.getByRole("list", { name: "Your stakes" });
    const row = stakes.getByRole("listitem").filter({ hasText: "250.00 YANI" }).first();
    await row.getByText(/36\d days left/).waitFor();
    const { data } = await api<{ data: Stake[] }>("GET", "/v1/staking/positions?status=active");
    expect(data[0]).toMatchObject({ pool: "locked-365", amount: "250" });
  });

  it("claims the rewards of a stake", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/earn");
    await page.getByRole("link", { name: "Claim: Locked for 90 days" }).click();
    const dialog = page.getByRole("dialog", { name: "Claim rewards" });
    await dialog.getByRole("button", { name: /^Claim [\d.,]+ YANI/ }).click();
    await dialog.getByText("In your wallet", { exact: true }).waitFor();
    await shoot("claim-done");
    const { data } = await api<{ data: { kind: string; amount: string }[] }>("GET", "/v1/staking/rewards");
    expect(data[0]?.kind).toBe("claimed");
    await dialog.getByText(shown(data[0]?.amount ?? "", "YANI")).waitFor();
  });

  it("turns compounding on and off", async () => {
    const { page, open, api } = await as(logins.dana, { width });
    await open("/earn");
    const row = page
      .getByRole("list", { name: "Your stakes" })
      .getByRole("listitem")
      .filter({ hasText: "Locked for 90 days" });
    const isOn = async () =>
      (await api<{ data: Stake[] }>("GET", "/v1/staking/positions?status=active")).data.find(
        ({ pool }) => pool === "locked-90",
      )?.compounding;
    const toggle = row.getByRole("switch", { name: "Compound rewards" });
    await toggle.click();
    await row.getByText("Next:").waitFor();
    expect(await isOn()).toBe(true);
    await toggle.click();
    await row.getByText(/added to the stake each day/).waitFor();
    expect(await isOn()).toBe(false);
  });

  it("sees the penalty of an early withdrawal before it is paid", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    await open("/earn");
    await page.getByRole("link", { name: "Unstake: Locked for 90 days" }).click();
    const dialog = page.getByRole("dialog", { name: "Unstake" });
    await dialog.getByLabel("Amount").fill("1000");
    await dialog.getByRole("button", { name: "Review" }).click();
    await dialog.getByRole("button", { name: "See the penalty" }).click();
    await dialog.getByText("Withdrawing early costs 100.00 YANI").waitFor();
    await shoot("unstake-penalty");
    await dialog.getByRole("button", { name: "Withdraw early anyway" }).click();
    await dialog.getByText("900.00 YANI").waitFor();
    await dialog.getByRole("button", { name: "Withdraw and pay the penalty" }).click();
    await dialog.getByText("In your wallet", { exact: true }).waitFor();
    await dialog.getByText("100.00 YANI", { exact: true }).waitFor();
    await shoot("unstake-done");
  });

  it("deposits shares in a farm, harvests, and withdraws them", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    const own = async () =>
      (await api<{ data: FarmPosition[] }>("GET", "/v1/farming/positions")).data.find(
        ({ farm }) => farm === "btc-usdc",
      );
    await open("/earn/farms");
    await page.getByRole("link", { name: "Deposit: BTC / USDC" }).click();
    const depositing = page.getByRole("dialog", { name: "Deposit shares" });
    await depositing.getByLabel("Shares").fill("2");
    await depositing.getByRole("button", { name: "Review" }).click();
    await depositing.getByRole("button", { name: "Deposit", exact: true }).click();
    await depositing.getByText("Your shares are farming").waitFor();
    expect((await own())?.shares).toBe("2");
    await depositing.getByRole("button", { name: "Done" }).click();
    await shoot("farms");
    await page.getByRole("link", { name: "Harvest: BTC / USDC" }).click();
    const harvesting = page.getByRole("dialog", { name: "Harvest rewards" });
    await harvesting.getByRole("button", { name: /^Harvest/ }).click();
    await harvesting.getByText("In your wallet", { exact: true }).waitFor();
    await harvesting.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Withdraw: BTC / USDC" }).click();
    const withdrawing = page.getByRole("dialog", { name: "Withdraw shares" });
    await withdrawing.getByRole("button", { name: "Use all" }).click();
    await withdrawing.getByRole("button", { name: "Review" }).click();
    await shoot("farm-withdraw");
    await withdrawing.getByRole("button", { name: "Withdraw", exact: true }).click();
    await withdrawing.getByText("Withdrawn from the farm").waitFor();
    expect(Number((await own())?.shares ?? 0)).toBe(0);
  });
});
