import { create } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "./_view.ts";

export const handler = serve(create, async ({ actor, body }) => {
  const { webhook, secret } = await Webhooks.create(actor, body);
  return { ...View.webhook(webhook), secret };
});
