import { lambdaContext } from "@svc/local-aws/lambda/invoke";
import { Decimal } from "decimal.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../events/prices/feed.ts";
import { withDatabase } from "../../tests/support/database.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Lease from "../platform/lease/index.ts";
import * as Table from "../platform/table/index.ts";
import * as CandleStore from "./candle-store.ts";
import { latestTicks, priceSnapshot } from "./entity.ts";
import * as Feed from "./feed.ts";
import * as Latest from "./latest.ts";
import * as Prices from "./listing.ts";
import * as SnapshotStore from "./snapshot.ts";
import { aggregate } from "./sources/candles.ts";
import { configured } from "./sources/configured.ts";
import { type Candle, type Interval, intervalMs, intervals } from "./sources/schema.ts";
import { simulated } from "./sources/simulated.ts";
import { NotOffered, type PriceSource, SourceFailure } from "./sources/source.ts";

withDatabase();

const MINUTE = 60_000;
const symbols = Assets.list().map((asset) => asset.symbol);
/** Gives each test its own minute, so that it finds no candles of another test. */
let AT = Date.parse("2026-11-21T09:30:00Z");

beforeEach(() => {
  AT += 30 * 86_400_000;
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([Table.remove(priceSnapshot.key({})), Table.remove(latestTicks.key({}))]);
  await Lease.release("prices-feed", "test");
});

const published: Latest.Tick[][] = [];
const publisher = {
  publish: (ticks: readonly Latest.Tick[]) => void published.push([...ticks]),
  close: async () => undefined,
};

/** Sleeps by moving the platform's clock. */
const sleep = async (ms: number) => {
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(500);
  vi.setSystemTime(Date.now() + ms);
};
const run = (options: Partial<Feed.FeedOptions> = {}) => {
  published.length = 0;
  return Feed.run({
    source: configured(),
    openPublisher: () => publisher,
    startedMs: AT,
    holder: "test",
    remainingMs: () => 70_000,
    sleep,
    ...options,
  });
};
/** Returns the start of a run's minute that is 40 seconds old, so that the run lasts 25 seconds. */
const lateMs = () => AT - 40_000;
/** A source for tests that do not depend on single ticks. */
const slow = (): PriceSource => ({ ...configured(), quotesEveryMs: 20_000 });
/** Runs the feed for several minutes, as EventBridge starts it. */
async function runMinutes(count: number, options: Partial<Feed.FeedOptions> = {}): Promise<void> {
  const from = Math.floor(Date.now() / MINUTE) * MINUTE;
  const source = slow();
  for (let minute = 0; minute < count; minute++)
    await run({ source, startedMs: from + minute * MINUTE, ...options });
}
const stored = (
  symbol: string,
  interval: Interval,
  fromMs: number,
  toMs: number,
  source = configured().name,
) => CandleStore.read({ source, symbol, interval }, fromMs, toMs);

