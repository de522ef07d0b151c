import { defineError } from "../errors.ts";

export const BeneficiaryNotFound = defineError("USER_NOT_FOUND", "not-found", "There is no such user.");
