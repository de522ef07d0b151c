import type { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { DAY_MS } from "../kernel/time.ts";
import { changeOf, type Priced, stateOf } from "./describe.ts";
import { PricesStale } from "./errors.ts";
import { ofNewest } from "./newest.ts";
import { spotOf } from "./sources/spot.ts";

/**
 * Current prices for valuations and movements. `listing.ts` has all other price data, so that functions that only value
 * something do not bundle it.
 */

/** The price of one unit of an asset. */
export interface Price {
  readonly usd: Decimal;
  readonly eur: Decimal;
  /** Percent over the last 24 hours, of the price in US dollars. */
  readonly change24h: Decimal;
}

/** Movements reject older prices. */
const MAX_AGE_MS = 120_000;

/** Current prices by symbol, and those of a day before. */
interface CurrentPrices {
  readonly assets: ReadonlyMap<string, Priced>;
}

const currentPrices = ofNewest<CurrentPrices>(compute);

function compute(seed: string, atMs: number): CurrentPrices {
  const assets = Assets.list().flatMap(({ symbol }) => {
    const spot = spotOf(seed, symbol);
    const priced = spot && {
      usd: spot.usdAt(atMs),
      atMs,
      trend: { before: { "24h": spot.usdAt(atMs - DAY_MS) } },
    };
    return priced ? [[symbol, priced] as const] : [];
  });
  return { assets: new Map(assets) };
}

/**
 * Returns the current price of every asset by symbol, for display.
 * @throws SERVICE_UNAVAILABLE before the first price is known
 */
export async function snapshot(): Promise<ReadonlyMap<string, Price>> {
  const all = await currentPrices();
  const eurUsd = stateOf(all, "EUR").usd;
  return new Map(
    [...all.assets].map(([symbol, state]) => [
      symbol,
      { usd: state.usd, eur: state.usd.div(eurUsd), change24h: changeOf(state, "24h") },
    ]),
  );
}

/**
 * Returns the current price of an asset, for movements.
 * @throws PRICES_STALE if it or the EUR/USD rate is older than 2 minutes; SERVICE_UNAVAILABLE before the first price is
 *   known
 */
export async function current(symbol: string): Promise<Price> {
  const all = await currentPrices();
  const [state, euro] = [stateOf(all, symbol), stateOf(all, "EUR")];
  const oldest = Math.min(state.atMs, euro.atMs);
  if (Clock.nowMs() - oldest > MAX_AGE_MS)
    throw fail(PricesStale, { details: { lastUpdated: new Date(oldest).toISOString() } });
  return { usd: state.usd, eur: state.usd.div(euro.usd), change24h: changeOf(state, "24h") };
}
