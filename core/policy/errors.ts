import { defineError } from "../kernel/errors.ts";

export const AccountInDebt = defineError(
  "ACCOUNT_IN_DEBT",
  "conflict",
  "You owe the platform money. Add money to this account to settle the debt: until then, you cannot send money from it.",
  "Vous devez de l'argent à la plateforme. Alimentez ce compte pour régler la dette : d'ici là, vous ne pouvez pas envoyer d'argent depuis ce compte.",
);
export const AccountClosed = defineError(
  "ACCOUNT_CLOSED",
  "conflict",
  "This account is closed and can no longer receive money. Nothing was transferred.",
  "Ce compte est fermé et ne peut plus recevoir d'argent. Aucun mouvement n'a eu lieu.",
);
export const KycLimitExceeded = defineError(
  "KYC_LIMIT_EXCEEDED",
  "forbidden",
  "The amount exceeds the limit of your verification level. Enter a smaller amount, or verify your identity further.",
  "Le montant dépasse le plafond de votre niveau de vérification. Saisissez un montant plus faible, ou complétez la vérification de votre identité.",
);
