import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import type { Tick } from "./latest.ts";
import type { AssetState, Snapshot } from "./snapshot.ts";
import type { Extreme, Span, Trend } from "./sources/schema.ts";

/**
 * What a client sees of an asset's price (spec 2, section 2.4), from a snapshot. All rates between assets are
 * quotients of their prices in US dollars, so they agree with one another. Percentages have two decimals.
 */

export interface AssetPrice {
  readonly asset: Assets.Asset;
  readonly usd: Decimal;
  readonly eur: Decimal;
  /** Percent; 0 where the price so long ago is not known. */
  readonly change24h: Decimal;
  readonly change7d: Decimal;
  readonly volume24h: Decimal;
  /** Price by circulating supply. */
  readonly marketCap: Decimal;
  /** Whole units; 0 where an asset has no such figure. */
  readonly circulatingSupply: Decimal;
  readonly high24h: Decimal;
  readonly low24h: Decimal;
  readonly atMs: number;
}

export interface DetailedAssetPrice extends AssetPrice {
  readonly btc: Decimal;
  readonly eth: Decimal;
  readonly change1h: Decimal;
  readonly change30d: Decimal;
  readonly volumeChange24h: Decimal;
  /** Price by the supply that there can ever be, or by the one that there is where nothing bounds it. */
  readonly fullyDilutedValuation: Decimal;
  readonly totalSupply: Decimal;
  readonly maxSupply: Decimal;
  readonly allTimeHigh: Extreme;
  readonly allTimeLow: Extreme;
}

const ZERO = new Decimal(0);

/** How much more than before, in percent. */
export const percent = (now: Decimal, before: Decimal | undefined): Decimal =>
  before?.gt(0) ? now.div(before).minus(1).times(100).toDecimalPlaces(2) : ZERO;

/** What an asset costs, since when, and what it cost before. */
export interface Priced extends Pick<AssetState, "usd" | "atMs"> {
  readonly trend: Pick<Trend, "before">;
}

export const changeOf = ({ usd, trend }: Priced, span: Span): Decimal => percent(usd, trend.before[span]);

/** The state of an asset in the snapshot. @throws SERVICE_UNAVAILABLE when no price of it is known yet */
export function stateOf<T>(snapshot: { readonly assets: ReadonlyMap<string, T> }, symbol: string): T {
  const state = snapshot.assets.get(symbol);
  if (!state)
    throw fail(Unavailable, {
      message: text(
        `No price of ${symbol} is known at the moment. Try again shortly.`,
        `Aucun cours de ${symbol} n'est connu pour le moment. Réessayez dans un instant.`,
      ),
    });
  return state;
}

/** @throws SERVICE_UNAVAILABLE when its price, or the EUR/USD rate, is not known yet */
export function describe(snapshot: Snapshot, symbol: string): AssetPrice {
  const state = stateOf(snapshot, symbol);
  const { usd, volume24h, atMs, trend, facts } = state;
  const circulatingSupply = facts.circulatingSupply ?? ZERO;
  return {
    asset: Assets.get(symbol),
    usd,
    eur: usd.div(stateOf(snapshot, "EUR").usd),
    change24h: changeOf(state, "24h"),
    change7d: changeOf(state, "7d"),
    volume24h,
    marketCap: usd.times(circulatingSupply),
    circulatingSupply,
    high24h: Decimal.max(trend.high24h ?? usd, usd),
    low24h: Decimal.min(trend.low24h ?? usd, usd),
    atMs,
  };
}

/** @throws SERVICE_UNAVAILABLE as `describe`, and for want of bitcoin's or ether's price */
export function describeInDetail(snapshot: Snapshot, symbol: string): DetailedAssetPrice {
  const price = describe(snapshot, symbol);
  const state = stateOf(snapshot, symbol);
  const { usd, volume24h, trend, facts, atMs } = state;
  const totalSupply = facts.totalSupply ?? ZERO;
  const maxSupply = facts.maxSupply ?? ZERO;
  const { high24h, low24h } = price;
  return {
    ...price,
    btc: usd.div(stateOf(snapshot, "BTC").usd),
    eth: usd.div(stateOf(snapshot, "ETH").usd),
    change1h: changeOf(state, "1h"),
    change30d: changeOf(state, "30d"),
    volumeChange24h: percent(volume24h, trend.volumeBefore24h),
    fullyDilutedValuation: usd.times(maxSupply.gt(0) ? maxSupply : totalSupply),
    totalSupply,
    maxSupply,
    // The facts are asked for now and then: the last hours may have gone beyond them.
    allTimeHigh: facts.allTimeHigh?.usd.gte(high24h) ? facts.allTimeHigh : { usd: high24h, atMs },
    allTimeLow: facts.allTimeLow?.usd.lte(low24h) ? facts.allTimeLow : { usd: low24h, atMs },
  };
}

/** The prices of a snapshot as ticks (spec 2, section 6), each with the time at which its source saw it. */
export const ticksOf = ({ assets }: Snapshot): Tick[] =>
  [...assets].map(([symbol, state]) => ({
    symbol,
    price: state.usd.toFixed(),
    change24h: changeOf(state, "24h").toFixed(2),
    volume24h: state.volume24h.toFixed(2),
    timestamp: new Date(state.atMs).toISOString(),
  }));
