import { list } from "../../../contract/webhooks/deliveries.ts";
import * as Deliveries from "../../../core/messaging/webhooks/deliveries.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(list, async ({ actor, params, query }) =>
  View.deliveries(await Deliveries.list(actor, params.id, query)),
);
