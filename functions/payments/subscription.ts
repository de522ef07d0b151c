import { subscription } from "../../contract/payments.ts";
import * as Subscriptions from "../../core/payments/subscriptions/index.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/done.ts";

export const handler = serve(subscription, async ({ actor }) => {
  const { currentPeriodEnd, ...plan } = await Subscriptions.plan(actor);
  return success({ ...plan, currentPeriodEnd: currentPeriodEnd ?? null });
});
