import { defineError } from "../kernel/errors.ts";

export const TransferNotFound = defineError(
  "BANK_TRANSFER_NOT_FOUND",
  "not-found",
  "The bank has reported no such transfer.",
  "La banque n'a annoncé aucun virement de ce genre.",
);
export const RecipientNotFound = defineError(
  "RECIPIENT_NOT_FOUND",
  "not-found",
  "There is no such user.",
  "Cet utilisateur n'existe pas.",
);
export const TransferAssigned = defineError(
  "BANK_TRANSFER_ASSIGNED",
  "conflict",
  "The transfer is another user's already.",
  "Ce virement est déjà attribué à un autre utilisateur.",
);
export const NothingToAssign = defineError(
  "NOTHING_TO_ASSIGN",
  "conflict",
  "The transfer did not take place, so there is nothing to assign.",
  "Ce virement n'a pas eu lieu : il n'y a rien à attribuer.",
);
