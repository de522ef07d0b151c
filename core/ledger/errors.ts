import { defineError } from "../kernel/errors.ts";

export const InsufficientBalance = defineError(
  "INSUFFICIENT_BALANCE",
  "invalid",
  "The available balance is lower than the amount. Enter a smaller amount, or add money first.",
  "Le solde disponible est inférieur au montant. Saisissez un montant plus faible, ou ajoutez d'abord des fonds.",
);
export const AccountNotFound = defineError(
  "ACCOUNT_NOT_FOUND",
  "not-found",
  "This account does not exist. Check its id.",
  "Ce compte n'existe pas. Vérifiez son identifiant.",
);
export const WalletLimit = defineError(
  "WALLET_LIMIT_REACHED",
  "invalid",
  "You have reached the limit of 10 wallets per account.",
  "Vous avez atteint la limite de 10 portefeuilles par compte.",
);
export const SameAccount = defineError(
  "SAME_ACCOUNT",
  "invalid",
  "Money cannot be sent from an account to itself. Choose another account.",
  "Un compte ne peut pas s'envoyer de l'argent à lui-même. Choisissez un autre compte.",
);
export const PlatformAccountShort = defineError(
  "PLATFORM_ACCOUNT_SHORT",
  "unavailable",
  "The platform cannot pay this amount now. It stays due to you. Try again later.",
  "La plateforme ne peut pas verser ce montant pour le moment. Il vous reste dû. Réessayez plus tard.",
);
export const HoldNotFound = defineError(
  "HOLD_NOT_FOUND",
  "not-found",
  "This hold does not exist. Check its id.",
  "Cette réservation n'existe pas. Vérifiez son identifiant.",
);
export const HoldClosed = defineError(
  "HOLD_CLOSED",
  "conflict",
  "This hold was already fully captured or released.",
  "Cette réservation a déjà été entièrement débitée ou levée.",
);
export const HoldExceeded = defineError(
  "HOLD_EXCEEDED",
  "invalid",
  "The amount exceeds what remains of the hold. Enter a smaller amount.",
  "Le montant dépasse ce qui reste de la réservation. Saisissez un montant plus faible.",
);
export const EntryNotFound = defineError(
  "ENTRY_NOT_FOUND",
  "not-found",
  "This journal entry does not exist. Check its id.",
  "Cette écriture n'existe pas. Vérifiez son identifiant.",
);
export const AlreadyReversed = defineError(
  "ALREADY_REVERSED",
  "conflict",
  "This entry was already reversed.",
  "Cette écriture a déjà été contre-passée.",
);
export const NotReversible = defineError(
  "NOT_REVERSIBLE",
  "conflict",
  "An entry that opened or used a hold cannot be reversed. Release the hold instead.",
  "Une écriture qui a ouvert ou utilisé une réservation ne peut pas être contre-passée. Levez plutôt la réservation.",
);
