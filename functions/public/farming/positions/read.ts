import { read } from "../../../../contract/public/farming/positions.ts";
import * as Farming from "../../../../core/defi/farming/index.ts";
import { serve } from "../../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(read, async ({ actor, params }) =>
  View.position(actor, await Farming.position(actor, params.id)),
);
