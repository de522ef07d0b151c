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
 * What assets cost now, to value and to act on. All else that is known of prices is in `listing.ts`, which a
 * function that values something does not carry.
 */

/** What one unit of an asset costs. */
export interface Price {
  readonly usd: Decimal;
  readonly eur: Decimal;
  /** Percent over the last 24 hours, of the price in US dollars. */
  readonly change24h: Decimal;
}

/** Nobody acts on prices older than this. */
const TOO_OLD_TO_ACT_ON_MS = 120_000;

/** What assets cost by symbol, and what they did a day before. */
interface Costs {
  readonly assets: ReadonlyMap<string, Priced>;
}

const costs = ofNewest<Costs>(compute);

function compute(seed: string, atMs: number): Costs {
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
 * The current price of every asset that the platform holds, by symbol, to show.
 * @throws SERVICE_UNAVAILABLE before the first price is known
 */
export async function snapshot(): Promise<ReadonlyMap<string, Price>> {
  const all = await costs();
  const eurUsd = stateOf(all, "EUR").usd;
  return new Map(
    [...all.assets].map(([symbol, state]) => [
      symbol,
      { usd: state.usd, eur: state.usd.div(eurUsd), change24h: changeOf(state, "24h") },
    ]),
  );
}

/**
 * The current price of an asset, to act on.
 * @throws PRICES_STALE when it, or the EUR/USD rate, is older than 2 minutes
 */
export async function current(symbol: string): Promise<Price> {
  const all = await costs();
  const [state, euro] = [stateOf(all, symbol), stateOf(all, "EUR")];
  const oldest = Math.min(state.atMs, euro.atMs);
  if (Clock.nowMs() - oldest > TOO_OLD_TO_ACT_ON_MS)
    throw fail(PricesStale, { details: { lastUpdated: new Date(oldest).toISOString() } });
  return { usd: state.usd, eur: state.usd.div(euro.usd), change24h: changeOf(state, "24h") };
}
