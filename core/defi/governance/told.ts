import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Head, Tally } from "./schema.ts";

/** Parts of what events and errors tell. */

/** Voting power as a decimal string in whole tokens. */
export const shownPower = (power: bigint): string => Money.format(power, Assets.native.decimals);

/** Which proposal, and whose. */
export const about = ({ proposerId, proposalId }: Head, title: string) => ({
  userId: proposerId,
  proposalId,
  title,
});

/** How the votes were. */
export const counts = ({ quorum }: Head, tally: Tally) => ({
  forVotes: shownPower(tally.for),
  againstVotes: shownPower(tally.against),
  abstainVotes: shownPower(tally.abstain),
  quorumVotes: shownPower(quorum),
});
