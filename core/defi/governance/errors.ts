import { defineError } from "../../kernel/errors.ts";

export const InsufficientVotingPower = defineError(
  "INSUFFICIENT_VOTING_POWER",
  "invalid",
  "Your voting power is below what it takes to create a proposal.",
);
export const ProposalNotFound = defineError("PROPOSAL_NOT_FOUND", "not-found", "There is no such proposal.");
export const ProposalNotActive = defineError(
  "PROPOSAL_NOT_ACTIVE",
  "invalid",
  "This proposal cannot be voted on now: its voting period has not begun, or it is over.",
);
export const AlreadyVoted = defineError(
  "ALREADY_VOTED",
  "invalid",
  "You have voted on this proposal already.",
);
export const ProposalClosed = defineError(
  "PROPOSAL_CLOSED",
  "conflict",
  "This proposal has come to its end: there is nothing left to cancel.",
);
export const CancelNotAllowed = defineError(
  "CANCEL_NOT_ALLOWED",
  "forbidden",
  "Only its proposer may cancel this proposal, as long as the proposer's voting power is not below the threshold.",
);
export const InvalidDelegate = defineError(
  "INVALID_DELEGATE",
  "invalid",
  "Voting power is delegated to the address of an account of this platform.",
);
export const DelegatorLimit = defineError(
  "DELEGATOR_LIMIT_REACHED",
  "invalid",
  "This account has as many delegators as an account may have. A place among them takes 10 % more than the smallest of them delegates.",
);
