import { defineError } from "../../kernel/errors.ts";

export const MerchantNotFound = defineError(
  "MERCHANT_NOT_FOUND",
  "not-found",
  "You have no merchant account.",
  "Vous n'avez pas de compte marchand.",
);
export const MerchantExists = defineError(
  "MERCHANT_EXISTS",
  "conflict",
  "You have a merchant account: details name it.",
  "Vous avez déjà un compte marchand : details le nomme.",
);
export const MerchantUnfinished = defineError(
  "MERCHANT_BEGUN",
  "conflict",
  "Your merchant account was begun with other details and is not finished. Send those of the first time again.",
  "Votre compte marchand a été commencé avec d'autres données et n'est pas terminé. Renvoyez celles de la première fois.",
);
