import { describe, expect, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

const { as } = withConsole();

describe.each(widths)("a person's loyalty at %i px", (width) => {
  it("shows points, tier, programs, challenges, cashback and the referral code as the API states them", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/loyalty");
    const { points } = await api<{ points: number }>("GET", "/api/v1/mobile/loyalty/status");
    await page
      .getByText(`${new Intl.NumberFormat("en").format(points)} points`, { exact: true })
      .first()
      .waitFor();
    const { code } = await api<{ code: string }>("GET", "/api/v1/mobile/loyalty/referral");
    await page.getByText(code).waitFor();
    for (const name of ["Programs", "Challenges", "Cashback", "Invite friends", "Your points"])
      await page.getByRole("heading", { name }).waitFor();
    await shoot("loyalty");
  });

  it("joins a program, shows its card at the till, and leaves it", async () => {
    const { page, open, api } = await as(logins.ugo, { width });
    await open("/loyalty");
    await page.getByRole("button", { name: "Join" }).first().click();
    const card = page.getByRole("dialog");
    await card.getByRole("img", { name: "Barcode of the card" }).waitFor();
    const enrolled = async () =>
      (await api<{ cards: { status: string }[] }>("GET", "/api/v1/mobile/loyalty/cards")).cards.filter(
        ({ status }) => status === "active",
      ).length;
    const joined = await enrolled();
    await card.getByRole("button", { name: "Leave the program" }).click();
    await page.getByText("You have left the program").waitFor();
    expect(await enrolled()).toBe(joined - 1);
  });
});
