import { create } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { farmReads } from "../../../../core/defi/farming/operation.ts";
import type { Farmed } from "../../../../core/defi/farming/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof create, Farmed>(
  create,
  {
    reads: ({ owner, body }) => farmReads(owner, body.farm, false),
    run: ({ actor, body: { farm: farmId, shares: amount }, idempotency }) =>
      Farming.stakeShares(actor, { farmId, amount }, idempotency),
  },
  (farmed, { actor }) => View.staked(actor, farmed),
);
