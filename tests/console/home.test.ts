import { describe, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

const { as } = withConsole();

describe.each(widths)("a person at %i px", (width) => {
  it("sees the total of all wallets as the API states it, and the latest transactions", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    await open("/");
    const { portfolio } = await api<{ portfolio: { totalValueEur: number } }>("GET", "/api/defi/wallets");
    const total = new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(
      portfolio.totalValueEur,
    );
    await page.getByText(total).waitFor();
    await page
      .getByRole("link", { name: /Chez Marc/ })
      .first()
      .waitFor();
    await shoot("home");
  });
});
