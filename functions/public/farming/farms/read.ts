import { read } from "../../../../contract/public/farming/farms.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serve } from "../../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  View.farm(actor, await Farming.fromId(actor.mode, params.id)),
);
