import { Decimal } from "decimal.js";
import { Exact } from "../../kernel/decimal/index.ts";
import type { Fraction } from "../../kernel/money/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { log } from "../../platform/log.ts";
import * as Prices from "../../prices/index.ts";
import { ceilDiv } from "./engine/amounts.ts";
import { type PoolState, rootOf, worthOf } from "./engine/pool.ts";
import type { Pair } from "./pairs.ts";
import type { Position, PositionView } from "./schema.ts";

export type PriceList = Awaited<ReturnType<typeof Prices.snapshot>>;

/**
 * Returns the prices for valuations, or none if they are unavailable. Everything is then worth zero, so that missing
 * prices block neither a movement nor a list.
 */
export const pricesOrNone = (): Promise<PriceList> =>
  Prices.snapshot().catch((error: unknown) => {
    log.warn(
      "exchange: prices unavailable, values in this response are zero; check the price feed if this lasts",
      { error },
    );
    return new Map();
  });

type DollarPrices = ReadonlyMap<string, Pick<Prices.Price, "usd">>;

/** Returns the exact worth in US dollars. A token without a price is worth zero. */
export function worth(
  { token0, token1 }: Pair,
  { amount0, amount1 }: { readonly amount0: bigint; readonly amount1: bigint },
  prices: DollarPrices,
): Decimal {
  const value = (amount: bigint, { symbol, decimals }: Pair["token0"]) =>
    new Exact(Money.format(amount, decimals)).times(prices.get(symbol)?.usd ?? 0);
  return value(amount0, token0).plus(value(amount1, token1));
}

/** Returns token1 for one token0, in whole units; 0 for an empty pool. */
export function priceOf(
  { token0, token1 }: Pair,
  { reserve0, reserve1 }: { readonly reserve0: bigint; readonly reserve1: bigint },
): Decimal {
  if (reserve0 === 0n) return new Exact(0);
  return new Exact(Money.format(reserve1, token1.decimals)).div(Money.format(reserve0, token0.decimals));
}

/**
 * Returns the owner's view of a position, valued by the amounts for which its shares can be redeemed now. The fees are
 * the growth of its part of sqrt(k): a swap moves the price along k, and only its fee raises k.
 */
export function positionView(
  pair: Pair,
  position: Position,
  state: PoolState,
  prices: DollarPrices,
): PositionView {
  const { positionId: id, mode: _mode, userId: _user, version: _version, rootDeposited, ...shown } = position;
  const proceeds = worthOf(state, shown.lpTokens);
  const value = worth(pair, proceeds, prices);
  const root = rootOf(state, shown.lpTokens);
  const grown = root > rootDeposited ? root - rootDeposited : 0n;
  const fees = root === 0n ? new Exact(0) : value.times(grown.toString()).div(root.toString());
  return {
    id,
    ...shown,
    token0Amount: proceeds.amount0,
    token1Amount: proceeds.amount1,
    currentValue: dollars(value),
    unclaimedFees: dollars(fees),
  };
}

/** Formats dollars with 2 to 6 decimals, rounded down: fees may be fractions of a cent. */
function dollars(value: Decimal): string {
  const rounded = value.toDecimalPlaces(6, Decimal.ROUND_DOWN);
  return rounded.toFixed(Math.max(2, rounded.decimalPlaces()));
}

/** Formats a fraction in percent with up to 4 decimals, rounded up. */
export const percentUp = ([n, d]: Fraction): string => Money.format(ceilDiv(n * 1_000_000n, d), 4);

/** Formats a fraction in percent with up to 6 decimals, rounded down. */
export const percentDown = ([n, d]: Fraction): string => Money.format((n * 100_000_000n) / d, 6);
