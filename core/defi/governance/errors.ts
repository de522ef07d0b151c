import { defineError } from "../../kernel/errors.ts";

export const InsufficientVotingPower = defineError(
  "INSUFFICIENT_VOTING_POWER",
  "invalid",
  "Your voting power is below what it takes to create a proposal.",
  "Votre pouvoir de vote est inférieur à ce qu'il faut pour créer une proposition.",
);
export const ProposalNotFound = defineError(
  "PROPOSAL_NOT_FOUND",
  "not-found",
  "There is no such proposal.",
  "Cette proposition n'existe pas.",
);
export const ProposalNotActive = defineError(
  "PROPOSAL_NOT_ACTIVE",
  "invalid",
  "This proposal cannot be voted on now: its voting period has not begun, or it is over.",
  "On ne peut pas voter maintenant sur cette proposition : le vote n'a pas commencé, ou il est clos.",
);
export const AlreadyVoted = defineError(
  "ALREADY_VOTED",
  "invalid",
  "You have voted on this proposal already.",
  "Vous avez déjà voté sur cette proposition.",
);
export const ProposalClosed = defineError(
  "PROPOSAL_CLOSED",
  "conflict",
  "This proposal has come to its end: there is nothing left to cancel.",
  "Cette proposition est arrivée à son terme : il n'y a plus rien à annuler.",
);
export const CancelNotAllowed = defineError(
  "CANCEL_NOT_ALLOWED",
  "forbidden",
  "Only its proposer may cancel this proposal, as long as the proposer's voting power is not below the threshold.",
  "Seul son auteur peut annuler cette proposition, tant que son pouvoir de vote n'est pas inférieur au seuil.",
);
export const InvalidDelegate = defineError(
  "INVALID_DELEGATE",
  "invalid",
  "Voting power is delegated to the address of an account of this platform.",
  "Le pouvoir de vote se délègue à l'adresse d'un compte de cette plateforme.",
);
export const DelegatorLimit = defineError(
  "DELEGATOR_LIMIT_REACHED",
  "invalid",
  "This account has as many delegators as an account may have. A place among them takes 10 % more than the smallest of them delegates.",
  "Ce compte a autant de délégants qu'un compte peut en avoir. Y prendre une place demande 10 % de plus que ce que délègue le plus petit d'entre eux.",
);
