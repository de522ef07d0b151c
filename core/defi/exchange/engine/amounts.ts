import { type Fraction, min } from "../../../kernel/money/index.ts";

/** Why the engine refuses, in the words of Uniswap v2's contracts, router and SDK. */
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

/** Thrown by the engine alone: the exchange's verbs turn it into an error of the platform. */
export class PoolError extends Error {
  override readonly name = "PoolError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the pool refuses: ${reason}`);
    this.reason = reason;
  }
}

/** @throws PoolError with that reason unless the condition holds */
export function must(condition: boolean, reason: Reason): asserts condition {
  if (!condition) throw new PoolError(reason);
}

/** Integer mathematics. */

/** The largest integer whose square is at most `value`, by Newton's method. @throws RangeError below zero */
export function sqrt(value: bigint): bigint {
  if (value < 0n) throw new RangeError("the square root of a negative number");
  if (value < 2n) return value;
  // From a power of two at or above the root, each step comes closer from above until it no longer falls.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The quotient rounded up, of numbers that are not negative. */
export const ceilDiv = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/**
 * What a swap gives and takes. Source: Uniswap v2-periphery, `UniswapV2Library`: `quote`, `getAmountOut`,
 * `getAmountIn`, with the fee as a parameter.
 */

/** What a fee in basis points is a part of: 30 of 10,000 leave 997 of 1,000. */
export const FEE_SCALE = 10_000n;

/**
 * The most that a pool gives for an input.
 * @param feeBps what stays in the pool of the input, in basis points
 * @throws PoolError INSUFFICIENT_INPUT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function amountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  must(amountIn > 0n, "INSUFFICIENT_INPUT_AMOUNT");
  must(reserveIn > 0n && reserveOut > 0n, "INSUFFICIENT_LIQUIDITY");
  const charged = amountIn * (FEE_SCALE - feeBps);
  return (charged * reserveOut) / (reserveIn * FEE_SCALE + charged);
}

/**
 * An input for which a pool gives at least that output; one unit more than the least where the division comes
 * out even.
 * @throws PoolError INSUFFICIENT_OUTPUT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function amountIn(amountOut: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  must(amountOut > 0n, "INSUFFICIENT_OUTPUT_AMOUNT");
  must(reserveIn > 0n && reserveOut > 0n && amountOut < reserveOut, "INSUFFICIENT_LIQUIDITY");
  return (reserveIn * amountOut * FEE_SCALE) / ((reserveOut - amountOut) * (FEE_SCALE - feeBps)) + 1n;
}

/**
 * What an amount of one token is in the other, at the pool's ratio and without a fee.
 * @throws PoolError INSUFFICIENT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function proportional(amount: bigint, reserve: bigint, reserveOther: bigint): bigint {
  must(amount > 0n, "INSUFFICIENT_AMOUNT");
  must(reserve > 0n && reserveOther > 0n, "INSUFFICIENT_LIQUIDITY");
  return (amount * reserveOther) / reserve;
}

/** What a swap leaves in its pool, in units of the input, rounded up. */
export const feeOf = (amountIn: bigint, feeBps: bigint): bigint => ceilDiv(amountIn * feeBps, FEE_SCALE);

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
