import { list } from "../../contract/webhooks.ts";
import * as Webhooks from "../../core/messaging/webhooks/index.ts";
import { serve } from "../_chain/serve.ts";
import * as View from "./_view.ts";

export const handler = serve(list, async ({ actor }) => ({
  webhooks: (await Webhooks.list(actor)).map(View.webhook),
}));
