import { defineError } from "../../kernel/errors.ts";

export const PaymentNotFound = defineError("PAYMENT_NOT_FOUND", "not-found", "There is no such payment.");
export const PayeeNotFound = defineError("PAYEE_NOT_FOUND", "not-found", "There is no such merchant.");
export const PayeeNotActive = defineError(
  "PAYEE_NOT_ACTIVE",
  "conflict",
  "This merchant cannot be paid at the moment.",
);
export const PayeeCurrency = defineError(
  "PAYEE_CURRENCY",
  "unprocessable",
  "This merchant is paid in another currency.",
);
export const OwnPayee = defineError(
  "OWN_PAYEE",
  "unprocessable",
  "You cannot pay your own merchant account.",
);
export const ApprovalNotNeeded = defineError(
  "APPROVAL_NOT_NEEDED",
  "conflict",
  "This payment needs no approval.",
);
export const OwnPayment = defineError(
  "OWN_PAYMENT",
  "forbidden",
  "You pay or receive this payment: another administrator must decide on it.",
);
export const AlreadyDecided = defineError(
  "ALREADY_DECIDED",
  "conflict",
  "This payment was approved or rejected before.",
);
export const PaymentClosed = defineError(
  "PAYMENT_CLOSED",
  "conflict",
  "This payment is over: there is nothing left to approve or reject.",
);
export const PaymentFlagged = defineError(
  "PAYMENT_FLAGGED",
  "conflict",
  "What the provider took is not what was agreed: nothing was credited, and somebody must look at it.",
);
