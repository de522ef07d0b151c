import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../events/prices/feed.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { rateLimitLog } from "../platform/entity.ts";
import * as Lease from "../platform/lease/index.ts";
import * as Table from "../platform/table/index.ts";
import * as CandleStore from "../prices/candle-store.ts";
import { latestTicks, priceSnapshot } from "../prices/entity.ts";
import * as Feed from "../prices/feed.ts";
import * as Prices from "../prices/index.ts";
import * as Latest from "../prices/latest.ts";
import { simulated } from "../prices/sources/simulated.ts";
import { type PriceSource, SourceFailure } from "../prices/sources/source.ts";
import * as Connections from "./connections.ts";
import { currentPace } from "./feed.ts";

withDatabase();

const MINUTE = 60_000;
const READ = rateLimitLog.key({ bucket: "prices-read", max: "1", caller: "everybody" });
let AT = Date.parse("2027-03-01T09:30:00Z");

beforeEach(() => {
  AT += 86_400_000;
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
  vi.stubEnv("PRICE_SOURCE", "binance,coingecko");
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const key of [READ, priceSnapshot.key({}), latestTicks.key({})]) await Table.remove(key);
  await Lease.release("prices-feed", "test");
});

/** A simulated market whose prices are stored as real ones. */
const market = (changes: Partial<PriceSource> = {}): PriceSource => ({
  ...simulated("market"),
  name: "live",
  computed: false,
  ...changes,
});

const published: Latest.Tick[][] = [];
/** Runs the feed for a minute at the slow pace. Its sleep moves the clock. */
const runOnce = (startedMs: number, source = market()) =>
  Feed.run({
    source,
    openPublisher: () => ({
      publish: (ticks) => void published.push([...ticks]),
      close: async () => undefined,
    }),
    startedMs,
    once: true,
    holder: "test",
    remainingMs: () => 70_000,
    sleep: async (ms) => void vi.setSystemTime(Date.now() + ms),
  });

describe("the pace of the feed", () => {
  const paceOf = async (feed: string, source = "binance") => {
    vi.stubEnv("PRICE_FEED", feed);
    vi.stubEnv("PRICE_SOURCE", source);
    return currentPace();
  };

  it("follows the setting, off or once a minute, regardless of the demand", async () => {
    await Connections.open("pace-0", "ip:pace");
    expect([await paceOf("off"), await paceOf("minute")]).toEqual(["off", "once"]);
    await Connections.close("pace-0");
    vi.stubEnv("PRICE_FEED", "off");
    expect(await handler({ time: new Date(AT).toISOString() })).toMatchObject({ ended: "off", ticks: 0 });
    expect(await Latest.latest()).toEqual(new Map());
  });

  it("is full with simulated prices by default", async () => {
    expect(await paceOf("", "simulated")).toBe("minute long");
    expect(await paceOf("minute", "simulated")).toBe("once");
  });

  it("is slow without demand for real prices, and full while a client is connected", async () => {
    expect(await paceOf("live")).toBe("once");
    await Connections.open("pace-1", "ip:pace");
    expect(await paceOf("live")).toBe("minute long");
    await Connections.close("pace-1");
    expect(await paceOf("live")).toBe("once");
  });

  it("is full for five minutes after prices were read, which is recorded at most once in two minutes", async () => {
    await runOnce(AT);
    const writes: string[] = [];
    Table.observe(({ operation }) => writes.push(operation));
    for (let second = 0; second <= 240; second += 5) {
      vi.setSystemTime(AT + MINUTE + second * 1000);
      await Prices.snapshot();
    }
    Table.observe(undefined);
    // A process checks once a minute, and every second check finds the read recorded.
    expect(writes.filter((one) => !/Get|Query/.test(one)).length).toBeLessThanOrEqual(10);
    expect(await paceOf("live")).toBe("minute long");
    vi.setSystemTime(AT + 5 * MINUTE + 240_000);
    expect(await paceOf("live")).toBe("minute long");
    vi.setSystemTime(AT + 7 * MINUTE + 240_000);
    expect(await paceOf("live")).toBe("once");
  });
});

describe("the feed at the slow pace", () => {
  it("publishes every price once, stores it, and ends", async () => {
    published.length = 0;
    expect(await runOnce(AT)).toEqual({ ended: "published once", ticks: 1, snapshots: 2 });
    expect(published).toHaveLength(1);
    expect(Date.now()).toBe(AT);
    const quote = (await market().quotes(["BTC"], AT)).get("BTC");
    expect((await Latest.latest()).get("BTC")?.price).toBe(quote?.usd.toFixed());
    expect((await Prices.current("BTC")).usd).toEqual(quote?.usd);
  });

  it("provides prices that are recent enough until two runs are missing", async () => {
    for (let minute = 0; minute < 5; minute++) {
      // A tick of the schedule may be late.
      vi.setSystemTime(AT + minute * MINUTE + (minute % 2) * 20_000);
      const publishedAt = Date.now();
      await runOnce(AT + minute * MINUTE);
      for (const seconds of [0, 10, 30, 59]) {
        vi.setSystemTime(publishedAt + seconds * 1000);
        const quote = (await market().quotes(["ETH"], publishedAt)).get("ETH");
        expect((await Prices.current("ETH")).usd, `${minute}:${seconds}`).toEqual(quote?.usd);
      }
    }
    vi.setSystemTime(AT + 4 * MINUTE + 119_000);
    await Prices.current("ETH");
    vi.setSystemTime(AT + 4 * MINUTE + 125_000);
    await expect(Prices.current("ETH")).rejects.toMatchObject({ code: "PRICES_STALE" });
  });

  it("queries a missing price again within the minute", async () => {
    let queries = 0;
    const unreliable = market({
      quotes: (symbols, atMs) => {
        if (++queries < 20) throw new SourceFailure("busy");
        return market().quotes(symbols, atMs);
      },
    });
    expect(await runOnce(AT, unreliable)).toMatchObject({ ended: "published once", ticks: 1 });
    const silent = market({ quotes: () => Promise.reject(new SourceFailure("down")) });
    vi.setSystemTime(AT + MINUTE);
    await expect(runOnce(AT + MINUTE, silent)).rejects.toThrow("no price");
  });

  it("stores a candle of every minute, from the published prices and the market's candle", async () => {
    for (let minute = 0; minute < 4; minute++) {
      vi.setSystemTime(AT + minute * MINUTE + 1500);
      await runOnce(AT + minute * MINUTE);
    }
    const series = { source: "live", symbol: "BTC", interval: "1m" } as const;
    const stored = await CandleStore.read(series, AT, AT + 2 * MINUTE);
    const real = await market().candles("BTC", "1m", AT, AT + 2 * MINUTE);
    expect(stored.map(({ startMs }) => startMs)).toEqual([AT, AT + MINUTE]);
    for (const [index, { high, low }] of stored.entries()) {
      expect(Number(high)).toBeGreaterThanOrEqual(Number(real[index]?.high));
      expect(Number(low)).toBeLessThanOrEqual(Number(real[index]?.low));
    }
  });
});
