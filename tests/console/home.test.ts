import { describe, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { logins, widths, withConsole } from "./support.ts";

const { as } = withConsole();

const euro = (amount: number) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(amount);

describe.each(widths)("a person at %i px", (width) => {
  it("sees the total of all wallets as the API states it, and the latest transactions", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/");
    await page
      .getByRole("link", { name: /Chez Marc/ })
      .first()
      .waitFor();
    // Prices move, so both are read until they agree.
    await eventually(async () => {
      const answered = page.waitForResponse("**/api/defi/wallets");
      await page.reload();
      await answered;
      const { portfolio } = await api<{ portfolio: { totalValueEur: number } }>("GET", "/api/defi/wallets");
      await page.getByText(euro(portfolio.totalValueEur)).first().waitFor({ timeout: 2_000 });
    });
    await shoot("home");
  });
});
