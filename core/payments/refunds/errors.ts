import { defineError } from "../../kernel/errors.ts";

export const NotRefundable = defineError(
  "PAYMENT_NOT_REFUNDABLE",
  "conflict",
  "This payment has not come in, so there is nothing to give back.",
  "Ce paiement n'a pas été encaissé : il n'y a rien à rembourser.",
);
export const RefundExceeds = defineError(
  "REFUND_EXCEEDS_PAYMENT",
  "conflict",
  "That is more than is left of the payment: details say how much is.",
  "C'est plus que ce qui reste du paiement : details indique combien.",
);
