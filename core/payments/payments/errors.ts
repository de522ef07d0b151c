import { defineError } from "../../kernel/errors.ts";

export const PaymentNotFound = defineError(
  "PAYMENT_NOT_FOUND",
  "not-found",
  "There is no such payment.",
  "Ce paiement n'existe pas.",
);
export const PayeeNotFound = defineError(
  "PAYEE_NOT_FOUND",
  "not-found",
  "There is no such merchant.",
  "Ce commerçant n'existe pas.",
);
export const PayeeNotActive = defineError(
  "PAYEE_NOT_ACTIVE",
  "conflict",
  "This merchant cannot be paid at the moment.",
  "Ce commerçant ne peut pas être payé pour le moment.",
);
export const PayeeCurrency = defineError(
  "PAYEE_CURRENCY",
  "unprocessable",
  "This merchant is paid in another currency.",
  "Ce commerçant est payé dans une autre devise.",
);
export const OwnPayee = defineError(
  "OWN_PAYEE",
  "unprocessable",
  "You cannot pay your own merchant account.",
  "Vous ne pouvez pas payer votre propre compte marchand.",
);
export const ApprovalNotNeeded = defineError(
  "APPROVAL_NOT_NEEDED",
  "conflict",
  "This payment needs no approval.",
  "Ce paiement n'a pas besoin d'approbation.",
);
export const OwnPayment = defineError(
  "OWN_PAYMENT",
  "forbidden",
  "You pay or receive this payment: another administrator must decide on it.",
  "Vous payez ou recevez ce paiement : un autre administrateur doit en décider.",
);
export const AlreadyDecided = defineError(
  "ALREADY_DECIDED",
  "conflict",
  "This payment was approved or rejected before.",
  "Ce paiement a déjà été approuvé ou refusé.",
);
export const PaymentClosed = defineError(
  "PAYMENT_CLOSED",
  "conflict",
  "This payment is over: there is nothing left to approve or reject.",
  "Ce paiement est terminé : il n'y a plus rien à approuver ni à refuser.",
);
export const PaymentFlagged = defineError(
  "PAYMENT_FLAGGED",
  "conflict",
  "What the provider took is not what was agreed: nothing was credited, and somebody must look at it.",
  "Ce que le fournisseur a prélevé n'est pas ce qui était convenu : rien n'a été crédité, et quelqu'un doit l'examiner.",
);
