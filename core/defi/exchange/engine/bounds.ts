import type { Fraction } from "../../../kernel/money/index.ts";
import { must } from "./error.ts";
import { ceilDiv, min } from "./math.ts";
import { proportional } from "./price.ts";

/** What a caller's tolerance allows, and what of a caller's amounts a pool takes. */

/**
 * The least output within a tolerance: amount / (1 + slippage), floored.
 * Source: Uniswap v2-sdk, `Trade.minimumAmountOut`.
 * @param slippage a share of one: [5n, 1000n] is 0.5 percent
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function minimumReceived(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * d) / (d + n);
}

/**
 * The most input within a tolerance: amount x (1 + slippage), floored.
 * Source: Uniswap v2-sdk, `Trade.maximumAmountIn`.
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function maximumAmountIn(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * (d + n)) / d;
}

/**
 * Of two amounts, the parts in the pool's ratio: one whole and of the other what fits. All of both where the
 * pool is empty. Source: Uniswap v2-periphery, `UniswapV2Router02._addLiquidity`.
 * @throws PoolError INSUFFICIENT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function optimalAmounts(
  { reserve0, reserve1 }: { readonly reserve0: bigint; readonly reserve1: bigint },
  amount0: bigint,
  amount1: bigint,
): readonly [amount0: bigint, amount1: bigint] {
  if (reserve0 === 0n && reserve1 === 0n) return [amount0, amount1];
  const optimal1 = proportional(amount0, reserve0, reserve1);
  if (optimal1 <= amount1) return [amount0, optimal1];
  return [proportional(amount1, reserve1, reserve0), amount1];
}

/**
 * The optimal amounts without what the rounding of the one would make the other give away: a pool of cents
 * takes whole cents, and of the other token no more than goes with them. The shares minted are the same.
 * @throws PoolError INSUFFICIENT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function fairAmounts(
  pool: { readonly reserve0: bigint; readonly reserve1: bigint },
  amount0: bigint,
  amount1: bigint,
): readonly [amount0: bigint, amount1: bigint] {
  const { reserve0, reserve1 } = pool;
  const [optimal0, optimal1] = optimalAmounts(pool, amount0, amount1);
  if (reserve0 === 0n && reserve1 === 0n) return [optimal0, optimal1];
  return [
    min(optimal0, ceilDiv(optimal1 * reserve0, reserve1)),
    min(optimal1, ceilDiv(optimal0 * reserve1, reserve0)),
  ];
}
