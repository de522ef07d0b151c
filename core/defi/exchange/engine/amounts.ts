import { type Fraction, min } from "../../../kernel/money/index.ts";

/** The engine's reasons for a rejection, named as in Uniswap v2's contracts, router and SDK. */
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

/** Thrown only by the engine. `translateRejection` converts it to an error for the caller. */
export class PoolError extends Error {
  override readonly name = "PoolError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the pool rejected the operation: ${reason}`);
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
  // The first guess is a power of two at or above the root, so the steps only decrease.
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

/** The denominator of a fee in basis points. */
export const FEE_SCALE = 10_000n;

/**
 * Returns the maximum output of a pool for an input.
 * @param feeBps the share of the input that remains in the pool
 * @throws PoolError INSUFFICIENT_INPUT_AMOUNT, INSUFFICIENT_LIQUIDITY
 */
export function amountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, feeBps: bigint): bigint {
  must(amountIn > 0n, "INSUFFICIENT_INPUT_AMOUNT");
  must(reserveIn > 0n && reserveOut > 0n, "INSUFFICIENT_LIQUIDITY");
  const charged = amountIn * (FEE_SCALE - feeBps);
  return (charged * reserveOut) / (reserveIn * FEE_SCALE + charged);
}

/**
 * Returns an input that is sufficient for an output. It is one unit more than necessary if the division has no
 * remainder.
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
 * Returns the minimum output within a tolerance: amount / (1 + slippage), floored. Source: Uniswap v2-sdk,
 * `Trade.minimumAmountOut`.
 * @param slippage a fraction: [5n, 1000n] is 0.5 percent
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function minimumReceived(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * d) / (d + n);
}

/**
 * Returns the maximum input within a tolerance: amount x (1 + slippage), floored. Source: Uniswap v2-sdk,
 * `Trade.maximumAmountIn`.
 * @throws PoolError SLIPPAGE_TOLERANCE below zero
 */
export function maximumAmountIn(amount: bigint, [n, d]: Fraction): bigint {
  must(n >= 0n && d > 0n, "SLIPPAGE_TOLERANCE");
  return (amount * (d + n)) / d;
}

/**
 * Reduces two amounts to the pool's ratio: the whole of one, and the corresponding amount of the other. An empty pool
 * takes both whole. Source: Uniswap v2-periphery, `UniswapV2Router02._addLiquidity`.
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
 * Reduces the optimal amounts so that rounding one of them does not cost the provider any of the other. Example: with
 * a token of two decimals, takes only as much of the other token as corresponds to whole cents. The minted shares do
 * not change.
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
