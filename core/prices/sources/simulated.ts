import { setImmediate as yieldToOthers } from "node:timers/promises";
import { Decimal } from "decimal.js";
import { DAY_MS } from "../../kernel/time.ts";
import { type Candle, HISTORY_DAYS, intervalMs, spanMs, spans } from "./schema.ts";
import { nameOf } from "./settings.ts";
import type { PriceSource } from "./source.ts";
import { type Model, modelOf, Spot } from "./spot.ts";
import type { Extreme, Facts, Quote, Trend } from "./values.ts";
import { saltOf, TICK_MS, uniform } from "./walk.ts";

/**
 * Prices without a network: a market per asset whose every figure follows from the seed and the time. Live prices are
 * the ticks of a walk. A candle covers all ticks of its time, so an hour's candle is exactly the aggregate of its minutes' candles.
 */

const MINUTE_MS = intervalMs["1m"];
const HOUR_MINUTES = 60;
const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** Yields to other work after this number of candles. */
const CANDLES_AT_ONCE = 1_000;

/** The market of one asset. */
class Market extends Spot {
  readonly #volumeSalt: number;

  constructor(seed: string, symbol: string, model: Model) {
    super(seed, symbol, model);
    this.#volumeSalt = saltOf(`${seed}/${symbol}/volume`);
  }

  /** Returns the US dollars traded in whole minutes: each hour and each minute has a random share of its own. */
  #volume(fromMs: number, toMs: number): Decimal {
    // Whole cents are exact as a JS number up to 90,000,000 million dollars.
    let cents = 0;
    for (let minute = Math.floor(fromMs / MINUTE_MS); minute < Math.floor(toMs / MINUTE_MS); minute++) {
      const hour = Math.floor(minute / HOUR_MINUTES);
      const share =
        (1 + 0.5 * uniform(this.#volumeSalt, hour)) * (1 + 0.5 * uniform(this.#volumeSalt + 1, minute));
      cents += Math.round(((this.model.dailyVolumeUsd * 100) / DAY_MINUTES) * share);
    }
    return new Decimal(cents).div(100);
  }

  candle(startMs: number, ms: number): Candle {
    const endMs = startMs + ms;
    return {
      startMs,
      open: this.usdAt(startMs).toFixed(),
      high: this.#extreme(1, startMs, endMs).usd.toFixed(),
      low: this.#extreme(-1, startMs, endMs).usd.toFixed(),
      close: this.usdAt(endMs - TICK_MS).toFixed(),
      volume: this.#volume(startMs, endMs).toFixed(),
    };
  }

  #extreme(sign: 1 | -1, fromMs: number, toMs: number): Extreme {
    const { atMs, value } = this.walk.furthest(sign, fromMs, toMs);
    return { usd: this.toUsd(value), atMs };
  }

  quote(atMs: number): Quote {
    return { usd: this.usdAt(atMs), volume24h: this.#volume(atMs - DAY_MS, atMs), atMs };
  }

  trend(atMs: number): Trend {
    return {
      before: Object.fromEntries(spans.map((span) => [span, this.usdAt(atMs - spanMs[span])])),
      high24h: this.#extreme(1, atMs - DAY_MS, atMs + 1).usd,
      low24h: this.#extreme(-1, atMs - DAY_MS, atMs + 1).usd,
      volumeBefore24h: this.#volume(atMs - 2 * DAY_MS, atMs - DAY_MS),
    };
  }

  /** Returns the supply, and the highest and lowest price of the last 365 days: this market has no others. */
  facts(atMs: number): Facts {
    const fromMs = Math.floor(atMs / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS;
    return {
      ...this.model.supply,
      allTimeHigh: this.#extreme(1, fromMs, atMs + 1),
      allTimeLow: this.#extreme(-1, fromMs, atMs + 1),
    };
  }
}

/** Returns a source of simulated prices. The same seed always gives the same prices, in any process. */
export function simulated(seed: string): PriceSource {
  const markets = new Map<string, Market>();
  const market = (symbol: string): Market | undefined => {
    const model = modelOf(symbol);
    const one = markets.get(symbol) ?? (model && new Market(seed, symbol, model));
    if (one) markets.set(symbol, one);
    return one;
  };
  const each = async <T>(symbols: readonly string[], answer: (one: Market) => T): Promise<Map<string, T>> => {
    const found = symbols.map((symbol) => [symbol, market(symbol)] as const);
    return new Map(found.flatMap(([symbol, one]) => (one ? [[symbol, answer(one)] as const] : [])));
  };
  return {
    name: nameOf(seed),
    quotesEveryMs: TICK_MS,
    trendsEveryMs: 5_000,
    computed: true,
    covers: (symbol) => modelOf(symbol) !== undefined,
    quotes: (symbols, atMs) => each(symbols, (one) => one.quote(atMs)),
    trends: (symbols, atMs) => each(symbols, (one) => one.trend(atMs)),
    facts: (symbols, atMs) => each(symbols, (one) => one.facts(atMs)),
    candles: async (symbol, interval, fromMs, toMs) => {
      const one = market(symbol);
      const found: Candle[] = [];
      for (let startMs = fromMs; one && startMs < toMs; startMs += intervalMs[interval]) {
        if (found.length % CANDLES_AT_ONCE === 0) await yieldToOthers();
        found.push(one.candle(startMs, intervalMs[interval]));
      }
      return found;
    },
  };
}

let cached: { readonly seed: string; readonly source: PriceSource } | undefined;

/** Returns the simulated source of a seed, one for the process. */
export function simulatedOf(seed: string): PriceSource {
  if (cached?.seed !== seed) cached = { seed, source: simulated(seed) };
  return cached.source;
}
