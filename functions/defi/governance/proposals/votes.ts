import { votes } from "../../../../contract/defi/governance/proposals.ts";
import * as Votes from "../../../../core/defi/governance/vote.ts";
import { serve } from "../../../_chain/serve.ts";
import { voted } from "../../../_views/governance.ts";

export const handler = serve(votes, async ({ params, query: { voteType, limit, cursor: after } }) => {
  const page = await Votes.list("live", params.id, { voteType, limit, after });
  return { votes: page.votes.map(voted), nextCursor: page.next ?? null };
});
