import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { TOTAL_SUPPLY } from "../../ledger/supply/index.ts";
import { aggregate } from "./candles.ts";
import { DAY_MS, HISTORY_DAYS, type Interval, intervalMs } from "./schema.ts";
import { simulated } from "./simulated.ts";

const symbols = Assets.list().map((asset) => asset.symbol);
const AT = Date.parse("2026-11-21T00:00:00Z");
const usd = async (seed: string, symbol: string, atMs: number) =>
  (await simulated(seed).quotes([symbol], atMs)).get(symbol)?.usd ?? new Decimal(0);

describe("simulated prices", () => {
  it("depend on the seed and the time, and on nothing that was asked before", async () => {
    const source = simulated("a");
    const fresh = await simulated("a").quotes(symbols, AT + 1_234);
    await source.quotes(symbols, AT + DAY_MS);
    await source.candles("BTC", "1h", AT - DAY_MS, AT);
    await source.facts(symbols, AT);
    expect(await source.quotes([...symbols].reverse(), AT + 1_234)).toEqual(fresh);
    expect(await simulated("b").quotes(symbols, AT + 1_234)).not.toEqual(fresh);
    expect(await source.quotes(symbols, AT + 1_734)).not.toEqual(fresh);
  });

  it("are these, for good", async () => {
    const prices = await Promise.all(symbols.map((symbol) => usd("svc", symbol, AT)));
    expect(prices.map((price) => price.toFixed())).toMatchInlineSnapshot(`
      [
        "1.0534521",
        "1",
        "105863.98",
        "3356.7495",
        "1.0003732",
        "0.30738613",
      ]
    `);
  });

  it("move little in a moment, and stay near what they walk around over years", async () => {
    for (let day = 0; day < 1000; day += 37) {
      const at = AT + day * DAY_MS;
      const [now, next] = [await usd("walk", "BTC", at), await usd("walk", "BTC", at + 5_000)];
      expect(now.toNumber()).toBeGreaterThan(20_000);
      expect(now.toNumber()).toBeLessThan(400_000);
      expect(next.div(now).minus(1).abs().toNumber()).toBeLessThan(0.01);
      expect((await usd("walk", "USDC", at)).minus(1).abs().toNumber()).toBeLessThan(0.01);
      expect((await usd("walk", "USD", at)).toFixed()).toBe("1");
    }
  });
});

describe("simulated candles", () => {
  it.each<[Interval, Interval, number]>([
    ["1m", "5m", 1],
    ["1m", "1h", 1],
    ["1m", "1d", 2],
    ["1h", "1d", 30],
  ])("of %s come to exactly those of %s", async (shorter, longer, days) => {
    for (const symbol of ["BTC", "EUR", "USD", Assets.native.symbol]) {
      const [parts, whole] = await Promise.all([
        simulated("svc").candles(symbol, shorter, AT - days * DAY_MS, AT),
        simulated("svc").candles(symbol, longer, AT - days * DAY_MS, AT),
      ]);
      expect(aggregate(parts, longer)).toEqual(whole);
    }
  });

  it("begin with the live price of their instant and hold every sampled one", async () => {
    const source = simulated("svc");
    for (const candle of await source.candles("ETH", "15m", AT - 3_600_000, AT)) {
      expect(candle.open).toBe((await usd("svc", "ETH", candle.startMs)).toFixed());
      const close = await usd("svc", "ETH", candle.startMs + intervalMs["15m"] - 30_000);
      expect(candle.close).toBe(close.toFixed());
    }
  });

  it("of a whole year there is one for each hour, each in its place", async () => {
    const candles = await simulated("svc").candles("BTC", "1h", AT - HISTORY_DAYS * DAY_MS, AT);
    expect(candles).toHaveLength(HISTORY_DAYS * 24);
    for (const [index, { startMs, open, high, low, close, volume }] of candles.entries()) {
      expect(startMs).toBe(AT - HISTORY_DAYS * DAY_MS + index * intervalMs["1h"]);
      expect(Decimal.max(open, close).lte(high) && Decimal.min(open, close).gte(low)).toBe(true);
      expect(`${open}${high}${low}${close}${volume}`).toMatch(/^[\d.]+$/);
      expect(new Decimal(volume).gt(0)).toBe(true);
    }
  });
});

describe("simulated figures", () => {
  const source = simulated("svc");

  it("tell changes, range and volumes as the path and its candles have them", async () => {
    const trend = (await source.trends(["BTC"], AT)).get("BTC");
    expect(trend?.before["7d"]).toEqual(await usd("svc", "BTC", AT - 7 * DAY_MS));
    const [before, day] = await source.candles("BTC", "1d", AT - 2 * DAY_MS, AT);
    expect(trend?.high24h?.gte(day?.high ?? 0)).toBe(true);
    expect(trend?.low24h?.lte(day?.low ?? 0)).toBe(true);
    expect((await source.quotes(["BTC"], AT)).get("BTC")?.volume24h.toFixed()).toBe(day?.volume);
    expect(trend?.volumeBefore24h?.toFixed()).toBe(before?.volume);
  });

  it.each(symbols)(
    "tell the highest and lowest price of %s in a year, without walking all of it",
    async (symbol) => {
      const days = await source.candles(symbol, "1d", AT - HISTORY_DAYS * DAY_MS, AT);
      const facts = (await simulated("svc").facts([symbol], AT)).get(symbol);
      expect(facts?.allTimeHigh?.usd).toEqual(Decimal.max(...days.map(({ high }) => high)));
      expect(facts?.allTimeLow?.usd).toEqual(Decimal.min(...days.map(({ low }) => low)));
      const day = days.find(({ startMs }) => startMs === facts?.allTimeHigh?.atMs);
      if (symbol !== "USD") expect(day?.high).toBe(facts?.allTimeHigh?.usd.toFixed());
    },
  );

  it("have the supply of the platform's token as it was issued", async () => {
    const { symbol, decimals } = Assets.native;
    const facts = (await source.facts([symbol], AT)).get(symbol);
    expect(facts?.totalSupply).toEqual(Money.toDecimal(TOTAL_SUPPLY, decimals));
  });

  it("say nothing of an asset that the platform does not hold", async () => {
    expect(await source.quotes(["DOGE"], AT)).toEqual(new Map());
    expect(await source.candles("DOGE", "1h", AT - DAY_MS, AT)).toEqual([]);
  });
});
