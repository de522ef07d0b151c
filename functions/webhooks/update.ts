import { update } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "./_view.ts";

export const handler = serve(update, async ({ actor, params, body }) =>
  View.webhook(await Webhooks.update(actor, params.id, body)),
);
