import { defineError } from "../../kernel/errors.ts";

export const PoolNotFound = defineError(
  "POOL_NOT_FOUND",
  "not-found",
  "This staking pool does not exist. Check its id.",
  "Ce pool de staking n'existe pas. Vérifiez son identifiant.",
);
export const PoolInactive = defineError(
  "POOL_INACTIVE",
  "invalid",
  "This pool currently accepts no new stakes. You can still claim rewards and withdraw your stakes.",
  "Ce pool n'accepte actuellement aucun nouveau placement. Vous pouvez toujours réclamer vos récompenses et retirer vos placements.",
);
export const BelowMinimum = defineError(
  "BELOW_MINIMUM",
  "invalid",
  "The amount is below this pool's minimum. Enter a larger amount.",
  "Le montant est inférieur au minimum de ce pool. Saisissez un montant plus élevé.",
);
export const AboveMaximum = defineError(
  "ABOVE_MAXIMUM",
  "invalid",
  "The amount is above this pool's maximum for one stake. Enter a smaller amount.",
  "Le montant est supérieur au maximum de ce pool pour un placement. Saisissez un montant plus faible.",
);
export const RewardsNotFunded = defineError(
  "REWARDS_NOT_FUNDED",
  "invalid",
  "The platform's rewards do not cover a further stake of this amount. Stake a smaller amount, or try again later.",
  "Les récompenses de la plateforme ne couvrent pas un nouveau placement de ce montant. Placez un montant plus faible ou réessayez plus tard.",
);
export const PositionLimit = defineError(
  "POSITION_LIMIT_REACHED",
  "invalid",
  "You have the maximum number of open staking positions. Withdraw one completely first.",
  "Vous avez atteint le nombre maximal de placements ouverts. Retirez-en d'abord un en entier.",
);
export const PositionNotFound = defineError(
  "POSITION_NOT_FOUND",
  "not-found",
  "This staking position does not exist. Check its id.",
  "Ce placement n'existe pas. Vérifiez son identifiant.",
);
export const PositionLocked = defineError(
  "POSITION_LOCKED",
  "invalid",
  "The position is still locked. Wait for its unlock date, or withdraw early and accept the penalty.",
  "Ce placement est encore bloqué. Attendez sa date de déblocage, ou retirez-le par anticipation en acceptant la pénalité.",
);
export const StakeIsVoting = defineError(
  "STAKE_IS_VOTING",
  "invalid",
  "Your locked stakes count in a vote that is still open. You can withdraw early after the vote ends.",
  "Vos placements bloqués comptent dans un vote en cours. Vous pourrez les retirer par anticipation après la fin du vote.",
);
export const PositionCompleted = defineError(
  "POSITION_COMPLETED",
  "invalid",
  "This position was already withdrawn completely. List your positions to see the open ones.",
  "Ce placement a déjà été retiré en entier. Consultez la liste de vos placements pour voir ceux qui sont ouverts.",
);
export const AmountExceedsStake = defineError(
  "AMOUNT_EXCEEDS_STAKE",
  "invalid",
  "The amount exceeds the stake in this position. Enter a smaller amount.",
  "Le montant dépasse ce placement. Saisissez un montant plus faible.",
);
export const InvalidPoolTerms = defineError(
  "INVALID_POOL_TERMS",
  "invalid",
  "These terms are not valid for a staking pool. Correct the field in the details.",
  "Ces conditions ne sont pas valables pour un pool de staking. Corrigez le champ indiqué dans les détails.",
);
