import { Decimal } from "decimal.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Assets from "../kernel/assets/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import { PriceBook } from "./book.ts";
import { priceSnapshot } from "./entity.ts";
import * as Prices from "./index.ts";
import * as Listing from "./listing.ts";
import type { Snapshot } from "./snapshot.ts";
import * as SnapshotStore from "./snapshot.ts";
import { configured } from "./sources/configured.ts";

withDatabase();

const symbols = Assets.list().map((asset) => asset.symbol);
const AT = Date.parse("2026-11-21T09:30:00Z");
const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await Table.remove(priceSnapshot.key({}));
});

/** Returns the feed's snapshot at an instant. */
async function observed(atMs: number): Promise<Snapshot> {
  const book = new PriceBook(configured());
  await book.updateQuotes(atMs);
  await book.updateTrends(atMs);
  await book.updateFacts(atMs);
  return book.snapshot(atMs);
}
const store = SnapshotStore.save;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SvcError ? error.code : String(error)),
  );

describe("the snapshot", () => {
  it("has a price for every asset without a feed, and changes every 5 seconds", async () => {
    const first = await Prices.snapshot();
    expect([...first.keys()]).toEqual(symbols);
    vi.setSystemTime(AT + 4_999);
    expect(await Prices.snapshot()).toEqual(first);
    vi.setSystemTime(AT + 5_000);
    expect(await Prices.snapshot()).not.toEqual(first);
  });

  it("has consistent prices of the dollar and the euro", async () => {
    const prices = await Prices.snapshot();
    const [usd, eur, btc] = ["USD", "EUR", "BTC"].map((symbol) => prices.get(symbol));
    expect(usd?.usd).toEqual(new Decimal(1));
    expect(eur?.eur).toEqual(new Decimal(1));
    expect(usd?.eur).toEqual(new Decimal(1).div(eur?.usd ?? 0));
    expect(btc?.eur).toEqual(btc?.usd.div(eur?.usd ?? 0));
    expect(usd?.change24h.toNumber()).toBe(0);
  });

  it("shows the change over 24 hours in percent of the earlier price", async () => {
    const now = (await Prices.snapshot()).get("BTC");
    vi.setSystemTime(AT - DAY);
    const then = (await Prices.snapshot()).get("BTC");
    const percent = now?.usd
      .div(then?.usd ?? 0)
      .minus(1)
      .times(100);
    expect(now?.change24h).toEqual(percent?.toDecimalPlaces(2));
  });

  it("is read from the table once in 5 seconds under concurrent requests", async () => {
    vi.setSystemTime(AT + 60_000);
    const reads: string[] = [];
    Table.observe(({ operation }) => reads.push(operation));
    await Promise.all([Prices.snapshot(), Listing.list(), Listing.fromSymbol("BTC"), Prices.current("ETH")]);
    await Prices.snapshot();
    Table.observe(undefined);
    expect(reads).toEqual(["GetItem"]);
  });

  it("has the feed's prices if they are recent, and computed ones otherwise", async () => {
    vi.setSystemTime(AT + 120_000);
    // Not at whole 5 seconds, to distinguish it from computed prices.
    const observedSnapshot = await observed(AT + 119_123);
    await store(observedSnapshot);
    expect((await Prices.snapshot()).get("BTC")?.usd).toEqual(observedSnapshot.assets.get("BTC")?.usd);
    expect((await Listing.list()).atMs).toBe(AT + 119_123);
    // The feed has stopped: the simulated market is computed.
    vi.setSystemTime(AT + 135_000);
    expect((await Listing.list()).atMs).toBe(AT + 135_000);
  });

  it("is read again within 300 ms if the feed's next snapshot is overdue", async () => {
    await store(await observed(AT - 5_200));
    expect((await Listing.list()).atMs).toBe(AT - 5_200);
    await store(await observed(AT + 10));
    vi.setSystemTime(AT + 300);
    expect((await Listing.list()).atMs).toBe(AT + 10);
  });

  it("of another source is ignored", async () => {
    await store({ ...(await observed(AT)), source: "simulated other", atMs: AT + 600_001 });
    vi.setSystemTime(AT + 600_000);
    expect((await Listing.list()).atMs).toBe(AT + 600_000);
  });

  it("is the same after it is stored and read", async () => {
    const observedSnapshot = await observed(AT);
    await SnapshotStore.save(observedSnapshot);
    expect(await SnapshotStore.read(observedSnapshot.source)).toEqual(observedSnapshot);
  });
});

