import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { AssetState, Snapshot } from "./snapshot.ts";
import { bucketStart } from "./sources/candles.ts";
import { type Extreme, type Facts, HISTORY_DAYS, type Quote, type Trend } from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";

/** The highest and lowest price of some time. */
type Range = Pick<Trend, "high24h" | "low24h">;

/** What a source last said of every asset. What it cannot say anew stays as it was. */
export class PriceBook {
  readonly source: PriceSource;
  readonly #states: Map<string, AssetState>;
  /** The prices since trends were asked for last: an answer may know none of them. */
  #since = new Map<string, Range>();
  #factsAtMs: number;

  /** @param previous what was known before, of the same source */
  constructor(source: PriceSource, previous?: Snapshot) {
    this.source = source;
    this.#states = new Map(previous?.assets);
    this.#factsAtMs = previous?.factsAtMs ?? 0;
  }

  /** Forgets trends: after a pause they are of another time than the next price. */
  forgetTrends(): void {
    for (const symbol of this.#states.keys()) this.#set(symbol, { trend: { before: {} } });
  }

  state(symbol: string): AssetState | undefined {
    return this.#states.get(symbol);
  }

  /** Asks for prices. @returns the symbols whose price or volume is another now. @throws SourceFailure */
  async updateQuotes(atMs: number): Promise<readonly string[]> {
    const quotes = await this.source.quotes(symbols(), atMs, this.#states);
    return [...quotes].flatMap(([symbol, quote]) => (this.#isNews(symbol, quote) ? [symbol] : []));
  }

  #isNews(symbol: string, { usd, volume24h, atMs }: Quote): boolean {
    const last = this.#states.get(symbol);
    const { trend = { before: {} }, facts = {} } = last ?? {};
    this.#since.set(symbol, widened(this.#since.get(symbol) ?? {}, { high24h: usd, low24h: usd }));
    const wider = widened(trend, { high24h: usd, low24h: usd });
    this.#states.set(symbol, { usd, volume24h, atMs, trend: wider, facts });
    return !last?.usd.eq(usd) || !last.volume24h.eq(volume24h);
  }

  /** Asks for changes, ranges and volumes of the assets whose price is known. @throws SourceFailure */
  async updateTrends(atMs: number): Promise<void> {
    const since = new Map<string, Range>();
    this.#since = since;
    const trends = await this.source.trends([...this.#states.keys()], atMs);
    for (const [symbol, trend] of trends)
      this.#set(symbol, { trend: widened(trend, since.get(symbol) ?? {}) });
  }

  /** Asks for supplies and for the highest and lowest prices of all. @throws SourceFailure */
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
        // A source that looks back a year forgets what went further.
        const allTimeHigh = furthest((a, b) => a.gt(b), before.allTimeHigh, facts.allTimeHigh);
        const allTimeLow = furthest((a, b) => a.lt(b), before.allTimeLow, facts.allTimeLow);
        this.#set(symbol, { facts: { ...facts, allTimeHigh, allTimeLow } });
      }),
    );
  }

  /** The highest and lowest price that history has, where the source knows nothing older. */
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

  /** What is known now, of all assets in the platform's order. */
  snapshot(atMs: number): Snapshot {
    const assets = symbols().flatMap((symbol) => {
      const state = this.#states.get(symbol);
      return state ? [[symbol, state] as const] : [];
    });
    return { source: this.source.name, atMs, factsAtMs: this.#factsAtMs, assets: new Map(assets) };
  }
}

/** A range with the prices of another in it. */
const widened = <T extends Range>(range: T, { high24h, low24h }: Range): T => ({
  ...range,
  ...(high24h && { high24h: Decimal.max(range.high24h ?? high24h, high24h) }),
  ...(low24h && { low24h: Decimal.min(range.low24h ?? low24h, low24h) }),
});

/** The price that went furthest; of two that are equal the first. */
const furthest = (
  isFurther: (a: Decimal, b: Decimal) => boolean,
  ...prices: readonly (Extreme | undefined)[]
): Extreme | undefined =>
  prices.reduce((most, one) => (!most || (one && isFurther(one.usd, most.usd)) ? one : most), undefined);

const symbols = (): string[] => Assets.list().map((asset) => asset.symbol);
