import { defineError } from "../kernel/errors.ts";

export const InsufficientBalance = defineError(
  "INSUFFICIENT_BALANCE",
  "invalid",
  "The available balance is lower than the amount.",
  "Le solde disponible est inférieur au montant.",
);
export const AccountNotFound = defineError(
  "ACCOUNT_NOT_FOUND",
  "not-found",
  "There is no such account.",
  "Ce compte n'existe pas.",
);
export const WalletLimit = defineError(
  "WALLET_LIMIT_REACHED",
  "invalid",
  "You have the 10 wallets that an account may have.",
  "Vous avez les 10 portefeuilles qu'un compte peut avoir.",
);
export const SameAccount = defineError(
  "SAME_ACCOUNT",
  "invalid",
  "Money cannot be moved from an account to itself.",
  "L'argent ne peut pas aller d'un compte à lui-même.",
);
export const PlatformAccountShort = defineError(
  "PLATFORM_ACCOUNT_SHORT",
  "unavailable",
  "The platform's account that pays this holds too little at the moment. Nothing is lost: what you are due stays yours. Try again later.",
  "Le compte de la plateforme qui paie ceci n'est pas assez approvisionné pour le moment. Rien n'est perdu : ce qui vous est dû reste à vous. Réessayez plus tard.",
);
export const HoldNotFound = defineError(
  "HOLD_NOT_FOUND",
  "not-found",
  "There is no such hold.",
  "Cette réservation n'existe pas.",
);
export const HoldClosed = defineError(
  "HOLD_CLOSED",
  "conflict",
  "The hold was captured or released before: nothing of it is left.",
  "La réservation a déjà été débitée ou levée : il n'en reste rien.",
);
export const HoldExceeded = defineError(
  "HOLD_EXCEEDED",
  "invalid",
  "The amount is higher than what is left of the hold.",
  "Le montant est supérieur à ce qui reste de la réservation.",
);
export const EntryNotFound = defineError(
  "ENTRY_NOT_FOUND",
  "not-found",
  "There is no such journal entry.",
  "Cette écriture n'existe pas.",
);
export const AlreadyReversed = defineError(
  "ALREADY_REVERSED",
  "conflict",
  "The entry was reversed before.",
  "Cette écriture a déjà été annulée.",
);
export const NotReversible = defineError(
  "NOT_REVERSIBLE",
  "conflict",
  "An entry that opened or used a hold is undone by releasing the hold, not by a reversal.",
  "Une écriture qui a ouvert ou utilisé une réservation s'annule en levant la réservation, non par une contre-écriture.",
);
