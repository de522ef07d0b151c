import { defineError } from "../../kernel/errors.ts";

/** The limit of beneficiaries per user. */
export const MAX_BENEFICIARIES = 100;

export const BeneficiaryLimit = defineError(
  "BENEFICIARY_LIMIT_REACHED",
  "conflict",
  `You have reached the limit of ${MAX_BENEFICIARIES} beneficiaries. Delete one to add another.`,
  `Vous avez atteint la limite de ${MAX_BENEFICIARIES} bénéficiaires. Supprimez-en un pour en ajouter un autre.`,
);
export const BeneficiaryNotFound = defineError(
  "BENEFICIARY_NOT_FOUND",
  "not-found",
  "This beneficiary does not exist. It may have been deleted already.",
  "Ce bénéficiaire n'existe pas. Il a peut-être déjà été supprimé.",
);
