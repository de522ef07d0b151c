import { setImmediate as yieldToOthers } from "node:timers/promises";
import { Decimal } from "decimal.js";
import { type Model, modelOf } from "./models.ts";
import { lattice, Path, saltOf } from "./path.ts";
import {
  type Candle,
  DAY_MS,
  type Extreme,
  type Facts,
  HISTORY_DAYS,
  type Interval,
  intervalMs,
  type Quote,
  spanMs,
  spans,
  type Trend,
} from "./schema.ts";
import type { PriceSource } from "./source.ts";

/**
 * Prices without a network: a market per asset whose every figure follows from the seed and the time. The
 * live price is the path at that instant; candles of all intervals are the same path sampled every 30
 * seconds, so an hour's candle is exactly what its minutes' candles come to.
 */

const SAMPLE_MS = 30_000;
const SAMPLES_PER_DAY = DAY_MS / SAMPLE_MS;
const SIGNIFICANT_DIGITS = 8;
const HOUR_MS = 3_600_000;
/** How many hours' and days' candles a market remembers: an hour costs 120 samples. */
const MAX_HOURS_KEPT = 24 * (HISTORY_DAYS + 30);
const MAX_DAYS_KEPT = 2 * HISTORY_DAYS;
/** After so many samples other work goes first: a year of hours is half a second. */
const SAMPLES_AT_ONCE = 20_000;

/** A candle with prices as the path has them, before they are written out. */
interface Walked {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Whole cents: exact as a JS number up to 90,000,000 million dollars. */
  readonly cents: number;
}

interface Day extends Walked {
  readonly startMs: number;
}

/** The market of one asset. */
class Market {
  readonly model: Model;
  readonly #path: Path;
  readonly #volumeSalt: number;
  readonly #hours = new Map<number, Walked>();
  readonly #days = new Map<number, Walked>();
  #volumes: { readonly sample: number; readonly last: number; readonly before: number } | undefined;
  #range: { readonly sample: number; readonly walked: Walked } | undefined;

  constructor(name: string, model: Model) {
    this.model = model;
    this.#path = new Path(name, model.volatility);
    this.#volumeSalt = saltOf(`${name}/volume`);
  }

  usdAt = (atMs: number): Decimal => this.#written(this.#path.at(atMs));

