import { defineError } from "../../kernel/errors.ts";

export const BeneficiaryNotFound = defineError(
  "USER_NOT_FOUND",
  "not-found",
  "There is no such user.",
  "Cet utilisateur n'existe pas.",
);
