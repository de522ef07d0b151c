import { remove } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serve } from "../_chain/serve.ts";

export const handler = serve(remove, async ({ actor, params }) => {
  await Webhooks.remove(actor, params.id);
  return undefined;
});
