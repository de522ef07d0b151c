import { list } from "../../../../contract/mobile/payments/scheduled.ts";
import * as Scheduled from "../../../../core/banking/scheduled/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { scheduledPayment } from "../../../_views/mobile.ts";

export const handler = serve(list, async ({ actor, query: { limit, cursor } }) => {
  const { items, next } = await Scheduled.list(actor, { limit, after: cursor });
  return { scheduledPayments: items.map(scheduledPayment), nextCursor: next?.scheduledId ?? null };
});
