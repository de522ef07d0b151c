import { update } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serveConfirmed } from "../_chain/proof.ts";
import * as View from "./_view.ts";

export const handler = serveConfirmed(update, async ({ actor, params, body, confirm }) =>
  View.webhook(await Webhooks.update(actor, params.id, body, confirm)),
);
