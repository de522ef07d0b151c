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
/** One answer for whoever is not there, is blocked, or has not proven what was asked for. */
export const RecipientUnknown = defineError(
  "RECIPIENT_UNKNOWN",
  "not-found",
  "Nobody can be paid here by this account, address or number. Check it, or ask for the id of the account.",
  "Personne ne peut être payé ici par ce compte, cette adresse ou ce numéro. Vérifiez-le, ou demandez l'identifiant du compte.",
);
