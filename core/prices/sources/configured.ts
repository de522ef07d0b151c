import { env } from "../../kernel/env.ts";
import { binance } from "./binance.ts";
import { coingecko } from "./coingecko.ts";
import { failover } from "./failover.ts";
import { settings } from "./settings.ts";
import { simulatedOf } from "./simulated.ts";
import type { PriceSource } from "./source.ts";

/**
 * The source that the settings name. `PRICE_SOURCE` is `simulated`, or real sources in the order in which
 * they are asked (`binance,coingecko`). The US dollar is 1 by definition, and the platform's own token is
 * listed nowhere: with real sources, too, both are simulated.
 */

const live: Readonly<Record<string, () => PriceSource>> = {
  binance: () => binance(env("BINANCE_URL", "https://api.binance.com")),
  coingecko: () => coingecko(env("COINGECKO_URL", "https://api.coingecko.com/api/v3")),
};

let cached: { readonly of: string; readonly source: PriceSource } | undefined;

/** @throws Error when `PRICE_SOURCE` names a source that there is not */
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
        `PRICE_SOURCE names "${name.trim()}"; there are simulated, ${Object.keys(live).join(", ")}`,
      );
    return source;
  });
  if (!first) throw new Error("PRICE_SOURCE names no source");
  return composed(failover([first, ...others]), simulatedOf(seed));
}

/**
 * One source for what it covers, another for the rest. Answers of both come together; where the main one
 * fails, so does the whole: half of a market would be worse than the market of a moment ago.
 */
export function composed(main: PriceSource, rest: PriceSource): PriceSource {
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
    quotes: (symbols, atMs, known) => split(symbols, (source, asked) => source.quotes(asked, atMs, known)),
    trends: (symbols, atMs) => split(symbols, (source, asked) => source.trends(asked, atMs)),
    facts: (symbols, atMs) => split(symbols, (source, asked) => source.facts(asked, atMs)),
    candles: (symbol, ...range) => (main.covers(symbol) ? main : rest).candles(symbol, ...range),
  };
}
