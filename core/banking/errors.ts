import { defineError } from "../kernel/errors.ts";

export const TransferNotFound = defineError(
  "BANK_TRANSFER_NOT_FOUND",
  "not-found",
  "The bank has told of no such transfer.",
);
export const RecipientNotFound = defineError("RECIPIENT_NOT_FOUND", "not-found", "There is no such user.");
export const TransferAssigned = defineError(
  "BANK_TRANSFER_ASSIGNED",
  "conflict",
  "The transfer is another user's already.",
);
export const NothingToAssign = defineError(
  "NOTHING_TO_ASSIGN",
  "conflict",
  "The transfer did not take place, so there is nothing to assign.",
);
