import type { Decimal } from "decimal.js";
import * as Assets from "../assets/index.ts";
import * as Clock from "../clock/index.ts";
import { env } from "../platform/env.ts";
import { simulated } from "./simulated.ts";

/** What one unit of an asset costs. */
export interface Price {
  readonly usd: Decimal;
  readonly eur: Decimal;
  /** Percent over the last 24 hours, of the price in US dollars. */
  readonly change24h: Decimal;
}

/** Prices refresh every 5 seconds (spec 2, section 2.4 and 8). */
const REFRESH_MS = 5000;
const DAY_MS = 86_400_000;

type Snapshot = ReadonlyMap<string, Price>;

let latest: { readonly atMs: number; readonly seed: string; readonly prices: Promise<Snapshot> } | undefined;

/** The current price of every asset that the platform holds, by symbol. */
export function snapshot(): Promise<Snapshot> {
  const atMs = Math.floor(Clock.nowMs() / REFRESH_MS) * REFRESH_MS;
  const seed = env("PRICE_SEED", "svc");
  if (latest?.atMs !== atMs || latest.seed !== seed) latest = { atMs, seed, prices: pricesAt(atMs, seed) };
  return latest.prices;
}

async function pricesAt(nowMs: number, seed: string): Promise<Snapshot> {
  const symbols = Assets.list().map((asset) => asset.symbol);
  const source = simulated(seed);
  const [now, before] = await Promise.all([source.usd(symbols, nowMs), source.usd(symbols, nowMs - DAY_MS)]);
  const eurUsd = priceOf(now, "EUR");
  return new Map(
    symbols.map((symbol) => {
      const usd = priceOf(now, symbol);
      const change24h = usd.div(priceOf(before, symbol)).minus(1).times(100).toDecimalPlaces(2);
      return [symbol, { usd, eur: usd.div(eurUsd), change24h }];
    }),
  );
}

function priceOf(prices: ReadonlyMap<string, Decimal>, symbol: string): Decimal {
  const price = prices.get(symbol);
  if (!price?.isPositive() || price.isZero())
    throw new RangeError(`the price source has no price of ${symbol}`);
  return price;
}
