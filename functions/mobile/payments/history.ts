import { history } from "../../../contract/mobile/payments.ts";
import { payments } from "../../../core/history/payments.ts";
import { serve } from "../../_chain/serve.ts";
import * as PaymentView from "../../_views/payment.ts";

export const handler = serve(history, async ({ actor, query }) => {
  const page = await payments(actor, query);
  return { payments: page.payments.map(PaymentView.listed), nextCursor: page.next ?? null };
});
