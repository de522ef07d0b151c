import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { ProposalState, Tally } from "./schema.ts";

/** What events, errors and views say of proposals. */

/** Voting power as a decimal string in whole tokens. */
export const formatPower = (power: bigint): string => Money.format(power, Assets.native.decimals);

/** Which proposal, and whose. */
export const subjectOf = ({ mode, proposerId, proposalId }: ProposalState, title: string) => ({
  mode,
  userId: proposerId,
  proposalId,
  title,
});

/** The votes, and what the quorum is. */
export const votesOf = ({ quorum }: ProposalState, tally: Tally) => ({
  forVotes: formatPower(tally.for),
  againstVotes: formatPower(tally.against),
  abstainVotes: formatPower(tally.abstain),
  quorumVotes: formatPower(quorum),
});
