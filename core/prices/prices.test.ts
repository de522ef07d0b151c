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

/** What the feed would keep at an instant. */
async function observed(atMs: number): Promise<Snapshot> {
  const book = new PriceBook(configured());
  await book.updateQuotes(atMs);
  await book.updateTrends(atMs);
  await book.updateFacts(atMs);
  return book.snapshot(atMs);
}
const keep = SnapshotStore.save;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SvcError ? error.code : String(error)),
  );

describe("the snapshot", () => {
  it("prices every asset where no feed runs, and holds for 5 seconds", async () => {
    const first = await Prices.snapshot();
    expect([...first.keys()]).toEqual(symbols);
    vi.setSystemTime(AT + 4_999);
    expect(await Prices.snapshot()).toEqual(first);
    vi.setSystemTime(AT + 5_000);
    expect(await Prices.snapshot()).not.toEqual(first);
  });

  it("has the dollar and the euro exact to one rate", async () => {
    const prices = await Prices.snapshot();
    const [usd, eur, btc] = ["USD", "EUR", "BTC"].map((symbol) => prices.get(symbol));
    expect(usd?.usd).toEqual(new Decimal(1));
    expect(eur?.eur).toEqual(new Decimal(1));
    expect(usd?.eur).toEqual(new Decimal(1).div(eur?.usd ?? 0));
    expect(btc?.eur).toEqual(btc?.usd.div(eur?.usd ?? 0));
    expect(usd?.change24h.toNumber()).toBe(0);
  });

  it("gives the change over 24 hours in percent of the price then", async () => {
    const now = (await Prices.snapshot()).get("BTC");
    vi.setSystemTime(AT - DAY);
    const then = (await Prices.snapshot()).get("BTC");
    const percent = now?.usd
      .div(then?.usd ?? 0)
      .minus(1)
      .times(100);
    expect(now?.change24h).toEqual(percent?.toDecimalPlaces(2));
  });

  it("is read from the table once in 5 seconds, however many ask at once", async () => {
    vi.setSystemTime(AT + 60_000);
    const reads: string[] = [];
    Table.observe(({ operation }) => reads.push(operation));
    await Promise.all([Prices.snapshot(), Listing.list(), Listing.fromSymbol("BTC"), Prices.current("ETH")]);
    await Prices.snapshot();
    Table.observe(undefined);
    expect(reads).toEqual(["GetItem"]);
  });

  it("is what the feed kept, as long as that is recent", async () => {
    vi.setSystemTime(AT + 120_000);
    // Not on a whole 5 seconds: told apart from what the source would be asked for.
    const kept = await observed(AT + 119_123);
    await keep(kept);
    expect((await Prices.snapshot()).get("BTC")?.usd).toEqual(kept.assets.get("BTC")?.usd);
    expect((await Listing.list()).atMs).toBe(AT + 119_123);
    // The feed stands still: the simulated market is asked directly.
    vi.setSystemTime(AT + 135_000);
    expect((await Listing.list()).atMs).toBe(AT + 135_000);
  });

  it("is looked for again soon while the next one is overdue", async () => {
    await keep(await observed(AT - 5_200));
    expect((await Listing.list()).atMs).toBe(AT - 5_200);
    await keep(await observed(AT + 10));
    vi.setSystemTime(AT + 300);
    expect((await Listing.list()).atMs).toBe(AT + 10);
  });

  it("of another source counts for nothing", async () => {
    await keep({ ...(await observed(AT)), source: "simulated other", atMs: AT + 600_001 });
    vi.setSystemTime(AT + 600_000);
    expect((await Listing.list()).atMs).toBe(AT + 600_000);
  });

  it("comes back from the table as it was kept", async () => {
    const kept = await observed(AT);
    await SnapshotStore.save(kept);
    expect(await SnapshotStore.read(kept.source)).toEqual(kept);
  });
});

describe("prices of a real source", () => {
  // Nobody listens there: only what is in the table can be told.
  const live = () => {
    vi.stubEnv("PRICE_SOURCE", "binance,coingecko");
    vi.stubEnv("BINANCE_URL", "http://127.0.0.1:9");
    vi.stubEnv("COINGECKO_URL", "http://127.0.0.1:9");
  };

  it("grow old where the feed stands still: shown with their time, refused to whoever would act on them", async () => {
    const kept = { ...(await observed(AT)), source: "live" };
    live();
    await keep(kept);
    vi.setSystemTime(AT + 119_000);
    expect((await Prices.current("BTC")).usd).toEqual(kept.assets.get("BTC")?.usd);
    vi.setSystemTime(AT + 130_000);
    expect(await codeOf(Prices.current("BTC"))).toBe("PRICES_STALE");
    expect((await Listing.list()).prices.map(({ atMs }) => atMs)).toEqual(symbols.map(() => AT));
    expect((await Prices.snapshot()).get("BTC")?.usd).toEqual(kept.assets.get("BTC")?.usd);
  });

  it("are unavailable, and no bug, before the first is known", async () => {
    live();
    vi.setSystemTime(AT + 900_000);
    expect(await codeOf(Prices.snapshot())).toBe("SERVICE_UNAVAILABLE");
    const { EUR: _, ...others } = Object.fromEntries((await observedSimulated(AT)).assets);
    await keep({ source: "live", atMs: AT, factsAtMs: AT, assets: new Map(Object.entries(others)) });
    expect(await codeOf(Listing.list())).toBe("SERVICE_UNAVAILABLE");
  });

  it("need a source that there is", () => {
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

describe("what is told of an asset", () => {
  it("agrees with itself", async () => {
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

  it("knows no asset but those of the platform", async () => {
    expect(await codeOf(Listing.fromSymbol("DOGE"))).toBe("ASSET_NOT_FOUND");
  });

  it("moves the highest price of all along with a market that goes beyond it", async () => {
    const kept = await observed(AT + 1_000_000);
    const bitcoin = kept.assets.get("BTC");
    const usd = new Decimal(10_000_000);
    if (bitcoin) await keep({ ...kept, assets: new Map([...kept.assets, ["BTC", { ...bitcoin, usd }]]) });
    vi.setSystemTime(AT + 1_000_100);
    const { allTimeHigh, high24h } = await Listing.fromSymbol("BTC");
    expect([allTimeHigh, high24h]).toEqual([{ usd, atMs: AT + 1_000_000 }, usd]);
  });
});
