import { rotate } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(rotate, async ({ actor, params: { id }, body }) => ({
  id,
  ...(await Webhooks.rotate(actor, id, body?.overlapSeconds)),
}));
