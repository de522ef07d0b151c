import { payments } from "../../../contract/admin/queues.ts";
import { listAwaiting } from "../../../core/payments/payments/validate.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../_view.ts";

export const handler = serve(payments, async ({ actor, query }) => {
  const { items, next } = await listAwaiting(actor, query);
  return { payments: items.map(View.payment), next: next?.transactionId ?? null };
});
