import { defineError } from "../kernel/errors.ts";

export const CurrencyMismatch = defineError(
  "CURRENCY_MISMATCH",
  "invalid",
  "Both accounts and the amount must be of one currency. Change it first, by a swap.",
  "Les deux comptes et le montant doivent être dans une même devise. Changez-la d'abord, par un échange.",
);
export const TransferNotFound = defineError(
  "TRANSFER_NOT_FOUND",
  "not-found",
  "There is no such transfer.",
  "Ce transfert n'existe pas.",
);
export const InvalidSplit = defineError(
  "INVALID_SPLIT",
  "invalid",
  "The parts must come to the amount exactly, and each must be more than nothing.",
  "Les parts doivent faire exactement le montant, et chacune doit être supérieure à zéro.",
);
/** One error for a recipient who is unknown or blocked, or has not verified the address. */
export const RecipientUnknown = defineError(
  "RECIPIENT_UNKNOWN",
  "not-found",
  "No account can be paid by this id, address or number. Check it, or ask the recipient for the account's id.",
  "Aucun compte ne peut être payé avec cet identifiant, cette adresse ou ce numéro. Vérifiez-le, ou demandez l'identifiant du compte au destinataire.",
);

export { HoldClosed, HoldExceeded, HoldNotFound } from "../ledger/errors.ts";

export const HoldExpired = defineError(
  "HOLD_EXPIRED",
  "conflict",
  "The hold's time is over: what was left of it goes back to its wallet.",
  "La réservation est arrivée à son terme : ce qu'il en restait revient à son portefeuille.",
);
export const HoldLimit = defineError(
  "HOLD_LIMIT_REACHED",
  "conflict",
  "The wallet has the 50 open holds that it may have. Capture or release one first.",
  "Le portefeuille a les 50 réservations ouvertes qu'il peut avoir. Débitez ou levez-en une d'abord.",
);
