import { type Fraction, min } from "../../../kernel/money/index.ts";

/** Why the engine rejects an operation, in the words of Uniswap v2's contracts, router and SDK. */
export type Reason =
  | "INSUFFICIENT_AMOUNT"
  | "INSUFFICIENT_INPUT_AMOUNT"
  | "INSUFFICIENT_OUTPUT_AMOUNT"
  | "INSUFFICIENT_LIQUIDITY"
  | "INSUFFICIENT_LIQUIDITY_MINTED"
  | "INSUFFICIENT_LIQUIDITY_BURNED"
  | "SLIPPAGE_TOLERANCE"
  | "OVERFLOW"
  | "K";

/** Thrown by the engine alone. `orRefuse` turns it into an error of the platform. */
export class PoolError extends Error {
  override readonly name = "PoolError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the pool refuses: ${reason}`);
    this.reason = reason;
  }
}

/** @throws PoolError unless the condition holds */
export function must(condition: boolean, reason: Reason): asserts condition {
  if (!condition) throw new PoolError(reason);
}

/**
 * Returns the largest integer whose square is at most `value`, by Newton's method.
 * @throws RangeError below zero
 */
export function sqrt(value: bigint): bigint {
  if (value < 0n) throw new RangeError("the square root of a negative number");
  if (value < 2n) return value;
  // From a power of two at or above the root, the steps fall until they reach it.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Returns the quotient rounded up. Both numbers must not be negative. */
export const ceilDiv = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/**
 * Amounts of swaps. Source: Uniswap v2-periphery, `UniswapV2Library`: `quote`, `getAmountOut`, `getAmountIn`,
 * with the fee as a parameter.
 */

/** The whole of a fee in basis points: 30 of 10,000 leave 997 of 1,000. */
export const FEE_SCALE = 10_000n;

/**
 * Returns the most that a pool gives for an input.
 * @param feeBps the part of the input that stays in the pool
 * @throws PoolError INSUFFICIENT_INPUT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function amountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  must(amountIn > 0n, "INSUFFICIENT_INPUT_AMOUNT");
  must(reserveIn > 0n && reserveOut > 0n, "INSUFFICIENT_LIQUIDITY");
  const charged = amountIn * (FEE_SCALE - feeBps);
  return (charged * reserveOut) / (reserveIn * FEE_SCALE + charged);
}

/**
 * Returns an input for which a pool gives at least that output: one unit more than the least if the division
 * comes out even.
 * @throws PoolError INSUFFICIENT_OUTPUT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function amountIn(amountOut: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  must(amountOut > 0n, "INSUFFICIENT_OUTPUT_AMOUNT");
  must(reserveIn > 0n && reserveOut > 0n && amountOut < reserveOut, "INSUFFICIENT_LIQUIDITY");
  return (reserveIn * amountOut * FEE_SCALE) / ((reserveOut - amountOut) * (FEE_SCALE - feeBps)) + 1n;
}

/**
 * Converts an amount to the other token at the pool's ratio, without a fee.
 * @throws PoolError INSUFFICIENT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function proportional(amount: bigint, reserve: bigint, reserveOther: bigint): bigint {
  must(amount > 0n, "INSUFFICIENT_AMOUNT");
  must(reserve > 0n && reserveOther > 0n, "INSUFFICIENT_LIQUIDITY");
  return (amount * reserveOther) / reserve;
}

/** Returns the fee of a swap in units of the input, rounded up. */
export const feeOf = (amountIn: bigint, feeBps: bigint): bigint => ceilDiv(amountIn * feeBps, FEE_SCALE);

/**
 * Returns the least output within a tolerance: amount / (1 + slippage), floored. Source: Uniswap v2-sdk,
 * `Trade.minimumAmountOut`.
 * @param slippage a share of one: [5n, 1000n] is 0.5 percent
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function minimumReceived(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * d) / (d + n);
}

/**
 * Returns the most input within a tolerance: amount x (1 + slippage), floored. Source: Uniswap v2-sdk,
 * `Trade.maximumAmountIn`.
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function maximumAmountIn(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * (d + n)) / d;
}

/**
 * Reduces two amounts to the pool's ratio: all of one, and as much of the other as goes with it. An empty
 * pool takes both. Source: Uniswap v2-periphery, `UniswapV2Router02._addLiquidity`.
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
 * Reduces the optimal amounts by what the rounding of one gives away of the other: a pool of cents takes
 * whole cents, and no more of the other token than goes with them. The minted shares are the same.
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
