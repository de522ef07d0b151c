import { setImmediate as yieldToOthers } from "node:timers/promises";
import { Decimal } from "decimal.js";
import { type Model, modelOf } from "./models.ts";
import { lattice, saltOf } from "./noise.ts";
import { BLOCK_MINUTES, MINUTE_MS, type Path, remembered, TICK_MS } from "./path.ts";
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
import { nameOf } from "./settings.ts";
import type { PriceSource } from "./source.ts";
import { Spot } from "./spot.ts";

/**
 * Prices without a network: a market per asset whose every figure follows from the seed and the time. Live
 * prices are the ticks of a path, and a candle has all ticks of its time, so an hour's candle is exactly what
 * its minutes' candles come to. Where prices move, more is traded.
 */

const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;
const HOUR_MS = 3_600_000;
/** How many hours' and days' candles a market remembers. */
const MAX_HOURS_KEPT = 24 * (HISTORY_DAYS + 30);
const MAX_DAYS_KEPT = 2 * HISTORY_DAYS;
/** After so many minutes other work goes first. */
const MINUTES_AT_ONCE = 10_000;

/** A candle with prices as the path has them, before they are written out. */
interface Walked {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Whole cents: exact as a JS number up to 90,000,000 million dollars. */
  readonly cents: number;
}

/** The market of one asset. */
class Market {
  readonly model: Model;
  readonly #spot: Spot;
  readonly #path: Path;
  readonly #volumeSalt: number;
  readonly #hours = new Map<number, Walked>();
  readonly #days = new Map<number, Walked>();
  #volume: { readonly minuteMs: number; readonly cents: number } | undefined;

  constructor(seed: string, symbol: string, model: Model) {
    this.model = model;
    this.#spot = new Spot(seed, symbol, model);
    this.#path = this.#spot.path;
    this.#volumeSalt = saltOf(`${seed}/${symbol}/volume`);
  }

  usdAt = (atMs: number): Decimal => this.#spot.usdAt(atMs);

  #written = (logarithm: number): Decimal => this.#spot.written(logarithm);

  /** What is traded in a minute: half for how busy it is, half for how far its price goes. */
  #cents(minute: number): number {
    const { activity, move } = this.#path.minute(minute);
    const share = (activity + move) / 2;
    const chance = 1 + 0.3 * lattice(this.#volumeSalt, minute);
    return Math.round(((this.model.dailyVolumeUsd * 100) / MINUTES_PER_DAY) * share * chance);
  }

  /** The ticks in [fromMs, toMs) as one candle; its volume is that of the minutes that are whole. */
  #walk(fromMs: number, toMs: number): Walked {
    const open = this.#path.at(fromMs);
    const range = { high: open, low: open };
    let cents = 0;
    let atMs = fromMs;
    while (atMs < toMs) {
      const minute = Math.floor(atMs / MINUTE_MS);
      const [startMs, endMs] = [minute * MINUTE_MS, Math.min((minute + 1) * MINUTE_MS, toMs)];
      this.#path.widen(range, minute, Math.floor((atMs - startMs) / TICK_MS), (endMs - startMs) / TICK_MS);
      if (endMs - startMs === MINUTE_MS && atMs === startMs) cents += this.#cents(minute);
      atMs = endMs;
    }
    return { open, ...range, close: this.#path.at(Math.max(fromMs, toMs - TICK_MS)), cents };
  }

