import { defineError } from "../../kernel/errors.ts";

export const PaymentNotFound = defineError(
  "PAYMENT_NOT_FOUND",
  "not-found",
  "This payment does not exist. Check its id.",
  "Ce paiement n'existe pas. Vérifiez son identifiant.",
);
export const PayeeNotFound = defineError(
  "PAYEE_NOT_FOUND",
  "not-found",
  "This merchant does not exist. Check the id.",
  "Ce commerçant n'existe pas. Vérifiez l'identifiant.",
);
export const PayeeNotActive = defineError(
  "PAYEE_NOT_ACTIVE",
  "conflict",
  "This merchant cannot be paid at the moment. Try again later.",
  "Ce commerçant ne peut pas être payé pour le moment. Réessayez plus tard.",
);
export const PayeeCurrency = defineError(
  "PAYEE_CURRENCY",
  "unprocessable",
  "This merchant is paid in another currency. Pay in the currency that `details` names.",
  "Ce commerçant est payé dans une autre devise. Payez dans la devise indiquée dans `details`.",
);
export const OwnPayee = defineError(
  "OWN_PAYEE",
  "unprocessable",
  "You cannot pay your own merchant account. Choose another merchant.",
  "Vous ne pouvez pas payer votre propre compte marchand. Choisissez un autre marchand.",
);
export const ApprovalNotNeeded = defineError(
  "APPROVAL_NOT_NEEDED",
  "conflict",
  "This payment needs no approval.",
  "Ce paiement ne nécessite pas d'approbation.",
);
export const OwnPayment = defineError(
  "OWN_PAYMENT",
  "forbidden",
  "You are the payer or the recipient of this payment. Another administrator must decide on it.",
  "Vous êtes le payeur ou le bénéficiaire de ce paiement. Un autre administrateur doit prendre la décision.",
);
export const AlreadyDecided = defineError(
  "ALREADY_DECIDED",
  "conflict",
  "This payment has already been approved or rejected.",
  "Ce paiement a déjà été approuvé ou refusé.",
);
export const PaymentClosed = defineError(
  "PAYMENT_CLOSED",
  "conflict",
  "This payment is closed. It can no longer be approved or rejected.",
  "Ce paiement est clos. Il ne peut plus être approuvé ni refusé.",
);
export const PaymentFlagged = defineError(
  "PAYMENT_FLAGGED",
  "conflict",
  "The provider captured a different amount than agreed. Nothing was credited, and our team will review the payment.",
  "Le prestataire a prélevé un montant différent de celui convenu. Rien n'a été crédité, et notre équipe va examiner le paiement.",
);
