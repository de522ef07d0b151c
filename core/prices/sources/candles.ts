import { Decimal } from "decimal.js";
import { Exact } from "../../kernel/decimal/index.ts";
import { type Candle, type Interval, intervalMs } from "./schema.ts";

/**
 * Builds candles from ticks and from shorter candles. A bucket begins at floor(t / interval) * interval in UTC; open is
 * its first price, high the highest, low the lowest, close the last, volume the sum.
 */

/** A price at an instant, and the volume traded at it. */
export interface PricePoint {
  readonly atMs: number;
  readonly price: string;
  readonly volume?: string;
}

/** Returns the start of an instant's bucket. An instant on the boundary belongs to the new bucket. */
export const bucketStart = (atMs: number, interval: Interval): number =>
  Math.floor(atMs / intervalMs[interval]) * intervalMs[interval];

const byTime = (a: { atMs: number }, b: { atMs: number }) => a.atMs - b.atMs;

/** Returns the candles of ticks, oldest first. Sorts the ticks by time. */
export function fromTicks(ticks: readonly PricePoint[], interval: Interval): Candle[] {
  const buckets = Map.groupBy([...ticks].sort(byTime), ({ atMs }) => bucketStart(atMs, interval));
  return [...buckets].map(([startMs, points]) =>
    points.slice(1).reduce(extend, first(startMs, points[0] as PricePoint)),
  );
}

/** Adds a later tick of the same bucket to a candle. */
export const extend = (candle: Candle, { price, volume = "0" }: PricePoint): Candle => ({
  ...candle,
  high: greater(candle.high, price),
  low: lesser(candle.low, price),
  close: price,
  volume: sum([candle.volume, volume]),
});

/** Returns the candle of one tick. */
export const first = (startMs: number, { price, volume = "0" }: PricePoint): Candle => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: sum([volume]),
});

/**
 * Aggregates candles to a longer interval, oldest first. Candles without trades (`isFiller`) are skipped; a bucket that
 * has only such candles becomes one itself. So the result does not depend on the number of steps.
 * @param candles ascending, of one interval that divides the longer one
 * @param previousClose the close before the first candle, if known
 */
export function aggregate(
  candles: readonly Candle[],
  interval: Interval,
  previousClose?: string | undefined,
): Candle[] {
  const buckets = new Map<number, Candle[]>();
  let close = previousClose;
  for (const candle of candles) {
    const startMs = bucketStart(candle.startMs, interval);
    const traded = buckets.get(startMs) ?? [];
    if (!isFiller(candle, close)) traded.push(candle);
    buckets.set(startMs, traded);
    close = candle.close;
  }
  const longer: Candle[] = [];
  close = previousClose;
  for (const [startMs, traded] of buckets) {
    const candle = traded.length > 0 ? merge(startMs, traded) : filler(startMs, close ?? "0");
    longer.push(candle);
    close = candle.close;
  }
  return longer;
}

function merge(startMs: number, candles: readonly Candle[]): Candle {
  const last = candles.at(-1) as Candle;
  return {
    startMs,
    open: (candles[0] as Candle).open,
    high: candles.map((one) => one.high).reduce(greater),
    low: candles.map((one) => one.low).reduce(lesser),
    close: last.close,
    volume: sum(candles.map((one) => one.volume)),
  };
}

/** Returns the candle of a bucket without trades: the previous close four times, and no volume. */
export const filler = (startMs: number, close: string): Candle => ({
  startMs,
  open: close,
  high: close,
  low: close,
  close,
  volume: "0",
});

/** Returns whether a candle only repeats the previous close. */
export function isFiller(candle: Candle, previousClose: string | undefined): boolean {
  if (previousClose === undefined || !equal(candle.volume, "0")) return false;
  return [candle.open, candle.high, candle.low, candle.close].every((price) => equal(price, previousClose));
}

/** Extends a candle's range by another candle of the same time, and takes the other's volume. */
export const covering = (candle: Candle, other: Candle): Candle => ({
  ...candle,
  high: greater(candle.high, other.high),
  low: lesser(candle.low, other.low),
  volume: other.volume,
});

/** Fills the gaps in a range of candles, from the first known close on. */
export function fill(candles: readonly Candle[], interval: Interval, fromMs: number, toMs: number): Candle[] {
  const known = new Map(candles.map((one) => [one.startMs, one]));
  const filled: Candle[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += intervalMs[interval]) {
    const before = filled.at(-1);
    const candle = known.get(startMs) ?? (before && filler(startMs, before.close));
    if (candle) filled.push(candle);
  }
  return filled;
}

const equal = (a: string, b: string): boolean => a === b || new Decimal(a).eq(b);
const greater = (a: string, b: string): string => (new Decimal(a).gte(b) ? a : b);
const lesser = (a: string, b: string): string => (new Decimal(a).lte(b) ? a : b);

/** Exact, since a volume may have more digits than the default precision. */
const sum = (amounts: readonly string[]): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Exact(0)).toFixed();
