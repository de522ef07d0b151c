import { vote } from "../../../../contract/public/governance/proposals.ts";
import type { Vote } from "../../../../core/defi/governance/schema.ts";
import * as Voting from "../../../../core/defi/governance/vote.ts";
import { serve } from "../../../_chain/public-api.ts";
import { voted } from "../_view.ts";

export const handler = serve<typeof vote, Vote>(
  vote,
  ({ actor, params, body: { vote: voteType, reason }, idempotency }) =>
    Voting.vote(actor, params.id, { voteType, reason }, idempotency),
  (cast, { actor }) => voted(actor, cast),
);
