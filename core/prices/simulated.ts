import { createHash } from "node:crypto";
import { Decimal } from "decimal.js";
import type { PriceSource } from "./source.ts";

/**
 * Prices without a network: for each asset a random walk that depends on nothing but the seed and the time, so that any
 * process computes any instant's price by itself and all agree.
 *
 * The walk is value noise: random values on a lattice of time, smoothly joined, on several time scales whose size grows
 * with the root of their period, as a random walk's does.
 */

interface Model {
  /** The price in US dollars that the walk moves around. */
  readonly usd: number;
  /** The typical deviation over a year, as a share of the price. */
  readonly volatility: number;
}

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const PERIODS = [180 * DAY, 30 * DAY, 7 * DAY, DAY, DAY / 4, DAY / 24, 600_000, 60_000, 5_000];

const models: Readonly<Record<string, Model>> = {
  USD: { usd: 1, volatility: 0 },
  EUR: { usd: 1.1, volatility: 0.07 },
  BTC: { usd: 90_000, volatility: 0.5 },
  ETH: { usd: 3_200, volatility: 0.7 },
  USDC: { usd: 1, volatility: 0.002 },
};

/** Any other asset, the platform's own token among them. */
const OTHER: Model = { usd: 0.25, volatility: 0.9 };

const SIGNIFICANT_DIGITS = 8;

export const simulated = (seed: string): PriceSource => ({
  usd: async (symbols, atMs) => new Map(symbols.map((symbol) => [symbol, priceAt(seed, symbol, atMs)])),
});

function priceAt(seed: string, symbol: string, atMs: number): Decimal {
  const { usd, volatility } = models[symbol] ?? OTHER;
  const logarithm = PERIODS.reduce(
    (sum, period) => sum + Math.sqrt(period / YEAR) * noise(`${seed}/${symbol}/${period}`, atMs / period),
    0,
  );
  return new Decimal(usd * Math.exp(volatility * logarithm)).toSignificantDigits(SIGNIFICANT_DIGITS);
}

/** Smooth noise in [-1, 1]. */
function noise(name: string, at: number): number {
  const cell = Math.floor(at);
  const share = at - cell;
  const weight = share * share * (3 - 2 * share);
  return lattice(name, cell) * (1 - weight) + lattice(name, cell + 1) * weight;
}

/** The random value of a lattice point, in [-1, 1]. */
const lattice = (name: string, cell: number): number =>
  createHash("sha256").update(`${name}/${cell}`).digest().readInt32BE(0) / 2 ** 31;
