import { Decimal } from "decimal.js";
import type { Pool } from "../../core/defi/exchange/pools.ts";
import { readExchange } from "../../core/defi/exchange/pools.ts";
import * as Swaps from "../../core/defi/exchange/swap.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { Exact, toDecimal } from "../../core/kernel/decimal/index.ts";
import * as Prices from "../../core/prices/index.ts";
import { owned } from "../../core/wallets/owned.ts";

/**
 * The demo's arbitrageur: buys if a pool is cheaper than the market, and sells if it is dearer, so that pools stay near the
 * prices of the feed.
 */

/** The minimum profit beyond the fee, as a share of the price. */
const THRESHOLD = new Decimal("0.002");
const FEE_SCALE = 10_000;

/** A trade that brings a pool's price to the market's. */
export interface Opportunity {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amountIn: string;
}

/**
 * Returns the trade that brings the pool's price to the market's. Undefined if they differ by no more than the fee and the
 * threshold, or the amount rounds to zero.
 * @param market the price of token0 in token1, in whole units
 */
export function opportunity({ pair, state }: Pool, feeBps: bigint, market: Decimal): Opportunity | undefined {
  if (state.reserve0 === 0n || state.reserve1 === 0n) return undefined;
  const { token0, token1 } = pair;
  const reserve0 = toDecimal(state.reserve0, token0.decimals);
  const reserve1 = toDecimal(state.reserve1, token1.decimals);
  const least = new Decimal(Number(feeBps)).div(FEE_SCALE).plus(THRESHOLD);
  const premium = reserve1.div(reserve0).div(market).minus(1);
  if (premium.abs().lte(least)) return undefined;
  const k = new Exact(reserve0).times(reserve1);
  const sells = premium.gt(0);
  const [tokenIn, tokenOut] = sells ? [token0, token1] : [token1, token0];
  const amountIn = sells ? k.div(market).sqrt().minus(reserve0) : k.times(market).sqrt().minus(reserve1);
  const text = amountIn.toDecimalPlaces(Math.min(tokenIn.decimals, 8), Decimal.ROUND_DOWN);
  if (text.lte(0)) return undefined;
  return { tokenIn: tokenIn.symbol, tokenOut: tokenOut.symbol, amountIn: text.toFixed() };
}

/** Takes all opportunities that the trader's wallets allow. @returns their number */
export async function arbitrage(trader: UserActor): Promise<number> {
  const [{ pools, feeBps }, prices, wallets] = await Promise.all([
    readExchange(trader.mode),
    Prices.snapshot(),
    owned(trader),
  ]);
  let taken = 0;
  for (const pool of pools.values()) {
    const [usd0, usd1] = [pool.pair.token0, pool.pair.token1].map(({ symbol }) => prices.get(symbol)?.usd);
    const found = usd0 && usd1 && opportunity(pool, feeBps, usd0.div(usd1));
    const wallet = found && wallets.find(({ asset }) => asset.symbol === found.tokenIn);
    if (!found || !wallet) continue;
    const has = toDecimal(wallet.available, wallet.asset.decimals);
    // At most half of the wallet, which other pools need too.
    if (has.lt(new Decimal(found.amountIn).times(2))) continue;
    const deadline = new Date(Clock.nowMs() + 60_000).toISOString();
    await Swaps.swap(trader, { ...found, minAmountOut: "0", deadline });
    taken++;
  }
  return taken;
}
