import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { bucketStart } from "./sources/candles.ts";
import {
  type AssetState,
  DAY_MS,
  type Extreme,
  type Facts,
  HISTORY_DAYS,
  type Quote,
  type Snapshot,
  type Trend,
} from "./sources/schema.ts";
import { type PriceSource, SourceFailure } from "./sources/source.ts";

/** Keeps an eye on a source: what was last learned of every asset. What cannot be learned anew stays as it was. */
export class Watch {
  readonly source: PriceSource;
  readonly #states: Map<string, AssetState>;
  #factsAtMs: number;

  /** @param previous what was known before, of the same source */
  constructor(source: PriceSource, previous?: Snapshot) {
    this.source = source;
    this.#states = new Map(previous?.assets);
    this.#factsAtMs = previous?.factsAtMs ?? 0;
  }

  get factsAtMs(): number {
    return this.#factsAtMs;
  }

  state(symbol: string): AssetState | undefined {
    return this.#states.get(symbol);
  }

  /** Asks for prices. @returns the symbols whose price or volume is another now. @throws SourceFailure */
  async quotes(atMs: number): Promise<readonly string[]> {
    const quotes = await this.source.quotes(symbols(), atMs, this.#states);
    return [...quotes].flatMap(([symbol, quote]) => (this.#learn(symbol, quote) ? [symbol] : []));
  }

  #learn(symbol: string, { usd, volume24h, atMs }: Quote): boolean {
    const last = this.#states.get(symbol);
    const { trend = { before: {} }, facts = {} } = last ?? {};
    this.#states.set(symbol, { usd, volume24h, atMs, trend, facts });
    return !last?.usd.eq(usd) || !last.volume24h.eq(volume24h);
  }

  /** Asks for changes, ranges and volumes of the assets whose price is known. @throws SourceFailure */
  async trends(atMs: number): Promise<void> {
    const trends = await this.source.trends([...this.#states.keys()], atMs);
    for (const [symbol, trend] of trends) this.#add(symbol, { trend });
  }

  /** Asks for supplies and for the highest and lowest prices of all. @throws SourceFailure */
  async facts(atMs: number): Promise<void> {
    const known = [...this.#states.keys()];
    const facts = await this.source.facts(known, atMs);
    this.#factsAtMs = atMs;
    await Promise.all(
      known.map(async (symbol) => {
        const told = facts.get(symbol) ?? {};
        const kept = this.#states.get(symbol)?.facts ?? {};
        const extremes = told.allTimeHigh ? {} : await this.#extremes(symbol, atMs);
        this.#add(symbol, { facts: widened(kept, { ...kept, ...extremes, ...told }) });
      }),
    );
  }

  /** The highest and lowest price of the days that history has, for assets that the source tells nothing older of. */
  async #extremes(symbol: string, atMs: number): Promise<Pick<Facts, "allTimeHigh" | "allTimeLow">> {
    const toMs = bucketStart(atMs, "1d");
    const days = await this.source
      .candles(symbol, "1d", toMs - HISTORY_DAYS * DAY_MS, toMs)
      .catch((error: unknown) => {
        if (error instanceof SourceFailure) return [];
        throw error;
      });
    const extreme = (side: "high" | "low", isFurther: (a: Decimal, b: Decimal) => boolean) =>
      days
        .map((day) => ({ usd: new Decimal(day[side]), atMs: day.startMs }))
        .reduce((a, b) => (isFurther(b.usd, a.usd) ? b : a));
    if (days.length === 0) return {};
    return {
      allTimeHigh: extreme("high", (a, b) => a.gt(b)),
      allTimeLow: extreme("low", (a, b) => a.lt(b)),
    };
  }

  #add(symbol: string, learned: { readonly trend: Trend } | { readonly facts: Facts }): void {
    const state = this.#states.get(symbol);
    if (state) this.#states.set(symbol, { ...state, ...learned });
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

/** A source that looks back a year forgets what was further: the highest and lowest of all only ever go out. */
function widened(kept: Facts, told: Facts): Facts {
  const further = (
    a: Extreme | undefined,
    b: Extreme | undefined,
    isFurther: (a: Decimal, b: Decimal) => boolean,
  ) => (a && (!b || isFurther(a.usd, b.usd)) ? a : b);
  const allTimeHigh = further(kept.allTimeHigh, told.allTimeHigh, (a, b) => a.gt(b));
  const allTimeLow = further(kept.allTimeLow, told.allTimeLow, (a, b) => a.lt(b));
  return { ...told, ...(allTimeHigh && { allTimeHigh }), ...(allTimeLow && { allTimeLow }) };
}

const symbols = (): string[] => Assets.list().map((asset) => asset.symbol);
