import { topup } from "../../../contract/mobile/wallet.ts";
import type { Payment } from "../../../core/payments/payments/schema.ts";
import { topUp } from "../../../core/payments/payments/top-up.ts";
import { serve } from "../../_chain/serve.ts";

/** What is left to do, by the provider's words. */
function statusOf({ status, needsApproval }: Payment) {
  if (status === "succeeded") return "completed" as const;
  if (status === "canceled") return "canceled" as const;
  if (status === "requires_capture" && needsApproval) return "awaiting_approval" as const;
  return status === "requires_capture" || status === "processing"
    ? ("pending" as const)
    : ("requires_action" as const);
}

export const handler = serve<typeof topup, Payment>(
  topup,
  ({ actor, body, idempotency }) => topUp(actor, body, idempotency),
  (payment) => {
    const status = statusOf(payment);
    return {
      transactionId: payment.id,
      status,
      amount: payment.amount / 100,
      currency: payment.currency.toUpperCase(),
      ...(status === "requires_action" && { clientSecret: payment.clientSecret }),
    };
  },
);
