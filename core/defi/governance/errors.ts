import { defineError } from "../../kernel/errors.ts";

export const InsufficientVotingPower = defineError(
  "INSUFFICIENT_VOTING_POWER",
  "invalid",
  "Your voting power is below the threshold for creating a proposal. Stake more tokens, or ask other users to delegate their voting power to you.",
  "Votre pouvoir de vote est inférieur au seuil requis pour créer une proposition. Placez davantage de jetons en staking, ou demandez à d'autres utilisateurs de vous déléguer leur pouvoir de vote.",
);
export const ProposalNotFound = defineError(
  "PROPOSAL_NOT_FOUND",
  "not-found",
  "This proposal does not exist. Check its id.",
  "Cette proposition n'existe pas. Vérifiez son identifiant.",
);
export const ProposalNotActive = defineError(
  "PROPOSAL_NOT_ACTIVE",
  "invalid",
  "You cannot vote on this proposal now: its voting period has not begun, or it is over.",
  "Vous ne pouvez pas voter sur cette proposition maintenant : le vote n'a pas commencé ou il est clos.",
);
export const AlreadyVoted = defineError(
  "ALREADY_VOTED",
  "invalid",
  "You have already voted on this proposal. A vote cannot be changed.",
  "Vous avez déjà voté sur cette proposition. Un vote ne peut pas être modifié.",
);
export const ProposalClosed = defineError(
  "PROPOSAL_CLOSED",
  "conflict",
  "This proposal is closed and can no longer be canceled.",
  "Cette proposition est close et ne peut plus être annulée.",
);
export const CancelNotAllowed = defineError(
  "CANCEL_NOT_ALLOWED",
  "forbidden",
  "Only the proposer can cancel this proposal while the proposer's voting power is at or above the threshold.",
  "Seul l'auteur peut annuler cette proposition tant que son pouvoir de vote n'est pas inférieur au seuil.",
);
export const InvalidDelegate = defineError(
  "INVALID_DELEGATE",
  "invalid",
  "This address does not belong to an account of this platform. Check the address.",
  "Cette adresse n'est pas celle d'un compte de cette plateforme. Vérifiez-la.",
);
export const DelegatorLimit = defineError(
  "DELEGATOR_LIMIT_REACHED",
  "invalid",
  "This account has the maximum number of delegators. To replace the smallest one, you need 10% more voting power than it delegates.",
  "Ce compte a atteint le nombre maximal de délégants. Pour remplacer le plus petit, il vous faut 10 % de pouvoir de vote de plus que lui.",
);
