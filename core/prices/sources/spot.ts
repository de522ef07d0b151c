import { Decimal } from "decimal.js";
import { type Model, modelOf } from "./models.ts";
import { Path } from "./path.ts";

/**
 * What an asset costs in the simulated market at an instant, and nothing else of that market: most functions
 * ask no more, and do not carry how its candles, volumes and extremes are made.
 */

const SIGNIFICANT_DIGITS = 8;

export class Spot {
  readonly path: Path;
  readonly #usd: number;

  constructor(seed: string, symbol: string, { usd, market, volatility, correlation, memory }: Model) {
    this.#usd = usd;
    this.path = new Path({
      name: `${seed}/${symbol}`,
      market: `${seed}/${market}`,
      correlation,
      volatility,
      memory,
    });
  }

  usdAt = (atMs: number): Decimal => this.written(this.path.at(atMs));

  /** Written prices keep the order of the path's values. */
  written = (logarithm: number): Decimal =>
    new Decimal(this.#usd * Math.exp(logarithm)).toSignificantDigits(SIGNIFICANT_DIGITS);
}

let known: { readonly seed: string; readonly spots: Map<string, Spot> } | undefined;

/** The price of an asset in the market of a seed; undefined of a symbol that is not in it. */
export function spotOf(seed: string, symbol: string): Spot | undefined {
  const model = modelOf(symbol);
  if (!model) return undefined;
  if (known?.seed !== seed) known = { seed, spots: new Map() };
  const { spots } = known;
  const spot = spots.get(symbol) ?? new Spot(seed, symbol, model);
  spots.set(symbol, spot);
  return spot;
}
