import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import type { Tick } from "./latest.ts";
import type { AssetState, Snapshot } from "./snapshot.ts";
import type { Span } from "./sources/schema.ts";
import type { Trend } from "./sources/values.ts";

/**
 * The client's view of an asset's price (spec 2, section 2.4), from a snapshot. All rates between assets are quotients of
 * their prices in US dollars, so they are consistent. Percentages have two decimals, and are 0 if the earlier price is
 * unknown. Supplies are whole units, and 0 if an asset has none.
 */

export type AssetPrice = ReturnType<typeof describe>;
export type DetailedAssetPrice = ReturnType<typeof describeInDetail>;

const ZERO = new Decimal(0);

/** Returns the change in percent. */
export const percent = (now: Decimal, before: Decimal | undefined): Decimal =>
  before?.gt(0) ? now.div(before).minus(1).times(100).toDecimalPlaces(2) : ZERO;

/** The current and earlier prices of an asset. */
export interface Priced extends Pick<AssetState, "usd" | "atMs"> {
  readonly trend: Pick<Trend, "before">;
}

export const changeOf = ({ usd, trend }: Priced, span: Span): Decimal => percent(usd, trend.before[span]);

/** Returns the state of an asset. @throws SERVICE_UNAVAILABLE if it has no price yet */
export function stateOf<T>(snapshot: { readonly assets: ReadonlyMap<string, T> }, symbol: string): T {
  const state = snapshot.assets.get(symbol);
  if (!state)
    throw fail(Unavailable, {
      message: text(
        `The price of ${symbol} is currently unavailable. Try again shortly.`,
        `Le cours de ${symbol} est actuellement indisponible. Réessayez dans un instant.`,
      ),
    });
  return state;
}

/** @throws SERVICE_UNAVAILABLE if its price or the EUR/USD rate is unknown */
export function describe(snapshot: Snapshot, symbol: string) {
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

/** @throws SERVICE_UNAVAILABLE as `describe`, and if bitcoin's or ether's price is unknown */
export function describeInDetail(snapshot: Snapshot, symbol: string) {
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
    // If the supply is unlimited, the current total supply counts.
    fullyDilutedValuation: usd.times(maxSupply.gt(0) ? maxSupply : totalSupply),
    totalSupply,
    maxSupply,
    // The facts are older than the trend, whose extremes may exceed them.
    allTimeHigh: facts.allTimeHigh?.usd.gte(high24h) ? facts.allTimeHigh : { usd: high24h, atMs },
    allTimeLow: facts.allTimeLow?.usd.lte(low24h) ? facts.allTimeLow : { usd: low24h, atMs },
  };
}

/** Returns the prices of a snapshot as ticks (spec 2, section 6), each with its source's time. */
export const ticksOf = ({ assets }: Snapshot): Tick[] =>
  [...assets].map(([symbol, state]) => ({
    symbol,
    price: state.usd.toFixed(),
    change24h: changeOf(state, "24h").toFixed(2),
    volume24h: state.volume24h.toFixed(2),
    timestamp: new Date(state.atMs).toISOString(),
  }));
