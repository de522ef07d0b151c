import { Decimal } from "decimal.js";
import { describe, expect, it } from "vitest";
import * as Assets from "../../kernel/assets/index.ts";
import { toDecimal } from "../../kernel/decimal/index.ts";
import { DAY_MS, MINUTE_MS } from "../../kernel/time.ts";
import { TOTAL_SUPPLY } from "../../ledger/supply.ts";
import { aggregate } from "./candles.ts";
import { type Candle, HISTORY_DAYS, type Interval, intervalMs } from "./schema.ts";
import { simulated } from "./simulated.ts";

const symbols = Assets.list().map((asset) => asset.symbol);
const AT = Date.parse("2026-11-21T00:00:00Z");
const usd = async (seed: string, symbol: string, atMs: number) =>
  (await simulated(seed).quotes([symbol], atMs)).get(symbol)?.usd ?? new Decimal(0);

describe("simulated prices", () => {
  it("depend only on the seed and the time, not on earlier requests", async () => {
    const source = simulated("a");
    const fresh = await simulated("a").quotes(symbols, AT + 1_234);
    await source.quotes(symbols, AT + DAY_MS);
    await source.candles("BTC", "1h", AT - DAY_MS, AT);
    await source.facts(symbols, AT);
    expect(await source.quotes([...symbols].reverse(), AT + 1_234)).toEqual(fresh);
    expect(await simulated("b").quotes(symbols, AT + 1_234)).not.toEqual(fresh);
    expect(await source.quotes(symbols, AT + 1_734)).not.toEqual(fresh);
  });

  it("are the same in every version of the platform", async () => {
    const prices = await Promise.all(symbols.map((symbol) => usd("svc", symbol, AT)));
    expect(prices.map((price) => price.toFixed())).toMatchInlineSnapshot(`
      [
        "1.0757393",
        "1",
        "96090.046",
        "3951.933",
        "1.0002316",
        "0.3240495",
      ]
    `);
  });

  it("change by less than 1 % in 5 seconds, and stay within their range over 1000 days", async () => {
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
  ])("of %s aggregate to exactly those of %s", async (shorter, longer, days) => {
    for (const symbol of ["BTC", "EUR", "USD", Assets.native.symbol]) {
      const [parts, whole] = await Promise.all([
        simulated("svc").candles(symbol, shorter, AT - days * DAY_MS, AT),
        simulated("svc").candles(symbol, longer, AT - days * DAY_MS, AT),
      ]);
      expect(aggregate(parts, longer)).toEqual(whole);
    }
  });

  it("have the first, highest, lowest and last price of their ticks", async () => {
    const source = simulated("svc");
    const minutes = await source.candles("ETH", "1m", AT - 10 * MINUTE_MS, AT);
    for (const { startMs, ...candle } of minutes) {
      const ticks: Decimal[] = [];
      for (const tick of range(120))
        ticks.push((await source.quotes(["ETH"], startMs + tick * 500)).get("ETH")?.usd ?? new Decimal(0));
      expect(candle).toMatchObject({
        open: ticks[0]?.toFixed(),
        high: Decimal.max(...ticks).toFixed(),
        low: Decimal.min(...ticks).toFixed(),
        close: ticks.at(-1)?.toFixed(),
      });
    }
    // Between two ticks nothing happens.
    expect(await usd("svc", "ETH", AT + 499)).toEqual(await usd("svc", "ETH", AT));
  });

  it("mostly have a high above and a low below both open and close", async () => {
    const hours = await simulated("svc").candles("BTC", "1h", AT - 30 * DAY_MS, AT);
    const withWick = hours.filter(
      ({ open, high, low, close }) => Decimal.max(open, close).lt(high) && Decimal.min(open, close).gt(low),
    );
    expect(withWick.length / hours.length).toBeGreaterThan(0.9);
  });

  it("exist for each hour of a whole year, in order", async () => {
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

describe("the simulated market", () => {
  const source = simulated("market");
  const DAYS = 30;
  const candlesOf = (symbol: string, interval: Interval = "5m") =>
    source.candles(symbol, interval, AT - DAYS * DAY_MS, AT);
  const returns = (candles: readonly Candle[]) =>
    candles.map(({ open, close }) => Math.log(Number(close) / Number(open)));

  it.each<Interval>(["1m", "5m", "1h"])("has no autocorrelation in BTC's moves of %s", async (interval) => {
    const moves = returns(await candlesOf("BTC", interval));
    // Three standard deviations.
    const chance = 3 / Math.sqrt(moves.length);
    expect(Math.abs(correlation(moves.slice(1), moves.slice(0, -1)))).toBeLessThan(chance);
  });

  it("has no autocorrelation between ticks, and no jumps", async () => {
    const prices: number[] = [];
    for (const tick of range(5_000))
      prices.push(Number((await source.quotes(["BTC"], AT + tick * 500)).get("BTC")?.usd));
    const moves = prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? 1)));
    expect(Math.abs(correlation(moves.slice(1), moves.slice(0, -1)))).toBeLessThan(0.05);
    expect(Math.max(...moves.map(Math.abs))).toBeLessThan(0.001);
  });

  it("correlates BTC with other crypto assets as modelled, and not with currencies", async () => {
    const moves = new Map<string, number[]>();
    for (const symbol of symbols) moves.set(symbol, returns(await candlesOf(symbol)));
    const between = (a: string, b: string) => correlation(moves.get(a) ?? [], moves.get(b) ?? []);
    expect(between("BTC", "ETH")).toBeCloseTo(0.9 * 0.85, 1);
    expect(between("BTC", Assets.native.symbol)).toBeCloseTo(0.9 * 0.6, 1);
    expect(between("BTC", "EUR")).toBeCloseTo(0, 1);
    expect(between("ETH", "USDC")).toBeCloseTo(0, 1);
  });

  it("has the volatility of its models", async () => {
    for (const [symbol, volatility] of [
      ["BTC", 0.5],
      ["ETH", 0.7],
      ["EUR", 0.07],
    ] as const) {
      const moves = returns(await candlesOf(symbol));
      const variance = moves.reduce((sum, move) => sum + move ** 2, 0) / moves.length;
      expect(Math.sqrt(variance * 365 * 288) / volatility).toBeCloseTo(1, 0);
    }
  });
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], meanX: number, y: readonly number[], meanY: number) =>
    mean(x.map((one, index) => (one - meanX) * ((y[index] ?? 0) - meanY)));
  return product(a, meanA, b, meanB) / Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
}

