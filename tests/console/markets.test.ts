import { describe, expect, it } from "vitest";
import { shown } from "./figures.ts";
import { logins, widths, withConsole } from "./support.ts";

/** Prices, charts, and liquidity. */

const { as } = withConsole();

interface Position {
  readonly id: string;
  readonly pair: string;
  readonly base_amount: string;
  readonly quote_amount: string;
  readonly value_usd: string;
  readonly shares: string;
}

describe.each(widths)("a trader at %i px", (width) => {
  it("sees live prices, and an asset's candles in the chosen interval, also as a table", async () => {
    const { page, open, shoot } = await as(logins.dana, { width });
    const socket = page.waitForEvent("websocket", (one) => one.url().endsWith("/ws/prices"));
    await open("/trade");
    await socket;
    await page.getByText("Live", { exact: true }).waitFor();
    const assets = page.getByRole("list", { name: "Assets" });
    await assets.getByRole("link", { name: /Ether/ }).click();
    const chart = page.getByRole("region", { name: "Ether" });
    await chart.getByRole("heading", { name: "Ether · ETH" }).waitFor();
    const history = page.waitForResponse(/prices\/ETH\/history\?.*interval=4h/);
    await chart.getByRole("radio", { name: "4h" }).check();
    const { data } = (await (await history).json()) as { data: { close: string }[] };
    const table = chart.getByRole("table", { name: "Latest prices of Ether" });
    const newest = Number(data.at(-1)?.close).toLocaleString("en-GB", {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    await table
      .getByRole("cell", { name: `$${newest}` })
      .first()
      .waitFor();
    expect(page.url()).toMatch(/asset=ETH.*interval=4h/);
    expect(await page.getByRole("link", { name: "Charts by TradingView" }).getAttribute("href")).toBe(
      "https://www.tradingview.com/",
    );
    await page.getByRole("radio", { name: "Pairs" }).check();
    await page.getByRole("link", { name: /BTC \/ USDC/ }).click();
    await expect.poll(() => page.getByLabel("Pay with").inputValue()).toBe("USDC");
    await shoot("trade");
  });

  it("sees the own trades, each with two sides, and loads earlier ones", async () => {
    const { page, open } = await as(logins.dana, { width });
    await open("/trade");
    const trades = page.getByRole("list", { name: "Your trades" });
    const row = trades.getByRole("link", { name: /EUR → ETH/ }).first();
    expect(await row.textContent()).toMatch(/\+[\d.]+ ETH.*−€/);
    const before = await trades.getByRole("link").count();
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => trades.getByRole("link").count()).toBeGreaterThan(before);
  });

  it("sees the worth of liquidity as the API states it, adds to a pool, and removes a part", async () => {
    const { page, open, api, shoot } = await as(logins.dana, { width });
    const answer = page.waitForResponse("**/v1/exchange/positions?**");
    await open("/trade/liquidity");
    const { data } = (await (await answer).json()) as { data: Position[] };
    const positions = page.getByRole("list", { name: "Your positions" });
    for (const { value_usd, base_amount, pair } of data) {
      const row = positions.getByRole("listitem").filter({ hasText: pair.replace("-", " / ") });
      await row.getByText(shown(value_usd, "USD"), { exact: true }).waitFor();
      await row.getByText(shown(base_amount, pair.split("-")[0] ?? ""), { exact: true }).waitFor();
    }
    await shoot("liquidity");
    await page.getByRole("link", { name: "Add to EUR / USDC" }).click();
    const adding = page.getByRole("dialog", { name: "Add to EUR / USDC" });
    await adding.getByLabel("Euro").fill("100");
    await expect.poll(() => adding.getByLabel("USD Coin").inputValue()).toMatch(/^1\d\d\.\d+$/);
    await shoot("liquidity-add");
    await adding.getByRole("button", { name: "Review" }).click();
    await adding.getByText("Price in the pool").waitFor();
    await adding.getByRole("button", { name: "Add to the pool" }).click();
    await adding.getByText("Added to the pool", { exact: true }).waitFor();
    await shoot("liquidity-added");
    await adding.getByRole("button", { name: "Done" }).click();
    const own = async () =>
      (await api<{ data: Position[] }>("GET", "/v1/exchange/positions")).data.find(
        ({ pair }) => pair === "EUR-USDC",
      );
    const held = await own();
    expect(Number(held?.base_amount)).toBeGreaterThan(99);
    const row = positions.getByRole("listitem").filter({ hasText: "EUR / USDC" });
    await row.getByRole("link", { name: "Remove" }).click();
    const removing = page.getByRole("dialog", { name: "Remove from EUR / USDC" });
    await removing.getByRole("radio", { name: "50 %" }).check();
    await removing.getByRole("button", { name: "Review" }).click();
    await removing.getByText("At least, EUR").waitFor();
    await shoot("liquidity-remove");
    await removing.getByRole("button", { name: "Remove from the pool" }).click();
    await removing.getByText("In your wallets", { exact: true }).waitFor();
    expect(Number((await own())?.shares)).toBeCloseTo(Number(held?.shares) / 2, 3);
  });
});
