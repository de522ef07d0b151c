import { compounding } from "../../../../contract/public/staking/positions.ts";
import * as Compounding from "../../../../core/defi/staking/compounding.ts";
import type { PositionView } from "../../../../core/defi/staking/schema.ts";
import { serve } from "../../../_chain/public-api.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof compounding, PositionView>(
  compounding,
  ({ actor, params, body, idempotency }) => Compounding.set(actor, params.id, body.enabled, idempotency),
  (result, { actor }) => View.position(actor, result),
);