  /** Written prices keep the order of the path's values. */
  #written(logarithm: number): Decimal {
    return new Decimal(this.model.usd * Math.exp(logarithm)).toSignificantDigits(SIGNIFICANT_DIGITS);
  }

  /** What is traded in the 30 seconds that begin with a sample. */
  #cents(sample: number): number {
    const share = 1 + 0.8 * lattice(this.#volumeSalt, sample);
    return Math.round((this.model.dailyVolumeUsd * 100 * share) / SAMPLES_PER_DAY);
  }

  #centsBetween(from: number, to: number): number {
    let total = 0;
    for (let sample = from; sample < to; sample++) total += this.#cents(sample);
    return total;
  }

  /** Volumes, in cents, over the 24 hours before an instant and over the 24 hours before those. */
  volumes(atMs: number): { readonly last: number; readonly before: number } {
    const sample = Math.floor(atMs / SAMPLE_MS);
    if (this.#volumes?.sample !== sample)
      this.#volumes = {
        sample,
        last: this.#centsBetween(sample - SAMPLES_PER_DAY, sample),
        before: this.#centsBetween(sample - 2 * SAMPLES_PER_DAY, sample - SAMPLES_PER_DAY),
      };
    return this.#volumes;
  }

  /** The samples in [fromMs, toMs) as one candle. */
  #walk(fromMs: number, toMs: number): Walked {
    const open = this.#path.at(fromMs);
    let [high, low, close, cents] = [open, open, open, 0];
    for (let atMs = fromMs; atMs < toMs; atMs += SAMPLE_MS) {
      close = this.#path.at(atMs);
      if (close > high) high = close;
      if (close < low) low = close;
      cents += this.#cents(atMs / SAMPLE_MS);
    }
    return { open, high, low, close, cents };
  }

  /** A candle of whole hours is what its hours come to. */
  walked(startMs: number, ms: number): Walked {
    if (ms < HOUR_MS) return this.#walk(startMs, startMs + ms);
    if (ms === HOUR_MS)
      return remembered(this.#hours, MAX_HOURS_KEPT, startMs, () => this.#walk(startMs, startMs + ms));
    if (ms === DAY_MS) return remembered(this.#days, MAX_DAYS_KEPT, startMs, () => this.#joined(startMs, ms));
    return this.#joined(startMs, ms);
  }

  #joined(startMs: number, ms: number): Walked {
    const hours = Array.from({ length: ms / HOUR_MS }, (_, hour) =>
      this.walked(startMs + hour * HOUR_MS, HOUR_MS),
    );
    return hours.reduce((whole, { high, low, close, cents }) => ({
      open: whole.open,
      high: Math.max(whole.high, high),
      low: Math.min(whole.low, low),
      close,
      cents: whole.cents + cents,
    }));
  }

  candle(startMs: number, ms: number): Candle {
    const { cents, ...prices } = this.walked(startMs, ms);
    const text = (logarithm: number) => this.#written(logarithm).toFixed();
    return {
      startMs,
      open: text(prices.open),
      high: text(prices.high),
      low: text(prices.low),
      close: text(prices.close),
      volume: dollars(cents).toFixed(),
    };
  }

  trend(atMs: number): Trend {
    const sample = Math.floor(atMs / SAMPLE_MS);
    const toMs = sample * SAMPLE_MS;
    if (this.#range?.sample !== sample)
      this.#range = { sample, walked: this.#walk(toMs - DAY_MS, toMs + SAMPLE_MS) };
    const { high, low } = this.#range.walked;
    const now = this.usdAt(atMs);
    return {
      before: Object.fromEntries(spans.map((span) => [span, this.usdAt(atMs - spanMs[span])])),
      high24h: Decimal.max(this.#written(high), now),
      low24h: Decimal.min(this.#written(low), now),
      volumeBefore24h: dollars(this.volumes(atMs).before),
    };
  }

  /** The highest and lowest of the last 365 days, which are all that there is of this market. */
  extremes(atMs: number): { readonly allTimeHigh: Extreme; readonly allTimeLow: Extreme } {
    const today = Math.floor(atMs / DAY_MS) * DAY_MS;
    const days = Array.from({ length: HISTORY_DAYS }, (_, index) => today - (index + 1) * DAY_MS);
    const now = { startMs: today, ...this.#walk(today, atMs) };
    const highest = this.#furthest(days, now, (one) => one.high);
    const lowest = this.#furthest(days, now, (one) => -one.low);
    return {
      allTimeHigh: { usd: this.#written(highest.high), atMs: highest.startMs },
      allTimeLow: { usd: this.#written(lowest.low), atMs: lowest.startMs },
    };
  }

  /** The day that went furthest. Days are looked at from the one that might have; most need not be walked. */
  #furthest(
    days: readonly number[],
    today: Day,
    distance: (range: { readonly high: number; readonly low: number }) => number,
  ): Day {
    const reaches = days
      .map((startMs) => ({ startMs, most: distance(this.#path.reach(startMs)) }))
      .sort((a, b) => b.most - a.most);
    let furthest = today;
    for (const { startMs, most } of reaches) {
      if (most < distance(furthest)) break;
      const day = { startMs, ...this.walked(startMs, DAY_MS) };
      if (distance(day) > distance(furthest)) furthest = day;
    }
    return furthest;
  }
}

/** What a map has, computed where it does not; emptied when it is full. */
function remembered<T>(memory: Map<number, T>, most: number, key: number, compute: () => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  if (memory.size >= most) memory.clear();
  const value = compute();
  memory.set(key, value);
  return value;
}

const dollars = (cents: number): Decimal => new Decimal(cents).div(100);

/** A source of simulated prices. The same seed gives the same prices, in any process, for good. */
export function simulated(seed: string): PriceSource {
  const markets = new Map<string, Market>();
  const market = (symbol: string): Market | undefined => {
    const known = markets.get(symbol);
    const model = modelOf(symbol);
    if (known || !model) return known;
    const added = new Market(`${seed}/${symbol}`, model);
    markets.set(symbol, added);
    return added;
  };
  const each = <T>(symbols: readonly string[], answer: (one: Market) => T): ReadonlyMap<string, T> =>
    new Map(
      symbols.flatMap((symbol) => {
        const one = market(symbol);
        return one ? [[symbol, answer(one)] as const] : [];
      }),
    );
  return {
    name: `simulated ${seed}`,
    quotesEveryMs: 500,
    trendsEveryMs: 5_000,
    computed: true,
    covers: (symbol) => modelOf(symbol) !== undefined,
    quotes: async (symbols, atMs) =>
      each(
        symbols,
        (one): Quote => ({
          usd: one.usdAt(atMs),
          volume24h: dollars(one.volumes(atMs).last),
          atMs,
        }),
      ),
    trends: async (symbols, atMs) => each(symbols, (one) => one.trend(atMs)),
    facts: async (symbols, atMs) =>
      each(symbols, (one): Facts => ({ ...one.model.supply, ...one.extremes(atMs) })),
    candles: async (symbol, interval, fromMs, toMs) => candles(market(symbol), interval, fromMs, toMs),
  };
}

async function candles(
  market: Market | undefined,
  interval: Interval,
  fromMs: number,
  toMs: number,
): Promise<readonly Candle[]> {
  const step = intervalMs[interval];
  const atOnceMs = Math.max(step, Math.floor((SAMPLES_AT_ONCE * SAMPLE_MS) / step) * step);
  const found: Candle[] = [];
  for (let startMs = fromMs; market && startMs < toMs; startMs += step) {
    if ((startMs - fromMs) % atOnceMs === 0) await yieldToOthers();
    found.push(market.candle(startMs, step));
  }
  return found;
}
