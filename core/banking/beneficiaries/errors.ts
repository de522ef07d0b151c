import { defineError } from "../../kernel/errors.ts";

/** The most beneficiaries of a user. */
export const MAX_BENEFICIARIES = 100;

export const BeneficiaryLimit = defineError(
  "BENEFICIARY_LIMIT_REACHED",
  "conflict",
  `You have ${MAX_BENEFICIARIES} beneficiaries. Delete one that you do not need any more.`,
  `Vous avez ${MAX_BENEFICIARIES} bénéficiaires. Supprimez-en un dont vous n'avez plus besoin.`,
);
export const BeneficiaryNotFound = defineError(
  "BENEFICIARY_NOT_FOUND",
  "not-found",
  "You have no such beneficiary.",
  "Vous n'avez pas ce bénéficiaire.",
);
