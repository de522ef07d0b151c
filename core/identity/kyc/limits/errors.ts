import { defineError } from "../../../kernel/errors.ts";

export const KycLimitExceeded = defineError(
  "KYC_LIMIT_EXCEEDED",
  "forbidden",
  "That is more than you may move at the level that your identity is verified to.",
  "C'est plus que ce que permet le niveau de vérification de votre identité.",
);
