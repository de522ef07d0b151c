import { claim } from "../../../contract/defi/staking.ts";
import * as Claim from "../../../core/defi/staking/index.ts";
import { serve } from "../../_chain/serve.ts";
import { claimed } from "../../_views/staking.ts";

export const handler = serve(
  claim,
  {
    reads: ({ owner, body }) => Claim.claimReads(owner, body.positionId),
    run: ({ actor, body, idempotency }) => Claim.claim(actor, body.positionId, idempotency),
  },
  claimed,
);
