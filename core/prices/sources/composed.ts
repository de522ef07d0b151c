import type { PriceSource } from "./source.ts";

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
