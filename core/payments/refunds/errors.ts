import { defineError } from "../../kernel/errors.ts";

export const NotRefundable = defineError(
  "PAYMENT_NOT_REFUNDABLE",
  "conflict",
  "This payment has not been received, so it cannot be refunded. Check its status.",
  "Ce paiement n'a pas été encaissé : il ne peut pas être remboursé. Consultez son état.",
);
export const RefundExceeds = defineError(
  "REFUND_EXCEEDS_PAYMENT",
  "conflict",
  "The refund exceeds the rest of the payment. See details for the maximum.",
  "Le remboursement dépasse le reste du paiement. Le maximum figure dans details.",
);
