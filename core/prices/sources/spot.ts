import { Decimal } from "decimal.js";
import * as Assets from "../../kernel/assets/index.ts";
import type { Facts } from "./values.ts";
import { Walk, type WalkOptions } from "./walk.ts";

/**
 * The price of an asset in the simulated market. Candles, volumes and extremes are in `simulated.ts`, so that a function
 * that only needs a price does not bundle them.
 */

/** The simulation's figures of an asset. */
export interface Model extends Omit<WalkOptions, "name"> {
  /** The price in US dollars that it moves around. */
  readonly usd: number;
  /** US dollars traded on a day. */
  readonly dailyVolumeUsd: number;
  readonly supply: Pick<Facts, "circulatingSupply" | "totalSupply" | "maxSupply">;
}

const units = (text: string): Decimal => new Decimal(text);

/** Durations as powers of 2 of half a second: 194 days, and a day and a half. */
const HALF_A_YEAR = 25;
const A_DAY = 18;
const crypto = (correlation: number) => ({ market: "crypto", correlation, memory: HALF_A_YEAR });
const ownMarket = (market: string, memory = HALF_A_YEAR) => ({ market, correlation: 1, memory });

const models: Readonly<Record<string, Model>> = {
  USD: { usd: 1, volatility: 0, ...ownMarket("money"), dailyVolumeUsd: 0, supply: {} },
  EUR: { usd: 1.1, volatility: 0.07, ...ownMarket("currencies"), dailyVolumeUsd: 1_500_000_000, supply: {} },
  BTC: {
    usd: 90_000,
    volatility: 0.5,
    ...crypto(0.9),
    dailyVolumeUsd: 30_000_000_000,
    supply: {
      circulatingSupply: units("19900000"),
      totalSupply: units("19900000"),
      maxSupply: units("21000000"),
    },
  },
  ETH: {
    usd: 3_200,
    volatility: 0.7,
    ...crypto(0.85),
    dailyVolumeUsd: 18_000_000_000,
    supply: { circulatingSupply: units("120700000"), totalSupply: units("120700000") },
  },
  USDC: {
    usd: 1,
    volatility: 0.02,
    // Holders redeem it for a dollar, so it returns to its peg within a day and a half.
    ...ownMarket("stablecoins", A_DAY),
    dailyVolumeUsd: 9_000_000_000,
    supply: { circulatingSupply: units("73000000000"), totalSupply: units("73000000000") },
  },
};

/** The platform's own token. Half of the supply circulates, the rest is in treasury and rewards. */
const native: Model = {
  usd: 0.25,
  volatility: 0.9,
  ...crypto(0.6),
  dailyVolumeUsd: 2_000_000,
  supply: {
    circulatingSupply: units("500000000"),
    totalSupply: units("1000000000"),
    maxSupply: units("1000000000"),
  },
};

/** Returns the model of an asset; undefined if the platform does not hold it. */
export const modelOf = (symbol: string): Model | undefined =>
  symbol === Assets.native.symbol ? native : models[symbol];

const SIGNIFICANT_DIGITS = 8;

export class Spot {
  readonly model: Model;
  /** The logarithm of the price, relative to the model's. */
  readonly walk: Walk;

  constructor(seed: string, symbol: string, model: Model) {
    this.model = model;
    this.walk = new Walk({ ...model, name: `${seed}/${symbol}`, market: `${seed}/${model.market}` });
  }

  usdAt = (atMs: number): Decimal => this.toUsd(this.walk.at(atMs));

  /** Rounds prices, and preserves the order of the walk's values. */
  toUsd = (logarithm: number): Decimal =>
    new Decimal(this.model.usd * Math.exp(logarithm)).toSignificantDigits(SIGNIFICANT_DIGITS);
}

let known: { readonly seed: string; readonly spots: Map<string, Spot> } | undefined;

/** Returns the price of an asset in the market of a seed; undefined if the market does not have it. */
export function spotOf(seed: string, symbol: string): Spot | undefined {
  const model = modelOf(symbol);
  if (!model) return undefined;
  if (known?.seed !== seed) known = { seed, spots: new Map() };
  const { spots } = known;
  const spot = spots.get(symbol) ?? new Spot(seed, symbol, model);
  spots.set(symbol, spot);
  return spot;
}
