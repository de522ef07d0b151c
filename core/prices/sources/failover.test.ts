import { Decimal } from "decimal.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "../../platform/log.ts";
import { compose } from "./configured.ts";
import { failover } from "./failover.ts";
import { simulated } from "./simulated.ts";
import { NotOffered, type PriceSource, SourceFailure } from "./source.ts";
import type { Quote } from "./values.ts";

const AT = Date.parse("2026-11-21T09:30:00Z");
let now = AT;
const move = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};
beforeEach(() => {
  now = AT;
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Stub extends PriceSource {
  /** The symbols of each request for quotes. */
  readonly asked: string[];
  prices: Record<string, number>;
  failure: Error | undefined;
}

function stub(name: string, prices: Record<string, number>): Stub {
  const made: Stub = {
    name,
    quotesEveryMs: 1000,
    trendsEveryMs: 60_000,
    computed: false,
    asked: [],
    prices,
    failure: undefined,
    covers: (symbol) => symbol !== "NONE",
    async quotes(symbols) {
      made.asked.push(symbols.join());
      return answerFor(symbols, (usd): Quote => ({ usd, volume24h: new Decimal(0), atMs: now }));
    },
    trends: async (symbols) => answerFor(symbols, (usd) => ({ before: { "1h": usd } })),
    facts: async (symbols) => answerFor(symbols, (usd) => ({ maxSupply: usd })),
    candles: async (_symbol, _interval, startMs) =>
      answerFor(["BTC"], (usd) => usd.toFixed()) && [
        { startMs, open: "1", high: "1", low: "1", close: name, volume: "1" },
      ],
  };
  const answerFor = <T>(symbols: readonly string[], answer: (usd: Decimal) => T): Map<string, T> => {
    if (made.failure) throw made.failure;
    return new Map(
      symbols.flatMap((symbol) => {
        const usd = made.prices[symbol];
        return usd === undefined ? [] : [[symbol, answer(new Decimal(usd))]];
      }),
    );
  };
  return made;
}

const pair = (prices: Record<string, number> = { BTC: 100 }) => {
  const [first, second] = [stub("first", { ...prices }), stub("second", { ...prices })];
  return { first, second, both: failover([first, second]) };
};
const usdOf = (quotes: ReadonlyMap<string, Quote>) =>
  Object.fromEntries([...quotes].map(([symbol, { usd }]) => [symbol, usd.toNumber()]));
const knownOf = (usd: number, atMs = now) => new Map([["BTC", { usd: new Decimal(usd), atMs }]]);
const down = () => new SourceFailure("down");

describe("with two sources", () => {
  it("the second is requested only for assets that the first does not know", async () => {
    const { first, second, both } = pair({ BTC: 100, ETH: 10 });
    expect(usdOf(await both.quotes(["BTC", "ETH"], now))).toEqual({ BTC: 100, ETH: 10 });
    expect([first.asked, second.asked]).toEqual([["BTC,ETH"], []]);
    move(1000);
    first.prices = { BTC: 101 };
    expect(usdOf(await both.quotes(["BTC", "ETH"], now))).toEqual({ BTC: 101, ETH: 10 });
    expect(second.asked).toEqual(["ETH"]);
  });

  it("the second replaces the first while that fails, for every request", async () => {
    const { first, second, both } = pair();
    first.failure = down();
    second.prices = { BTC: 102 };
    expect(usdOf(await both.quotes(["BTC"], now))).toEqual({ BTC: 102 });
    expect((await both.trends(["BTC"], now)).get("BTC")?.before["1h"]?.toNumber()).toBe(102);
    expect((await both.facts(["BTC"], now)).get("BTC")?.maxSupply?.toNumber()).toBe(102);
    expect((await both.candles("BTC", "1m", now, now + 1))[0]?.close).toBe("second");
  });

  it("a request fails if both sources fail, and has no data if neither offers them", async () => {
    const { first, second, both } = pair();
    first.failure = down();
    second.failure = down();
    await expect(both.quotes(["BTC"], now)).rejects.toThrow(SourceFailure);
    await expect(both.candles("BTC", "1m", now, now)).rejects.toThrow("no price source responds");
    first.failure = new NotOffered("no");
    second.failure = new NotOffered("no");
    expect(await both.facts(["BTC"], now)).toEqual(new Map());
    await expect(both.candles("BTC", "1m", now, now)).rejects.toThrow(NotOffered);
  });

  it("an unexpected error of one source is thrown, although the other responds", async () => {
    const { first, both } = pair();
    first.failure = new TypeError("bug");
    await expect(both.quotes(["BTC"], now)).rejects.toThrow(TypeError);
  });
});

describe("a source that fails", () => {
  it("is paused after the third consecutive failure, longer after each further one, until it responds", async () => {
    const { first, both } = pair();
    first.failure = down();
    const asks = async (times: number) => {
      const before = first.asked.length;
      for (let time = 0; time < times; time++) {
        move(1000);
        await both.quotes(["BTC"], now);
      }
      return first.asked.length - before;
    };
    expect(await asks(10)).toBe(3);
    move(30_000);
    expect(await asks(10)).toBe(1);
    move(30_000);
    expect(await asks(1)).toBe(0);
    move(30_000);
    first.failure = undefined;
    expect(await asks(5)).toBe(5);
  });

  it("is paused for the time in its response, 5 minutes at most", async () => {
    const { first, both } = pair();
    first.failure = new SourceFailure("429", { restMs: 45_000 });
    await both.quotes(["BTC"], now);
    move(44_000);
    await both.quotes(["BTC"], now);
    expect(first.asked).toHaveLength(1);
    move(1_000);
    first.failure = new SourceFailure("418", { restMs: 86_400_000 });
    await both.quotes(["BTC"], now);
    move(300_000);
    await both.quotes(["BTC"], now);
    expect(first.asked).toHaveLength(3);
  });

  it("is not paused for requests of data that it does not offer", async () => {
    const { first, both } = pair();
    first.failure = new NotOffered("no");
    for (let time = 0; time < 5; time++) await both.facts(["BTC"], now);
    first.failure = undefined;
    await both.quotes(["BTC"], now);
    expect(first.asked).toHaveLength(1);
  });
});

describe("a price", () => {
  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])("of %d is rejected", async (usd) => {
    const { first, both } = pair();
    first.prices = { BTC: usd };
    expect(usdOf(await both.quotes(["BTC"], now))).toEqual({ BTC: 100 });
  });

  it("is rejected if it is more than 5 minutes old", async () => {
    const { first, second, both } = pair();
    const old = first.quotes;
    Object.assign(first, {
      quotes: async (...input: Parameters<typeof old>) =>
        new Map(
          [...(await old(...input))].map(([symbol, quote]) => [symbol, { ...quote, atMs: now - 300_001 }]),
        ),
    });
    second.prices = { BTC: 99 };
    expect(usdOf(await both.quotes(["BTC"], now))).toEqual({ BTC: 99 });
  });

  it.each([
    [125, 125],
    [126, 110],
    [80, 80],
    [79, 110],
  ])("of %d after 100 is accepted as %d if the other source reports 110", async (usd, believed) => {
    const { first, second, both } = pair();
    first.prices = { BTC: usd };
    second.prices = { BTC: 110 };
    expect(usdOf(await both.quotes(["BTC"], now, knownOf(100)))).toEqual({ BTC: believed });
  });

  it("far from the last one is accepted only if a second source confirms it", async () => {
    const { first, second, both } = pair();
    first.prices = { BTC: 50 };
    second.prices = { BTC: 51 };
    expect(usdOf(await both.quotes(["BTC"], now, knownOf(100)))).toEqual({ BTC: 51 });
    move(1000);
    second.prices = { BTC: 20 };
    const logged = vi.spyOn(log, "warn").mockReturnValue();
    await expect(both.quotes(["BTC"], now, knownOf(100))).rejects.toThrow(SourceFailure);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("quote differs by more than 25 %"),
      { symbol: "BTC", source: first.name, usd: "50", lastUsd: "100" },
    );
    logged.mockRestore();
    move(1000);
    // The last price is too old to reject a quote.
    expect(usdOf(await both.quotes(["BTC"], now, knownOf(100, now - 300_001)))).toEqual({ BTC: 50 });
  });
});

it("a source is requested no more often than it allows", async () => {
  const { first, both } = pair();
  await both.quotes(["BTC"], now);
  move(999);
  first.prices = { BTC: 105 };
  expect(usdOf(await both.quotes(["BTC"], now))).toEqual({ BTC: 100 });
  move(1);
  expect(usdOf(await both.quotes(["BTC"], now))).toEqual({ BTC: 105 });
});

it("assets that the main source does not cover are requested from the other, in the same order", async () => {
  const { first } = pair({ BTC: 100 });
  Object.assign(first, { covers: (symbol: string) => symbol === "BTC" });
  const source = compose(first, simulated("svc"));
  const quotes = await source.quotes(["USD", "BTC", "ETH"], now);
  expect([...quotes.keys()]).toEqual(["USD", "BTC", "ETH"]);
  expect(quotes.get("BTC")?.usd.toNumber()).toBe(100);
  expect(quotes.get("USD")?.usd.toNumber()).toBe(1);
  expect((await source.candles("BTC", "1m", now, now + 1))[0]?.close).toBe("first");
  expect((await source.candles("USD", "1m", now, now + 60_000))[0]?.close).toBe("1");
});
