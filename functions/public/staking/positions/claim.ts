import { claim } from "../../../../contract/public/staking/positions.ts";
import * as Claim from "../../../../core/defi/staking/index.ts";
import type { Claimed } from "../../../../core/defi/staking/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof claim, Claimed>(
  claim,
  {
    reads: ({ owner, params }) => Claim.claimReads(owner, params.id),
    run: ({ actor, params, idempotency }) => Claim.claim(actor, params.id, idempotency),
  },
  (result, { actor }) => View.claimed(actor, result),
);
