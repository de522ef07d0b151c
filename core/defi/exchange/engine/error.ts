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
