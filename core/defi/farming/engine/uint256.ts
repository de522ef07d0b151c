import { must } from "./error.ts";

/**
 * The contract's arithmetic: whole numbers from 0 to 2^256 - 1, divisions floored, and a refusal where a result
 * is none of them. Source: OpenZeppelin 2.3.0, `SafeMath.sol`.
 */

const MAX = 2n ** 256n - 1n;

/** @throws FarmError SafeMath: addition overflow */
export function add(a: bigint, b: bigint): bigint {
  must(a + b <= MAX, "SafeMath: addition overflow");
  return a + b;
}

/** @throws FarmError SafeMath: subtraction overflow */
export function sub(a: bigint, b: bigint): bigint {
  must(b <= a, "SafeMath: subtraction overflow");
  return a - b;
}

/** @throws FarmError SafeMath: multiplication overflow */
export function mul(a: bigint, b: bigint): bigint {
  must(a * b <= MAX, "SafeMath: multiplication overflow");
  return a * b;
}

/** @throws FarmError SafeMath: division by zero */
export function div(a: bigint, b: bigint): bigint {
  must(b > 0n, "SafeMath: division by zero");
  return a / b;
}

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
