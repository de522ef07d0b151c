import { topup } from "../../../contract/mobile/wallet.ts";
import { topUp } from "../../../core/payments/payments/index.ts";
import type { Payment } from "../../../core/payments/payments/schema.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve<typeof topup, Payment>(
  topup,
  ({ actor, body, idempotency }) => topUp(actor, body, idempotency),
  (payment) => ({ transactionId: payment.id, ...View.charged(payment) }),
);