  /** The ticks in [fromMs, toMs), which is not empty: whole hours as they are remembered, and the rest. */
  #between(fromMs: number, toMs: number): Walked {
    const [firstHour, lastHour] = [
      Math.ceil(fromMs / HOUR_MS) * HOUR_MS,
      Math.floor(toMs / HOUR_MS) * HOUR_MS,
    ];
    if (firstHour >= lastHour) return this.#walk(fromMs, toMs);
    const parts = [this.walked(firstHour, lastHour - firstHour)];
    if (fromMs < firstHour) parts.unshift(this.#walk(fromMs, firstHour));
    if (lastHour < toMs) parts.push(this.#walk(lastHour, toMs));
    return joined(parts);
  }

  /** A candle of whole hours is what its hours come to. */
  walked(startMs: number, ms: number): Walked {
    if (ms < HOUR_MS) return this.#walk(startMs, startMs + ms);
    if (ms === HOUR_MS)
      return remembered(this.#hours, startMs, () => this.#walk(startMs, startMs + ms), MAX_HOURS_KEPT);
    if (ms === DAY_MS)
      return remembered(this.#days, startMs, () => this.#hoursOf(startMs, ms), MAX_DAYS_KEPT);
    return this.#hoursOf(startMs, ms);
  }

  #hoursOf(startMs: number, ms: number): Walked {
    const hours = Array.from({ length: ms / HOUR_MS }, (_, hour) => startMs + hour * HOUR_MS);
    return joined(hours.map((hour) => this.walked(hour, HOUR_MS)));
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

  /** What was traded over the 24 hours before the minute of an instant. */
  volume24h(atMs: number): Decimal {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    if (this.#volume?.minuteMs !== minuteMs)
      this.#volume = { minuteMs, cents: this.#between(minuteMs - DAY_MS, minuteMs).cents };
    return dollars(this.#volume.cents);
  }

  #volumeBefore24h(atMs: number): Decimal {
    const toMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS - DAY_MS;
    return dollars(this.#between(toMs - DAY_MS, toMs).cents);
  }

  trend(atMs: number): Trend {
    const tickMs = Math.floor(atMs / TICK_MS) * TICK_MS;
    const { high, low } = this.#between(tickMs - DAY_MS, tickMs + TICK_MS);
    return {
      before: Object.fromEntries(spans.map((span) => [span, this.usdAt(atMs - spanMs[span])])),
      high24h: this.#written(high),
      low24h: this.#written(low),
      volumeBefore24h: this.#volumeBefore24h(atMs),
    };
  }

  /** The highest and lowest of the last 365 days, which are all that there is of this market. */
  extremes(atMs: number): { readonly allTimeHigh: Extreme; readonly allTimeLow: Extreme } {
    const fromMs = Math.floor(atMs / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS;
    return {
      allTimeHigh: this.#furthest("high", fromMs, atMs),
      allTimeLow: this.#furthest("low", fromMs, atMs),
    };
  }

  /** The minute that went furthest. Only blocks that might reach further than all begin are looked into. */
  #furthest(side: "high" | "low", fromMs: number, toMs: number): Extreme {
    const sign = side === "high" ? 1 : -1;
    const blockMs = BLOCK_MINUTES * MINUTE_MS;
    let furthest = { atMs: toMs, logarithm: this.#path.at(toMs) };
    const reaches: { readonly startMs: number; readonly most: number }[] = [];
    for (let startMs = Math.floor(fromMs / blockMs) * blockMs; startMs < toMs; startMs += blockMs) {
      const { open, [side]: most } = this.#path.reach(startMs / blockMs);
      reaches.push({ startMs, most });
      if (startMs >= fromMs && sign * (open - furthest.logarithm) > 0)
        furthest = { atMs: startMs, logarithm: open };
    }
    for (const { startMs, most } of reaches) {
      if (sign * (most - furthest.logarithm) <= 0) continue;
      const endMs = Math.min(startMs + blockMs, toMs);
      for (let atMs = Math.max(startMs, fromMs); atMs < endMs; atMs += MINUTE_MS) {
        // Of the other side nothing is new.
        const range = { high: Number.POSITIVE_INFINITY, low: Number.NEGATIVE_INFINITY };
        range[side] = furthest.logarithm;
        this.#path.widen(range, atMs / MINUTE_MS, 0, Math.min(MINUTE_MS, endMs - atMs) / TICK_MS);
        if (range[side] !== furthest.logarithm) furthest = { atMs, logarithm: range[side] };
      }
    }
    return { usd: this.#written(furthest.logarithm), atMs: furthest.atMs };
  }
}

/** Candles that follow one another as one. */
const joined = (parts: readonly Walked[]): Walked =>
  parts.reduce((whole, { high, low, close, cents }) => ({
    open: whole.open,
    high: Math.max(whole.high, high),
    low: Math.min(whole.low, low),
    close,
    cents: whole.cents + cents,
  }));

const dollars = (cents: number): Decimal => new Decimal(cents).div(100);

/** A source of simulated prices. The same seed gives the same prices, in any process, for good. */
export function simulated(seed: string): PriceSource {
  const markets = new Map<string, Market>();
  const market = (symbol: string): Market | undefined => {
    const known = markets.get(symbol);
    const model = modelOf(symbol);
    if (known || !model) return known;
    const added = new Market(seed, symbol, model);
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
    name: nameOf(seed),
    quotesEveryMs: TICK_MS,
    trendsEveryMs: 5_000,
    computed: true,
    covers: (symbol) => modelOf(symbol) !== undefined,
    quotes: async (symbols, atMs) =>
      each(
        symbols,
        (one): Quote => ({
          usd: one.usdAt(atMs),
          volume24h: one.volume24h(atMs),
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
  const atOnceMs = Math.max(step, Math.floor((MINUTES_AT_ONCE * MINUTE_MS) / step) * step);
  const found: Candle[] = [];
  for (let startMs = fromMs; market && startMs < toMs; startMs += step) {
    if ((startMs - fromMs) % atOnceMs === 0) await yieldToOthers();
    found.push(market.candle(startMs, step));
  }
  return found;
}
