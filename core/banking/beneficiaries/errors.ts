import { defineError } from "../../kernel/errors.ts";

/** The limit of beneficiaries per user. */
export const MAX_BENEFICIARIES = 100;

export const BeneficiaryLimit = defineError(
  "BENEFICIARY_LIMIT_REACHED",
  "conflict",
  `You have ${MAX_BENEFICIARIES} beneficiaries. Delete one that you no longer need.`,
  `Vous avez ${MAX_BENEFICIARIES} bénéficiaires. Supprimez-en un dont vous n'avez plus besoin.`,
);
export const BeneficiaryNotFound = defineError(
  "BENEFICIARY_NOT_FOUND",
  "not-found",
  "This beneficiary does not exist.",
  "Ce bénéficiaire n'existe pas.",
);
