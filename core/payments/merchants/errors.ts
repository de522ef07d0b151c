import { defineError } from "../../kernel/errors.ts";

export const MerchantNotFound = defineError(
  "MERCHANT_NOT_FOUND",
  "not-found",
  "You have no merchant account. Create one first.",
  "Vous n'avez pas de compte marchand. Créez-en un d'abord.",
);
export const MerchantExists = defineError(
  "MERCHANT_EXISTS",
  "conflict",
  "You already have a merchant account. See details for its id.",
  "Vous avez déjà un compte marchand. Son identifiant figure dans details.",
);
export const MerchantUnfinished = defineError(
  "MERCHANT_BEGUN",
  "conflict",
  "Your merchant account is not complete, and was started with other details. Submit the original details again.",
  "Votre compte marchand n'est pas terminé et a été commencé avec d'autres données. Renvoyez les données d'origine.",
);
