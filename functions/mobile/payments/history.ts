import { history } from "../../../contract/mobile/payments.ts";
import { payments } from "../../../core/history/payments.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(history, async ({ actor, query }) => {
  const page = await payments(actor, query);
  return { payments: page.payments.map(View.payment), nextCursor: page.next ?? null };
});