describe("simulated figures", () => {
  const source = simulated("svc");

  it("agree with the simulated prices and candles: earlier prices, ranges and volumes", async () => {
    const trend = (await source.trends(["BTC"], AT)).get("BTC");
    expect(trend?.before["7d"]).toEqual(await usd("svc", "BTC", AT - 7 * DAY_MS));
    const [before, day] = await source.candles("BTC", "1d", AT - 2 * DAY_MS, AT);
    // The day's ticks, and the first tick of the next day.
    const now = await usd("svc", "BTC", AT);
    expect(trend?.high24h).toEqual(Decimal.max(day?.high ?? 0, now));
    expect(trend?.low24h).toEqual(Decimal.min(day?.low ?? 0, now));
    expect((await source.quotes(["BTC"], AT)).get("BTC")?.volume24h.toFixed()).toBe(day?.volume);
    expect(trend?.volumeBefore24h?.toFixed()).toBe(before?.volume);
  });

  it.each(symbols)("include the highest and lowest price of %s in a year", async (symbol) => {
    const days = await source.candles(symbol, "1d", AT - HISTORY_DAYS * DAY_MS, AT);
    const facts = (await simulated("svc").facts([symbol], AT)).get(symbol);
    expect(facts?.allTimeHigh?.usd).toEqual(Decimal.max(...days.map(({ high }) => high)));
    expect(facts?.allTimeLow?.usd).toEqual(Decimal.min(...days.map(({ low }) => low)));
    const highestMs = facts?.allTimeHigh?.atMs ?? 0;
    const day = days.find(({ startMs }) => startMs === highestMs - (highestMs % DAY_MS));
    if (symbol !== "USD") expect(day?.high).toBe(facts?.allTimeHigh?.usd.toFixed());
  });

  it("include the issued supply of the platform's token", async () => {
    const { symbol, decimals } = Assets.native;
    const facts = (await source.facts([symbol], AT)).get(symbol);
    expect(facts?.totalSupply).toEqual(toDecimal(TOTAL_SUPPLY, decimals));
  });

  it("do not exist for an asset that the platform does not hold", async () => {
    expect(await source.quotes(["DOGE"], AT)).toEqual(new Map());
    expect(await source.candles("DOGE", "1h", AT - DAY_MS, AT)).toEqual([]);
  });
});