describe("a run", () => {
  it("ticks twice a second for 65 seconds, and stores a snapshot every 5 seconds", async () => {
    expect(await run()).toEqual({ ended: "minute over", ticks: 130, snapshots: 14 });
    expect(Date.now()).toBe(AT + MINUTE + 5_000);
    expect(published).toHaveLength(130);
    const last = (await Latest.latest()).get("BTC");
    const quote = (await configured().quotes(["BTC"], AT + 64_500)).get("BTC");
    expect(last).toEqual({
      symbol: "BTC",
      price: quote?.usd.toFixed(),
      change24h: expect.stringMatching(/^-?\d+\.\d\d$/),
      volume24h: quote?.volume24h.toFixed(2),
      timestamp: new Date(AT + 64_500).toISOString(),
    });
    expect((await Prices.list()).atMs).toBe(AT + 64_500);
  });

  it("publishes only changed prices", async () => {
    await run({ startedMs: lateMs() });
    expect(published[0]?.map(({ symbol }) => symbol)).toEqual(symbols);
    const last = new Map<string, string>();
    for (const one of published.flat()) {
      const figures = `${one.price} ${one.volume24h}`;
      expect(last.get(one.symbol)).not.toBe(figures);
      last.set(one.symbol, figures);
    }
    // The price of the dollar never changes.
    expect(published.flat().filter(({ symbol }) => symbol === "USD")).toHaveLength(1);
    expect(published.flat().filter(({ symbol }) => symbol === "BTC")).toHaveLength(50);
  });

  it("ends at the usual time if it begins late, and does nothing if it begins after that time", async () => {
    vi.setSystemTime(AT + 63_200);
    expect(await run()).toMatchObject({ ended: "minute over", ticks: 4 });
    vi.setSystemTime(AT + MINUTE + 5_000);
    expect(await run()).toEqual({ ended: "minute over", ticks: 0, snapshots: 0 });
    expect(published).toEqual([]);
  });

  it("ends within half a second if the function's time is over or the clock jumps", async () => {
    const at = async (tick: number, happens: () => void, options: Partial<Feed.FeedOptions> = {}) => {
      let slept = 0;
      vi.setSystemTime(AT);
      return run({ ...options, sleep: async (ms) => (++slept === tick ? happens() : sleep(ms)) });
    };
    let left = 70_000;
    const stopping = { remainingMs: () => left };
    expect(await at(7, () => (left = 0), stopping)).toMatchObject({ ended: "stopped", ticks: 7 });
    expect(await at(5, () => vi.setSystemTime(AT + 86_400_000))).toMatchObject({
      ended: "minute over",
      ticks: 5,
    });
    expect(await at(3, () => vi.setSystemTime(AT - 86_400_000))).toMatchObject({
      ended: "minute over",
      ticks: 3,
    });
    // The stored state has the time of its last tick.
    vi.setSystemTime(AT + 86_400_000);
    expect((await SnapshotStore.read(configured().name))?.atMs).toBe(AT + 1_000);
  });
});

describe("the lease", () => {
  it("is held by one of two concurrent runs", async () => {
    const beside = run({ holder: "other" });
    const first = await run();
    expect([first.ended, (await beside).ended].sort()).toEqual(["lease held", "minute over"]);
  });

  it("is acquired after it expires if the previous run crashed", async () => {
    await Lease.acquire("prices-feed", "before", 12);
    expect(await run({ startedMs: lateMs() })).toMatchObject({ ended: "minute over", ticks: 26 });
    await Lease.release("prices-feed", "before");
  });

  it("passes to a next run that starts seconds late, without a gap of more than a second between ticks", async () => {
    const ticks: number[] = [];
    const openPublisher = () => ({ ...publisher, publish: () => void ticks.push(Date.now()) });
    const turns: (() => void)[] = [];
    let isAlone = false;
    // While the first run continues, its sleep moves the clock.
    const waiting = (ms: number) =>
      isAlone ? sleep(ms) : new Promise<void>((resolve) => turns.push(resolve));
    let next: Promise<Feed.Run> | undefined;
    const startedMs = lateMs();
    await run({
      startedMs,
      openPublisher,
      sleep: async (ms) => {
        await sleep(ms);
        for (const turn of turns.splice(0)) turn();
        if (Date.now() < startedMs + MINUTE + 4_000) return;
        next ??= run({ openPublisher, sleep: waiting, holder: "next", startedMs: startedMs + MINUTE });
      },
    });
    isAlone = true;
    for (const turn of turns.splice(0)) turn();
    expect(await next).toMatchObject({ ended: "minute over" });
    const holes = ticks.slice(1).map((atMs, index) => atMs - (ticks[index] ?? 0));
    expect(Math.max(...holes)).toBeLessThanOrEqual(1_000);
    expect(ticks.at(-1)).toBe(startedMs + 2 * MINUTE + 4_500);
  });

  it("is requested again after a failed request", async () => {
    vi.spyOn(Lease, "acquire").mockRejectedValueOnce(new Error("throttled"));
    expect(await run({ startedMs: lateMs() })).toMatchObject({ ended: "minute over", ticks: 49 });
    vi.restoreAllMocks();
  });

  it("ends the run without a further snapshot if another run acquires it", async () => {
    let slept = 0;
    const ended = await run({
      sleep: async (ms) => {
        await sleep(ms);
        if (++slept !== 12) return;
        await Lease.release("prices-feed", "test");
        await Lease.acquire("prices-feed", "thief", 60);
      },
    });
    expect(ended).toMatchObject({ ended: "lease lost", snapshots: 2 });
    await Lease.release("prices-feed", "thief");
  });
});

