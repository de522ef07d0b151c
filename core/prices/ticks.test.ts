import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import * as CandleStore from "./candle-store.ts";
import { latestTicks, priceSnapshot } from "./entity.ts";
import * as Feed from "./feed.ts";
import * as History from "./history.ts";
import type { Tick } from "./latest.ts";
import * as Prices from "./listing.ts";
import { aggregate, bucketStart } from "./sources/candles.ts";
import { configured } from "./sources/configured.ts";
import { type Candle, type Interval, intervalMs, intervals } from "./sources/schema.ts";
import type { PriceSource } from "./sources/source.ts";

/** Published ticks and the later history are consistent. */

withDatabase();

const MINUTE = 60_000;
/** Gives each course of events its own days, so that it finds no candles of another one. */
let AT = Date.parse("2026-03-01T00:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: AT, toFake: ["Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  await forget();
});
const forget = () => Promise.all([Table.remove(priceSnapshot.key({})), Table.remove(latestTicks.key({}))]);

class Killed extends Error {}

/** The course of a run of the feed, and the pause after it. */
interface Event {
  readonly lasts: number;
  readonly ending: "hands over" | "is killed";
  readonly pauseMs: number;
}

/** Runs the feed repeatedly. @returns all published ticks */
async function publishedTicks(events: readonly Event[], source: PriceSource): Promise<Tick[]> {
  const ticks: Tick[] = [];
  for (const { lasts, ending, pauseMs } of events) {
    const endMs = Date.now() + lasts;
    let left = 70_000;
    const run = Feed.run({
      source,
      openPublisher: () => ({ publish: (some) => void ticks.push(...some), close: async () => undefined }),
      startedMs: bucketStart(Date.now(), "1m"),
      holder: "test",
      remainingMs: () => left,
      sleep: async (ms) => {
        vi.setSystemTime(Date.now() + ms);
        if (Date.now() < endMs) return;
        if (ending === "is killed") throw new Killed();
        left = 0;
      },
    });
    await run.catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    vi.setSystemTime(Date.now() + pauseMs);
  }
  return ticks;
}

const symbols = ["BTC", "USDC"];
const history = async (symbol: string, interval: Interval, fromMs: number, toMs: number) =>
  (await History.read({ symbol, interval, fromMs, toMs })).candles;

/** Groups ticks by candle. */
const inBuckets = (ticks: readonly Tick[], symbol: string, interval: Interval) =>
  Map.groupBy(
    ticks.filter((one) => one.symbol === symbol),
    ({ timestamp }) => bucketStart(Date.parse(timestamp), interval),
  );

function expectWithin(candle: Candle | undefined, ticks: readonly Tick[]): void {
  const prices = ticks.map(({ price }) => new Decimal(price));
  expect(Decimal.max(...prices).lte(candle?.high ?? 0)).toBe(true);
  expect(Decimal.min(...prices).gte(candle?.low ?? 0)).toBe(true);
}

const event = fc.record<Event>({
  lasts: fc.integer({ min: 700, max: 30_000 }),
  ending: fc.constantFrom("hands over", "is killed"),
  pauseMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 10_000, max: 40 * MINUTE })),
});

