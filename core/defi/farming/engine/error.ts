/** Why the engine refuses, in the words that the contract and its libraries revert with. */
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

/** Thrown by the engine alone: the verbs of farming turn it into an error of the platform. */
export class FarmError extends Error {
  override readonly name = "FarmError";
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the farm refuses: ${reason}`);
    this.reason = reason;
  }
}

/** @throws FarmError with that reason unless the condition holds */
export function must(condition: boolean, reason: Reason): asserts condition {
  if (!condition) throw new FarmError(reason);
}
