import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { AssetState, Snapshot } from "./snapshot.ts";
import { bucketStart } from "./sources/candles.ts";
import { HISTORY_DAYS } from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";
import type { Extreme, Facts, Quote, Trend } from "./sources/values.ts";

type Range = Pick<Trend, "high24h" | "low24h">;

/** The last known state of every asset at one source. An asset that the source no longer returns keeps its last state. */
export class PriceBook {
  readonly source: PriceSource;
  readonly #states: Map<string, AssetState>;
  /** The ranges of prices since the last request for trends, whose response may not include them. */
  #rangeSince = new Map<string, Range>();
  #factsAtMs: number;

  /** @param previous the last snapshot of the same source */
  constructor(source: PriceSource, previous?: Snapshot) {
    this.source = source;
    this.#states = new Map(previous?.assets);
    this.#factsAtMs = previous?.factsAtMs ?? 0;
  }

  /** Discards the trends, which are outdated after a pause. */
  discardTrends(): void {
    for (const symbol of this.#states.keys()) this.#set(symbol, { trend: { before: {} } });
  }

  state(symbol: string): AssetState | undefined {
    return this.#states.get(symbol);
  }

  /** Requests prices. @returns the symbols whose price or volume changed @throws SourceFailure */
  async updateQuotes(atMs: number): Promise<readonly string[]> {
    const quotes = await this.source.quotes(symbols(), atMs, this.#states);
    return [...quotes].flatMap(([symbol, quote]) => (this.#update(symbol, quote) ? [symbol] : []));
  }

  /** @returns whether price or volume changed */
  #update(symbol: string, { usd, volume24h, atMs }: Quote): boolean {
    const last = this.#states.get(symbol);
    const { trend = { before: {} }, facts = {} } = last ?? {};
    this.#rangeSince.set(symbol, widen(this.#rangeSince.get(symbol) ?? {}, { high24h: usd, low24h: usd }));
    const wider = widen(trend, { high24h: usd, low24h: usd });
    this.#states.set(symbol, { usd, volume24h, atMs, trend: wider, facts });
    return !last?.usd.eq(usd) || !last.volume24h.eq(volume24h);
  }

  /** Requests changes, ranges and volumes of the assets with a known price. @throws SourceFailure */
  async updateTrends(atMs: number): Promise<void> {
    const rangeSince = new Map<string, Range>();
    this.#rangeSince = rangeSince;
    const trends = await this.source.trends([...this.#states.keys()], atMs);
    for (const [symbol, trend] of trends)
      this.#set(symbol, { trend: widen(trend, rangeSince.get(symbol) ?? {}) });
  }

  /** Requests supplies and all-time extremes. @throws SourceFailure */
  async updateFacts(atMs: number): Promise<void> {
    const known = [...this.#states.keys()];
    const answers = await this.source.facts(known, atMs);
    this.#factsAtMs = atMs;
    await Promise.all(
      known.map(async (symbol) => {
        const answer = answers.get(symbol) ?? {};
        const extremes = answer.allTimeHigh ? {} : await this.#extremes(symbol, atMs);
        const before = this.#states.get(symbol)?.facts ?? {};
        const facts = { ...before, ...extremes, ...answer };
        // Older extremes are preserved if the source covers only a year.
        const allTimeHigh = furthest((a, b) => a.gt(b), before.allTimeHigh, facts.allTimeHigh);
        const allTimeLow = furthest((a, b) => a.lt(b), before.allTimeLow, facts.allTimeLow);
        this.#set(symbol, { facts: { ...facts, allTimeHigh, allTimeLow } });
      }),
    );
  }

  /** Returns the highest and lowest price of the history, for a source without all-time extremes. */
  async #extremes(symbol: string, atMs: number): Promise<Pick<Facts, "allTimeHigh" | "allTimeLow">> {
    const toMs = bucketStart(atMs, "1d");
    const days = await this.source
      .candles(symbol, "1d", toMs - HISTORY_DAYS * DAY_MS, toMs)
      .catch((error: unknown) => {
        if (error instanceof SourceFailure) return [];
        throw error;
      });
    const of = (side: "high" | "low") =>
      days.map((day) => ({ usd: new Decimal(day[side]), atMs: day.startMs }));
    return {
      allTimeHigh: furthest((a, b) => a.gt(b), ...of("high")),
      allTimeLow: furthest((a, b) => a.lt(b), ...of("low")),
    };
  }

  #set(symbol: string, known: Pick<AssetState, "trend"> | Pick<AssetState, "facts">): void {
    const state = this.#states.get(symbol);
    if (state) this.#states.set(symbol, { ...state, ...known });
  }

  /** Returns the state of all assets, in the platform's order. */
  snapshot(atMs: number): Snapshot {
    const assets = symbols().flatMap((symbol) => {
      const state = this.#states.get(symbol);
      return state ? [[symbol, state] as const] : [];
    });
    return { source: this.source.name, atMs, factsAtMs: this.#factsAtMs, assets: new Map(assets) };
  }
}

/** Extends a range to include another. */
const widen = <T extends Range>(range: T, { high24h, low24h }: Range): T => ({
  ...range,
  ...(high24h && { high24h: Decimal.max(range.high24h ?? high24h, high24h) }),
  ...(low24h && { low24h: Decimal.min(range.low24h ?? low24h, low24h) }),
});

/** Returns the most extreme price, the first of equal ones. */
const furthest = (
  isFurther: (a: Decimal, b: Decimal) => boolean,
  ...prices: readonly (Extreme | undefined)[]
): Extreme | undefined =>
  prices.reduce((most, one) => (!most || (one && isFurther(one.usd, most.usd)) ? one : most), undefined);

const symbols = (): string[] => Assets.list().map((asset) => asset.symbol);
