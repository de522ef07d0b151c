import { payouts } from "../../../contract/admin/queues.ts";
import * as Saveback from "../../../core/loyalty/saveback/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(payouts, async ({ actor, query }) => {
  const { items, next } = await Saveback.listRequests(actor, query);
  return { payouts: items.map(View.payout), next: next?.requestId ?? null };
});
