import { defineError } from "../../kernel/errors.ts";

export const PoolNotFound = defineError("POOL_NOT_FOUND", "not-found", "There is no such staking pool.");
export const PoolInactive = defineError(
  "POOL_INACTIVE",
  "invalid",
  "This pool takes no new stakes at the moment. What is staked in it can be claimed and taken back as ever.",
);
export const BelowMinimum = defineError(
  "BELOW_MINIMUM",
  "invalid",
  "The amount is below the least that this pool takes.",
);
export const AboveMaximum = defineError(
  "ABOVE_MAXIMUM",
  "invalid",
  "The amount is above the most that this pool takes in one stake.",
);
export const RewardsNotFunded = defineError(
  "REWARDS_NOT_FUNDED",
  "invalid",
  "The rewards of a stake of this amount are not funded for the whole of the longest lock, so it is not taken. Stake less, or later.",
);
export const PositionLimit = defineError(
  "POSITION_LIMIT_REACHED",
  "invalid",
  "You have as many open staking positions as an account may have. Take one back whole first.",
);
export const PositionNotFound = defineError(
  "POSITION_NOT_FOUND",
  "not-found",
  "There is no such staking position.",
);
export const PositionLocked = defineError(
  "POSITION_LOCKED",
  "invalid",
  "The position is still locked. Wait for its unlock date, or accept the penalty with forceEarly.",
);
export const StakeIsVoting = defineError(
  "STAKE_IS_VOTING",
  "invalid",
  "The lock of your stakes weighs in a vote of yours that is not over. Before its end no stake can be taken back early.",
);
export const PositionCompleted = defineError(
  "POSITION_COMPLETED",
  "invalid",
  "The position was taken back whole before: nothing of it is staked any more.",
);
export const AmountExceedsStake = defineError(
  "AMOUNT_EXCEEDS_STAKE",
  "invalid",
  "The amount is more than what is staked in this position.",
);
export const InvalidPoolTerms = defineError(
  "INVALID_POOL_TERMS",
  "invalid",
  "A staking pool cannot have these terms.",
);
