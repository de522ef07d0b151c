import { adjustments } from "../../../contract/admin/queues.ts";
import * as Approval from "../../../core/defi/adjustments/approval.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(adjustments, async ({ actor, query }) => {
  const { items, next } = await Approval.list(actor, query);
  return { adjustments: items.map(View.adjustment), next: next?.approvalId ?? null };
});
