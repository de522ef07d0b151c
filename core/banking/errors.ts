import { defineError } from "../kernel/errors.ts";

export const TransferNotFound = defineError(
  "BANK_TRANSFER_NOT_FOUND",
  "not-found",
  "The bank has not reported this transfer. Check its id.",
  "La banque n'a pas signalé ce virement. Vérifiez son identifiant.",
);
export const RecipientNotFound = defineError(
  "RECIPIENT_NOT_FOUND",
  "not-found",
  "This user does not exist. Check the id.",
  "Cet utilisateur n'existe pas. Vérifiez l'identifiant.",
);
export const TransferAssigned = defineError(
  "BANK_TRANSFER_ASSIGNED",
  "conflict",
  "This transfer is already assigned to another user. Check its id.",
  "Ce virement est déjà attribué à un autre utilisateur. Vérifiez son identifiant.",
);
export const NothingToAssign = defineError(
  "NOTHING_TO_ASSIGN",
  "conflict",
  "The transfer did not take place, so there is nothing to assign. Check its id.",
  "Ce virement n'a pas eu lieu : il n'y a rien à attribuer. Vérifiez son identifiant.",
);
