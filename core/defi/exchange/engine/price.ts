import { must } from "./error.ts";
import { ceilDiv } from "./math.ts";

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
