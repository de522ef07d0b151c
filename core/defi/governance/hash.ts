import { sha256Hex } from "../../kernel/sha256.ts";
import type { ProposalContent, ProposalState, Vote } from "./schema.ts";

/**
 * Hashes of what governance records: `0x` and the SHA-256 of the content in one canonical form, a JSON array
 * with the form's name first. Whoever has a proposal or a vote can compute its hash again.
 */

const hash = (content: readonly unknown[]): string => `0x${sha256Hex(JSON.stringify(content))}`;

export const ofProposal = (
  { proposalId, proposerId, createdMs, startMs, endMs }: ProposalState,
  { title, description, category, actions, discussionUrl }: Omit<ProposalContent, "transactionHash">,
): string =>
  hash([
    "svc.governance.proposal/1",
    proposalId,
    proposerId,
    createdMs,
    startMs,
    endMs,
    title,
    description,
    category,
    actions.map(({ target, value, signature, calldata }) => [target, value, signature, calldata]),
    discussionUrl ?? null,
  ]);

export const ofVote = ({
  proposalId,
  voterId,
  voteType,
  power,
  reason,
  votedAt,
}: Omit<Vote, "transactionHash">): string =>
  hash(["svc.governance.vote/1", proposalId, voterId, voteType, power.toString(), reason ?? null, votedAt]);
