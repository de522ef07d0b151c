import { replay } from "../../../contract/webhooks/deliveries.ts";
import * as Deliveries from "../../../core/messaging/webhooks/deliveries.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(replay, async ({ actor, params: { id, deliveryId } }) =>
  View.delivery(await Deliveries.replay(actor, id, deliveryId)),
);
