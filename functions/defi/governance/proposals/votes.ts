import { votes } from "../../../../contract/defi/governance/proposals.ts";
import * as Address from "../../../../core/defi/addresses/index.ts";
import * as Votes from "../../../../core/defi/governance/vote.ts";
import { serve } from "../../../_chain/serve.ts";
import { voted } from "../../../_views/governance.ts";

export const handler = serve(votes, async ({ params, query: { voteType, voter, limit, cursor: after } }) => {
  if (voter !== undefined) {
    const vote = await Votes.find("live", params.id, Address.userOf(voter));
    const isWanted = vote !== undefined && (voteType ?? vote.voteType) === vote.voteType;
    return { votes: isWanted ? [voted(vote)] : [], nextCursor: null };
  }
  const page = await Votes.list("live", params.id, { voteType, limit, after });
  return { votes: page.votes.map(voted), nextCursor: page.next ?? null };
});
