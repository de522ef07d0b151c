import { defineError } from "../../kernel/errors.ts";

export const MerchantNotFound = defineError(
  "MERCHANT_NOT_FOUND",
  "not-found",
  "You have no merchant account.",
);
export const MerchantExists = defineError(
  "MERCHANT_EXISTS",
  "conflict",
  "You have a merchant account: details name it.",
);
export const MerchantUnfinished = defineError(
  "MERCHANT_BEGUN",
  "conflict",
  "Your merchant account was begun with other details and is not finished. Send those of the first time again.",
);
