import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/candles.json" with { type: "json" };
import { aggregate, bucketStart, extend, fill, first, fromTicks, isFiller } from "./candles.ts";
import { type Candle, type Interval, intervalMs } from "./schema.ts";

const candleOf = (row: readonly unknown[]): Candle => {
  const [startMs, ...prices] = row;
  const [open = "", high = "", low = "", close = "", volume = ""] = prices.map((price) =>
    new Decimal(String(price)).toFixed(),
  );
  return { startMs: Number(startMs), open, high, low, close, volume };
};
const rows = {
  "1m": vectors.c1m.map(candleOf),
  "5m": vectors.c5m.map(candleOf),
  "15m": vectors.c15m_derived.map(candleOf),
  "1h": vectors.c1h_derived.map(candleOf),
};

describe("candles of an exchange", () => {
  it.each([
    ["1m", "5m"],
    ["1m", "15m"],
    ["1m", "1h"],
    ["5m", "15m"],
    ["5m", "1h"],
    ["15m", "1h"],
  ] as const)("of %s aggregate to its candles of %s", (shorter, longer) => {
    expect(aggregate(rows[shorter], longer)).toEqual(rows[longer]);
  });

  it("aggregate without the candles that only repeat the previous close", () => {
    const at = rows["1m"].findIndex(({ startMs }) => startMs === 1_570_755_000_000);
    const [repeated, before] = [rows["1m"][at], rows["1m"][at - 1]];
    expect(isFiller(repeated as Candle, before?.close)).toBe(true);
    expect(aggregate(rows["1m"].slice(at, at + 5), "5m", before?.close)[0]?.open).toBe("0.00141609");
  });
});

describe("ticks", () => {
  const at = Date.parse("2026-11-21T09:30:00Z");

  it("on a boundary belong to the bucket that begins there, in any order of arrival", () => {
    const ticks = [
      { atMs: at + 59_999, price: "4", volume: "0.1" },
      { atMs: at + 60_000, price: "9" },
      { atMs: at, price: "2", volume: "0.2" },
      { atMs: at + 1, price: "1" },
      { atMs: at + 2, price: "5" },
    ];
    expect(fromTicks(ticks, "1m")).toEqual([
      { startMs: at, open: "2", high: "5", low: "1", close: "4", volume: "0.3" },
      { startMs: at + 60_000, open: "9", high: "9", low: "9", close: "9", volume: "0" },
    ]);
  });

  it("give the same candle if they are added one by one and all at once", () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => new Decimal(units).div(1e6).toFixed());
    const ticks = fc.array(fc.record({ offset: fc.nat(59_999), price, volume: price }), { minLength: 1 });
    fc.assert(
      fc.property(ticks, (made) => {
        const points = made
          .map(({ offset, ...rest }) => ({ atMs: at + offset, ...rest }))
          .sort((a, b) => a.atMs - b.atMs);
        const [head, ...others] = points;
        expect(fromTicks(points, "1m")).toEqual(head && [others.reduce(extend, first(at, head))]);
      }),
    );
  });
});

it.each<[Interval, string]>([
  ["1m", "2026-11-21T09:31:00.000Z"],
  ["5m", "2026-11-21T09:30:00.000Z"],
  ["15m", "2026-11-21T09:30:00.000Z"],
  ["1h", "2026-11-21T09:00:00.000Z"],
  ["4h", "2026-11-21T08:00:00.000Z"],
  ["1d", "2026-11-21T00:00:00.000Z"],
])("a bucket of %s begins at a whole multiple of it in UTC", (interval, start) => {
  expect(new Date(bucketStart(Date.parse("2026-11-21T09:31:59.999Z"), interval)).toISOString()).toBe(start);
});

/** Candles of minutes with trades, without trades, flat ones with zero volume, and gaps. */
const minutes = fc
  .array(
    fc.record({
      kind: fc.constantFrom("traded", "traded", "flat", "filler", "hole"),
      prices: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 }),
      volume: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 200 },
  )
  .map((made) => {
    const candles: Candle[] = [];
    for (const [index, { kind, prices, volume }] of made.entries()) {
      const [open = 1, a = 1, b = 1, close = 1] = prices;
      const startMs = index * intervalMs["1m"];
      const flat = (price: string) => ({
        startMs,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: "0",
      });
      if (kind === "hole") continue;
      if (kind === "filler") candles.push(flat(candles.at(-1)?.close ?? "3"));
      else if (kind === "flat") candles.push(flat(String(open)));
      else
        candles.push({
          startMs,
          open: String(open),
          high: String(Math.max(open, a, b, close)),
          low: String(Math.min(open, a, b, close)),
          close: String(close),
          volume: new Decimal(volume).div(10).toFixed(),
        });
    }
    return candles;
  });

describe("aggregation", () => {
  it.each<[Interval, Interval]>([
    ["5m", "15m"],
    ["5m", "1h"],
    ["15m", "1h"],
  ])("in two steps by %s gives the same candles of %s as in one step", (between, longer) => {
    fc.assert(
      fc.property(minutes, (candles) => {
        expect(aggregate(aggregate(candles, between), longer)).toEqual(aggregate(candles, longer));
      }),
    );
  });

  it("of single buckets with the previous close gives the same candles as of the whole series", () => {
    fc.assert(
      fc.property(minutes, (candles) => {
        const groups = Map.groupBy(candles, ({ startMs }) => bucketStart(startMs, "15m"));
        const apart = [...groups.values()].flatMap((group) => {
          const before = candles[candles.indexOf(group[0] as Candle) - 1];
          return aggregate(group, "15m", before?.close);
        });
        expect(apart).toEqual(aggregate(candles, "15m"));
      }),
    );
  });

  it("preserves the total volume, and puts open and close between low and high", () => {
    fc.assert(
      fc.property(minutes, (candles) => {
        const made = aggregate(candles, "5m");
        const total = (list: readonly Candle[]) =>
          list.reduce((sum, { volume }) => sum.plus(volume), new Decimal(0)).toFixed();
        expect(total(made)).toBe(total(candles));
        for (const { open, high, low, close } of made) {
          expect(Decimal.max(open, close, low).lte(high)).toBe(true);
          expect(Decimal.min(open, close, high).gte(low)).toBe(true);
        }
        const starts = made.map(({ startMs }) => startMs);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      }),
    );
  });
});

it("filling a series adds every candle after the first, and does not change longer candles", () => {
  fc.assert(
    fc.property(minutes, (candles) => {
      const endMs = 200 * intervalMs["1m"];
      const filled = fill(candles, "1m", 0, endMs);
      const [start] = candles;
      expect(filled).toHaveLength(start ? (endMs - start.startMs) / intervalMs["1m"] : 0);
      const withTrades = new Set(candles.map(({ startMs }) => bucketStart(startMs, "5m")));
      expect(aggregate(filled, "5m").filter(({ startMs }) => withTrades.has(startMs))).toEqual(
        aggregate(candles, "5m"),
      );
    }),
  );
});
