import { defineError } from "../../kernel/errors.ts";

export const PoolNotFound = defineError(
  "POOL_NOT_FOUND",
  "not-found",
  "There is no such staking pool.",
  "Ce pool de staking n'existe pas.",
);
export const PoolInactive = defineError(
  "POOL_INACTIVE",
  "invalid",
  "This pool takes no new stakes at the moment. What is staked in it can be claimed and taken back as ever.",
  "Ce pool n'accepte pas de nouveau placement pour le moment. Ce qui y est placé peut être réclamé et retiré comme toujours.",
);
export const BelowMinimum = defineError(
  "BELOW_MINIMUM",
  "invalid",
  "The amount is below the least that this pool takes.",
  "Le montant est inférieur au minimum de ce pool.",
);
export const AboveMaximum = defineError(
  "ABOVE_MAXIMUM",
  "invalid",
  "The amount is above the most that this pool takes in one stake.",
  "Le montant est supérieur au maximum de ce pool pour un placement.",
);
export const RewardsNotFunded = defineError(
  "REWARDS_NOT_FUNDED",
  "invalid",
  "The rewards of a stake of this amount are not funded for the whole of the longest lock, so it is not taken. Stake less, or later.",
  "Les récompenses d'un placement de ce montant ne sont pas financées pour toute la durée du plus long blocage : il n'est pas accepté. Placez moins, ou plus tard.",
);
export const PositionLimit = defineError(
  "POSITION_LIMIT_REACHED",
  "invalid",
  "You have as many open staking positions as an account may have. Take one back whole first.",
  "Vous avez autant de placements ouverts qu'un compte peut en avoir. Retirez-en d'abord un en entier.",
);
export const PositionNotFound = defineError(
  "POSITION_NOT_FOUND",
  "not-found",
  "There is no such staking position.",
  "Ce placement n'existe pas.",
);
export const PositionLocked = defineError(
  "POSITION_LOCKED",
  "invalid",
  "The position is still locked. Wait for its unlock date, or take it back early and accept the penalty.",
  "Ce placement est encore bloqué. Attendez sa date de déblocage, ou retirez-le par anticipation en acceptant la pénalité.",
);
export const StakeIsVoting = defineError(
  "STAKE_IS_VOTING",
  "invalid",
  "The lock of your stakes weighs in a vote of yours that is not over. Before its end no stake can be taken back early.",
  "Le blocage de vos placements pèse dans un de vos votes, qui n'est pas clos. Avant sa fin, aucun placement ne peut être retiré par anticipation.",
);
export const PositionCompleted = defineError(
  "POSITION_COMPLETED",
  "invalid",
  "The position was taken back whole before: nothing of it is staked any more.",
  "Ce placement a été retiré en entier : il n'en reste rien.",
);
export const AmountExceedsStake = defineError(
  "AMOUNT_EXCEEDS_STAKE",
  "invalid",
  "The amount is more than what is staked in this position.",
  "Le montant est supérieur à ce qui est placé dans cette position.",
);
export const InvalidPoolTerms = defineError(
  "INVALID_POOL_TERMS",
  "invalid",
  "A staking pool cannot have these terms.",
  "Un pool de staking ne peut pas avoir ces conditions.",
);
