import { harvest } from "../../../../contract/public/farming/positions.ts";
import { positionReads } from "../../../../core/defi/farming/operation.ts";
import type { Harvested } from "../../../../core/defi/farming/schema.ts";
import * as Harvest from "../../../../core/defi/farming/withdraw.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof harvest, Harvested>(
  harvest,
  {
    reads: ({ owner, params }) => positionReads(owner, params.id, true),
    run: ({ actor, params, idempotency }) => Harvest.harvest(actor, params.id, idempotency),
  },
  (harvested, { actor }) => View.harvested(actor, harvested),
);
