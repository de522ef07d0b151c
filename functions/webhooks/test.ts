import { exampleOfType } from "../../contract/events/catalogue.ts";
import { test } from "../../contract/webhooks.ts";
import * as Deliveries from "../../core/messaging/webhooks/deliveries.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "./_view.ts";

export const handler = serve(test, async ({ actor, params, body }) =>
  View.delivery(
    await Deliveries.test(actor, params.id, body?.event, (type, { mode }) =>
      exampleOfType(type, mode === "live"),
    ),
  ),
);
