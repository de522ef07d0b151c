import { describe, it } from "vitest";
import { logins, widths, withConsole } from "./support.ts";

const { as } = withConsole();

describe.each(widths)("a person at %i px", (width) => {
  it("sees the total of all wallets as the API states it, and the latest transactions", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    // Prices move, so the answer that the page received counts.
    const answer = page.waitForResponse("**/api/defi/wallets");
    await open("/");
    const { portfolio } = (await (await answer).json()) as { portfolio: { totalValueEur: number } };
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
