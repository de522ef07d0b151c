import { read } from "../../../../contract/public/staking/positions.ts";
import * as Positions from "../../../../core/defi/staking/positions.ts";
import { serve } from "../../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  View.position(actor, await Positions.fromId(actor, params.id)),
);