describe("candles", () => {
  it("are stored for every interval at its end, aggregated from minutes", async () => {
    // Every interval ends at midnight.
    const midnight = Math.ceil(AT / 86_400_000) * 86_400_000;
    vi.setSystemTime(midnight - 16 * MINUTE);
    await runMinutes(17);
    for (const symbol of ["BTC", Assets.native.symbol]) {
      const expectedMinutes = await configured().candles(symbol, "1m", midnight - intervalMs["1d"], midnight);
      const storedItems = await stored(symbol, "1m", midnight - 15 * MINUTE, midnight);
      expect(storedItems).toHaveLength(15);
      const minutes = [
        ...new Map([...expectedMinutes, ...storedItems].map((one) => [one.startMs, one])).values(),
      ];
      for (const interval of intervals) {
        const fromMs = midnight - intervalMs[interval];
        const made = aggregate(
          minutes.filter(({ startMs }) => startMs >= fromMs),
          interval,
        );
        expect(await stored(symbol, interval, fromMs, midnight), interval).toEqual(made);
      }
    }
  });

  it("cost one write each", async () => {
    await runMinutes(1);
    const writes: string[] = [];
    Table.observe(({ operation }) => {
      if (operation !== "GetItem" && operation !== "Query") writes.push(operation);
    });
    vi.setSystemTime(AT + 110_000);
    await run({ startedMs: AT + MINUTE });
    Table.observe(undefined);
    // 30 latest ticks, 4 snapshots, 4 renewals and the release of the lease, 6 candles.
    expect(writes).toHaveLength(30 + 4 + 4 + 1 + 6);
  });

  it("of a minute are built from the ticks of several runs if the source has no candles of a minute", async () => {
    const market = simulated("coarse");
    const coarse: PriceSource = {
      ...market,
      name: "coarse",
      candles: async (symbol, interval, ...range) => {
        if (interval === "1m") throw new NotOffered("too fine");
        return market.candles(symbol, interval, ...range);
      },
    };
    vi.setSystemTime(AT);
    await run({ source: coarse, startedMs: lateMs() });
    // The next run begins within the same minute, and ends soon after it.
    await run({ source: coarse, startedMs: AT + 5_000 });
    const prices = async (fromMs: number) => {
      const ticks = Array.from(
        { length: 120 },
        async (_, index) =>
          (await market.quotes(["BTC"], fromMs + index * 500)).get("BTC")?.usd ?? new Decimal(0),
      );
      return Promise.all(ticks);
    };
    const first = await prices(AT);
    expect(await stored("BTC", "1m", AT, AT + MINUTE, "coarse")).toEqual<Candle[]>([
      {
        startMs: AT,
        open: first[0]?.toFixed() ?? "",
        high: Decimal.max(...first).toFixed(),
        low: Decimal.min(...first).toFixed(),
        close: first.at(-1)?.toFixed() ?? "",
        volume: "0",
      },
    ]);
  });

  it("are stored only for minutes with published ticks if the clock jumps by a day", async () => {
    await runMinutes(2);
    vi.setSystemTime(AT + 86_400_000);
    await run({ source: slow(), startedMs: AT + 86_400_000 });
    await run({ source: slow(), startedMs: AT + 86_400_000 + MINUTE });
    const storedItems = await stored("BTC", "1m", AT, AT + 86_400_000);
    expect(storedItems.map(({ startMs }) => (startMs - AT) / MINUTE)).toEqual([
      0,
      1,
      2,
      ...range(1429, 1440),
    ]);
  });
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe("a publisher", () => {
  it("that fails does not stop the feed, and is closed at the end", async () => {
    let closed = 0;
    const failing = {
      publish: () => {
        throw new Error("gone");
      },
      close: async () => void closed++,
    };
    expect(await run({ startedMs: lateMs(), openPublisher: () => failing })).toMatchObject({ ticks: 50 });
    expect(closed).toBe(1);
    expect((await Latest.latest()).get("BTC")?.timestamp).toBe(new Date(AT + 24_500).toISOString());
  });

  it("receives the end time of the run", async () => {
    const ends: number[] = [];
    const openPublisher = (untilMs: number) => {
      ends.push(untilMs);
      return publisher;
    };
    await run({ startedMs: lateMs(), openPublisher });
    expect(ends).toEqual([Date.now()]);
  });

  it("is not opened by a run without the lease", async () => {
    let opened = 0;
    await Lease.acquire("prices-feed", "other", 120);
    const openPublisher = () => {
      opened++;
      return publisher;
    };
    await run({ openPublisher });
    await Lease.release("prices-feed", "other");
    expect(opened).toBe(0);
  });
});

describe("a source", () => {
  const flaky = (isDown: () => boolean, changes: Partial<PriceSource> = {}): PriceSource => {
    const market = simulated("flaky");
    return {
      ...market,
      name: "live",
      computed: false,
      quotes: async (...input) => {
        if (isDown()) throw new SourceFailure("down");
        return market.quotes(...input);
      },
      ...changes,
    };
  };

  it("that fails does not end the run, which keeps the last prices and their time", async () => {
    const source = flaky(() => Date.now() >= AT + 10_000 && Date.now() < AT + 50_000);
    let thefts = 0;
    const result = await run({
      source,
      sleep: async (ms) => {
        await sleep(ms);
        if (Date.now() === AT + 45_000 && (await Lease.acquire("prices-feed", "thief", 60))) thefts++;
      },
    });
    expect(result).toMatchObject({ ended: "minute over", ticks: 50 });
    // The run continues and holds the lease.
    expect(thefts).toBe(0);
    const down = flaky(() => true);
    await expect(run({ source: down, startedMs: AT + MINUTE })).rejects.toThrow("no price in the whole run");
    const storedItems = await SnapshotStore.read("live");
    expect(storedItems?.atMs).toBe(AT + 64_500);
    expect(storedItems?.assets.get("BTC")?.atMs).toBe(AT + 64_500);
  });

  it("is requested at its own intervals", async () => {
    const asked: number[] = [];
    const market = simulated("slow");
    const source: PriceSource = {
      ...market,
      quotesEveryMs: 3_000,
      quotes: async (names, atMs) => {
        asked.push(atMs - AT);
        return market.quotes(names, atMs);
      },
    };
    await run({ source });
    expect(asked).toEqual(range(0, 22).map((index) => index * 3_000));
  });

  it("is requested again for failed trends and facts, while its prices are published", async () => {
    let asked = 0;
    const source = flaky(() => false, {
      trends: async () => {
        asked++;
        throw new SourceFailure("down");
      },
      facts: async () => {
        throw new SourceFailure("down");
      },
    });
    expect(await run({ source, startedMs: lateMs() })).toMatchObject({ ticks: 50 });
    expect(asked).toBe(5);
    expect((await Latest.latest()).get("BTC")?.change24h).toBe("0.00");
  });

  it("gets the last prices, also those of the previous run, to compare new quotes with", async () => {
    const known: number[] = [];
    const source = flaky(() => false);
    await run({ source, startedMs: lateMs() });
    const watching = flaky(() => false, {
      quotes: async (names, atMs, before) => {
        known.push(before?.get("BTC")?.atMs ?? 0);
        return source.quotes(names, atMs);
      },
    });
    await run({ source: watching, startedMs: AT - 30_000 });
    expect(known.slice(0, 2)).toEqual([AT + 24_500, AT + 25_000]);
  });
});

it("the scheduled function runs the feed for its event's minute, within its time limit", async () => {
  let asked = 0;
  const context = lambdaContext({ id: "prices.feed" });
  const ending = { ...context, getRemainingTimeInMillis: () => (asked++ < 3 ? 60_000 : 0) };
  const time = new Date(AT).toISOString();
  expect(await handler({ time }, ending)).toEqual({ ended: "stopped", ticks: 1, snapshots: 2 });
  expect([...(await Latest.latest()).keys()]).toEqual(symbols);
  expect(await handler({ time: new Date(AT - 2 * MINUTE).toISOString() }, context)).toMatchObject({
    ticks: 0,
  });
});
