import { env } from "../../kernel/env.ts";
import { binance } from "./binance.ts";
import { coingecko } from "./coingecko.ts";
import { failover } from "./failover.ts";
import { settings } from "./settings.ts";
import { simulatedOf } from "./simulated.ts";
import type { PriceSource } from "./source.ts";

/**
 * The configured source. `PRICE_SOURCE` is `simulated`, or real sources in the order of preference
 * (`binance,coingecko`). The US dollar is 1 by definition, and no exchange lists the platform's own token: both are
 * simulated also with real sources.
 */

const live: Readonly<Record<string, () => PriceSource>> = {
  binance: () => binance(env("BINANCE_URL", "https://api.binance.com")),
  coingecko: () => coingecko(env("COINGECKO_URL", "https://api.coingecko.com/api/v3")),
};

let cached: { readonly of: string; readonly source: PriceSource } | undefined;

/** @throws Error if `PRICE_SOURCE` names an unknown source */
export function configured(): PriceSource {
  const { sources, seed } = settings();
  const of = [sources, seed, env("BINANCE_URL", ""), env("COINGECKO_URL", "")].join("\n");
  if (cached?.of !== of) cached = { of, source: make(sources, seed) };
  return cached.source;
}

function make(names: string, seed: string): PriceSource {
  if (names === "simulated") return simulatedOf(seed);
  const [first, ...others] = names.split(",").map((name) => {
    const source = live[name.trim()]?.();
    if (!source)
      throw new Error(
        `PRICE_SOURCE names "${name.trim()}"; it must be simulated, or some of ${Object.keys(live).join(", ")}`,
      );
    return source;
  });
  if (!first) throw new Error("PRICE_SOURCE names no source");
  return compose(failover([first, ...others]), simulatedOf(seed));
}

/**
 * Composes a source for the assets that it covers with another for the rest. If one of them fails, the whole request
 * fails: the complete prices of a moment ago are better than half of the current ones.
 */
export function compose(main: PriceSource, rest: PriceSource): PriceSource {
  const split = async <T>(
    symbols: readonly string[],
    ask: (source: PriceSource, symbols: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> => {
    const covered = symbols.filter((symbol) => main.covers(symbol));
    const others = symbols.filter((symbol) => !main.covers(symbol));
    const [a, b] = await Promise.all([ask(main, covered), ask(rest, others)]);
    const both = new Map([...a, ...b]);
    return new Map(symbols.flatMap((symbol) => (both.has(symbol) ? [[symbol, both.get(symbol) as T]] : [])));
  };
  return {
    name: main.name,
    quotesEveryMs: main.quotesEveryMs,
    trendsEveryMs: main.trendsEveryMs,
    computed: main.computed && rest.computed,
    covers: (symbol) => main.covers(symbol) || rest.covers(symbol),
    quotes: (symbols, atMs, known) =>
      split(symbols, (source, requested) => source.quotes(requested, atMs, known)),
    trends: (symbols, atMs) => split(symbols, (source, requested) => source.trends(requested, atMs)),
    facts: (symbols, atMs) => split(symbols, (source, requested) => source.facts(requested, atMs)),
    candles: (symbol, ...range) => (main.covers(symbol) ? main : rest).candles(symbol, ...range),
  };
}
