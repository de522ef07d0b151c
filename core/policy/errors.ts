import { defineError } from "../kernel/errors.ts";

export const AccountInDebt = defineError(
  "ACCOUNT_IN_DEBT",
  "conflict",
  "You owe money that was taken back when you had spent it. Until that is settled, nothing can leave this account.",
  "Vous devez de l'argent qui a été repris après que vous l'avez dépensé. Tant que ce n'est pas réglé, rien ne peut sortir de ce compte.",
);
export const AccountClosed = defineError(
  "ACCOUNT_CLOSED",
  "conflict",
  "The account's owner has been deleted: nothing can be paid into it any more. Nothing has moved.",
  "Le titulaire du compte a été supprimé : plus rien ne peut y être versé. Aucun mouvement n'a eu lieu.",
);
export const KycLimitExceeded = defineError(
  "KYC_LIMIT_EXCEEDED",
  "forbidden",
  "That is more than you may move at the level that your identity is verified to.",
  "C'est plus que ce que permet le niveau de vérification de votre identité.",
);
