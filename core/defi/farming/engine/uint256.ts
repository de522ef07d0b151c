/** The engine's reasons for a rejection: the texts of the contract and its libraries. */
export type Reason =
  | "Cannot stake 0"
  | "Cannot withdraw 0"
  | "Provided reward too high"
  | "Previous rewards period must be complete before changing the duration for the new period"
  | "This action cannot be performed while the contract is paused"
  | "ERC20: transfer amount exceeds balance"
  | "SafeMath: addition overflow"
  | "SafeMath: subtraction overflow"
  | "SafeMath: multiplication overflow"
  | "SafeMath: division by zero";

/** Thrown only by the engine. Its callers convert it to an error for the user. */
export class FarmError extends Error {
  override readonly name = "FarmError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the farm rejected the operation: ${reason}`);
    this.reason = reason;
  }
}

/** @throws FarmError unless the condition holds */
export function must(condition: boolean, reason: Reason): asserts condition {
  if (!condition) throw new FarmError(reason);
}

/**
 * The contract's arithmetic: integers from 0 to 2^256 - 1, divisions floored. Source: OpenZeppelin 2.3.0,
 * `SafeMath.sol`.
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