describe("prices of a real source", () => {
  // No server listens there: only prices in the table are available.
  const live = () => {
    vi.stubEnv("PRICE_SOURCE", "binance,coingecko");
    vi.stubEnv("BINANCE_URL", "http://127.0.0.1:9");
    vi.stubEnv("COINGECKO_URL", "http://127.0.0.1:9");
  };

  it("are still shown with their time after the feed stops, but are too old to convert amounts", async () => {
    const observedSnapshot = { ...(await observed(AT)), source: "live" };
    live();
    await store(observedSnapshot);
    vi.setSystemTime(AT + 119_000);
    expect((await Prices.current("BTC")).usd).toEqual(observedSnapshot.assets.get("BTC")?.usd);
    vi.setSystemTime(AT + 130_000);
    expect(await codeOf(Prices.current("BTC"))).toBe("PRICES_STALE");
    expect((await Listing.list()).prices.map(({ atMs }) => atMs)).toEqual(symbols.map(() => AT));
    expect((await Prices.snapshot()).get("BTC")?.usd).toEqual(observedSnapshot.assets.get("BTC")?.usd);
  });

  it("are rejected as unavailable until the feed has stored the first prices of all assets", async () => {
    live();
    vi.setSystemTime(AT + 900_000);
    expect(await codeOf(Prices.snapshot())).toBe("SERVICE_UNAVAILABLE");
    const { EUR: _, ...others } = Object.fromEntries((await observedSimulated(AT)).assets);
    await store({ source: "live", atMs: AT, factsAtMs: AT, assets: new Map(Object.entries(others)) });
    expect(await codeOf(Listing.list())).toBe("SERVICE_UNAVAILABLE");
  });

  it("cannot be configured with an unknown source", () => {
    vi.stubEnv("PRICE_SOURCE", "oracle");
    expect(() => configured()).toThrow('PRICE_SOURCE names "oracle"');
  });
});

async function observedSimulated(atMs: number): Promise<Snapshot> {
  vi.stubEnv("PRICE_SOURCE", "simulated");
  const snapshot = await observed(atMs);
  vi.stubEnv("PRICE_SOURCE", "binance,coingecko");
  return snapshot;
}

describe("the details of an asset", () => {
  it("agree with each other: market capitalization, cross rates, and ranges", async () => {
    const detail = await Listing.fromSymbol("btc");
    expect(detail.marketCap).toEqual(detail.usd.times("19900000"));
    expect(detail.fullyDilutedValuation).toEqual(detail.usd.times("21000000"));
    expect(detail.btc.toFixed()).toBe("1");
    expect(
      detail.eth
        .times((await Listing.fromSymbol("ETH")).usd)
        .minus(detail.usd)
        .abs()
        .toNumber(),
    ).toBeLessThan(1e-9);
    expect(detail.low24h.lte(detail.usd) && detail.high24h.gte(detail.usd)).toBe(true);
    expect(detail.allTimeHigh.usd.gte(detail.high24h) && detail.allTimeLow.usd.lte(detail.low24h)).toBe(true);
  });

  it("are rejected for an unknown asset", async () => {
    expect(await codeOf(Listing.fromSymbol("DOGE"))).toBe("ASSET_NOT_FOUND");
  });

  it("have an all-time high and a 24-hour high of at least the current price", async () => {
    const observedSnapshot = await observed(AT + 1_000_000);
    const bitcoin = observedSnapshot.assets.get("BTC");
    const usd = new Decimal(10_000_000);
    if (bitcoin)
      await store({
        ...observedSnapshot,
        assets: new Map([...observedSnapshot.assets, ["BTC", { ...bitcoin, usd }]]),
      });
    vi.setSystemTime(AT + 1_000_100);
    const { allTimeHigh, high24h } = await Listing.fromSymbol("BTC");
    expect([allTimeHigh, high24h]).toEqual([{ usd, atMs: AT + 1_000_000 }, usd]);
  });
});
