import { vote } from "../../../../contract/defi/governance/proposals.ts";
import * as Voting from "../../../../core/defi/governance/vote.ts";
import { serve } from "../../../_chain/serve.ts";
import { voted } from "../../../_views/governance.ts";

export const handler = serve(
  vote,
  ({ actor, params, body, idempotency }) => Voting.vote(actor, params.id, body, idempotency),
  voted,
);
