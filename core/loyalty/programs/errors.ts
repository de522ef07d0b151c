import { defineError } from "../../kernel/errors.ts";

export const ProgramNotFound = defineError(
  "LOYALTY_PROGRAM_NOT_FOUND",
  "not-found",
  "There is no such loyalty program.",
  "Ce programme de fidélité n'existe pas.",
);
export const ProgramEnded = defineError(
  "LOYALTY_PROGRAM_ENDED",
  "conflict",
  "This loyalty program has ended. Enrol the merchant in a new one.",
  "Ce programme de fidélité a pris fin. Inscrivez le commerçant à un nouveau programme.",
);
export const InvalidRate = defineError(
  "INVALID_LOYALTY_RATE",
  "unprocessable",
  "A loyalty program's rate is a percentage above 0 and up to 20 with at most two decimals.",
  "Le taux d'un programme de fidélité est un pourcentage supérieur à 0 et d'au plus 20, avec deux décimales au plus.",
);
export const MerchantInProgram = defineError(
  "MERCHANT_IN_PROGRAM",
  "conflict",
  "The merchant is in a loyalty program already. End that one to begin another.",
  "Le commerçant a déjà un programme de fidélité. Mettez-y fin pour en commencer un autre.",
);
