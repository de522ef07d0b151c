import { refund } from "../../../contract/payments/merchant.ts";
import * as Refunds from "../../../core/payments/refunds/index.ts";
import type { RefundResult } from "../../../core/payments/refunds/schema.ts";
import { serve } from "../../_chain/serve.ts";
import { success } from "../../_views/done.ts";
import * as View from "../_view.ts";

export const handler = serve<typeof refund, RefundResult>(
  refund,
  {
    reads: ({ owner, body }) => Refunds.refundReads(owner, body),
    run: ({ actor, body, idempotency }) => Refunds.refund(actor, body, idempotency),
  },
  (refunded) => success(View.refund(refunded)),
);
