import { defineError } from "../kernel/errors.ts";

export const CurrencyMismatch = defineError(
  "CURRENCY_MISMATCH",
  "invalid",
  "Both accounts and the amount must be in the same supported currency. Check the currency, or make a swap first.",
  "Les deux comptes et le montant doivent être dans une même devise prise en charge. Vérifiez la devise, ou faites d'abord un échange.",
);
export const TransferNotFound = defineError(
  "TRANSFER_NOT_FOUND",
  "not-found",
  "This transfer does not exist. Check its id.",
  "Ce virement n'existe pas. Vérifiez son identifiant.",
);
export const InvalidSplit = defineError(
  "INVALID_SPLIT",
  "invalid",
  "The parts must add up to the amount exactly, and each must be more than zero.",
  "La somme des parts doit être égale au montant, et chaque part supérieure à zéro.",
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
  "This hold has expired: what remained of it is returned to its wallet.",
  "Cette réservation a expiré : ce qu'il en restait est rendu à son portefeuille.",
);
export const HoldLimit = defineError(
  "HOLD_LIMIT_REACHED",
  "conflict",
  "The wallet has reached the limit of 50 open holds. Capture or release one first.",
  "Le portefeuille a atteint la limite de 50 réservations ouvertes. Débitez ou levez-en une d'abord.",
);
