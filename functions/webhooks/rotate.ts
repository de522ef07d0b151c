import { rotate } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serveConfirmed } from "../_chain/proof.ts";

export const handler = serveConfirmed(rotate, async ({ actor, params: { id }, body, confirm }) => ({
  id,
  ...(await Webhooks.rotate(actor, id, body?.overlapSeconds, confirm)),
}));
