import { deliveries } from "../../../contract/orchestrator/webhooks.ts";
import * as Deliveries from "../../../core/messaging/webhooks/deliveries.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(deliveries, async ({ actor, params, query }) =>
  View.deliveries(await Deliveries.list(actor, params.id, query)),
);
