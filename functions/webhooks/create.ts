import { create } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import * as View from "./_view.ts";

export const handler = serveConfirmed(create, async ({ actor, body, confirm }) => {
  if (body.mode !== "test") await confirm();
  const { webhook, secret } = await Webhooks.create(actor, body);
  return { ...View.webhook(webhook), secret };
});