describe("every published tick", () => {
  it.each([1, 2])(
    "is within its candles of all intervals, also if the feed crashes or pauses (seed %s)",
    async (seed) => {
      AT += 3 * DAY_MS;
      // A day and so every interval ends soon.
      const fromMs = AT - 5 * MINUTE;
      vi.setSystemTime(fromMs);
      const ticks = await publishedTicks(fc.sample(event, { numRuns: 8, seed }), configured());
      // The platform comes back a day later.
      vi.setSystemTime(Math.max(Date.now(), AT) + DAY_MS);
      await publishedTicks([{ lasts: 6_000, ending: "hands over", pauseMs: 0 }], configured());
      for (const symbol of symbols) {
        const [firstMs, endMs] = [AT - DAY_MS, AT + DAY_MS];
        const minutes = await history(symbol, "1m", firstMs, endMs);
        for (const [startMs, some] of inBuckets(ticks, symbol, "1m")) {
          const candle = minutes.find((one) => one.startMs === startMs);
          expect([candle?.open, candle?.close]).toEqual([some[0]?.price, some.at(-1)?.price]);
          expectWithin(candle, some);
        }
        for (const interval of intervals)
          expect(await history(symbol, interval, firstMs, endMs), `${symbol} ${interval}`).toEqual(
            aggregate(minutes, interval),
          );
      }
    },
  );

  it("is within the shown range of 24 hours", async () => {
    const events = [60_000, 60_000, 21_300].map(
      (lasts) => ({ lasts, ending: "hands over", pauseMs: 0 }) as const,
    );
    const ticks = await publishedTicks(events, configured());
    const { prices, atMs } = await Prices.list();
    for (const { asset, high24h, low24h } of prices) {
      const some = ticks.filter(
        ({ symbol, timestamp }) => symbol === asset.symbol && Date.parse(timestamp) <= atMs,
      );
      expect(some.length).toBeGreaterThan(0);
      for (const { price } of some) {
        expect(high24h.gte(price), asset.symbol).toBe(true);
        expect(low24h.lte(price), asset.symbol).toBe(true);
      }
    }
    // The range includes exactly the ticks of the window.
    const trend = (await configured().trends(["BTC"], atMs)).get("BTC");
    expect(prices.find(({ asset }) => asset.symbol === "BTC")?.high24h).toEqual(trend?.high24h);
  });

  it("is within its candle also if the source's own candles lag", async () => {
    const market = configured();
    // Returns the price of 30 seconds ago, and candles and ranges of a minute ago.
    const lagging: PriceSource = {
      ...market,
      name: "lagging",
      quotes: (names, atMs) => market.quotes(names, atMs - 30_000),
      trends: (names, atMs) => market.trends(names, atMs - MINUTE),
      candles: async () => [],
    };
    const ticks = await publishedTicks(
      [0, 1, 2].map(() => ({ lasts: 60_000, ending: "hands over", pauseMs: 0 })),
      lagging,
    );
    const series = { source: "lagging", symbol: "BTC", interval: "1m" } as const;
    const closedMs = bucketStart(Date.now(), "1m") - 2 * MINUTE;
    for (const [startMs, some] of inBuckets(ticks, "BTC", "1m")) {
      if (startMs >= closedMs) continue;
      const [candle] = await CandleStore.read(series, startMs, startMs + MINUTE);
      expectWithin(candle, some);
      expect([candle?.open, candle?.close]).toEqual([some[0]?.price, some.at(-1)?.price]);
    }
  });
});

describe("the first tick after a pause", () => {
  it("shows the change over the 24 hours before its own time", async () => {
    const hour = { lasts: 10_000, ending: "hands over", pauseMs: 5 * intervalMs["1h"] } as const;
    await publishedTicks([hour], configured());
    const atMs = Date.now();
    const [first] = (await publishedTicks([hour], configured())).filter(({ symbol }) => symbol === "BTC");
    const usd = async (ms: number) => (await configured().quotes(["BTC"], ms)).get("BTC")?.usd;
    const [now, before] = [await usd(atMs), (await usd(atMs - DAY_MS)) ?? 1];
    expect(first?.timestamp).toBe(new Date(atMs).toISOString());
    expect(first?.change24h).toBe(now?.div(before).minus(1).times(100).toFixed(2));
  });

  it("shows no change if the trend is unavailable", async () => {
    const event = { lasts: 10_000, ending: "hands over", pauseMs: 5 * intervalMs["1h"] } as const;
    await publishedTicks([event], configured());
    const down = { ...configured(), trends: () => Promise.reject(new Error("down")) };
    const [first] = await publishedTicks([event], down);
    expect(first?.change24h).toBe("0.00");
  });
});
