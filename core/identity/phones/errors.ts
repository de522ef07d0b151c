import { defineError } from "../../kernel/errors.ts";

export const InvalidPhoneCode = defineError(
  "PHONE_CODE_INVALID",
  "invalid",
  "This code is wrong, has expired, was tried too often, or a newer one was sent. Enter the code in the latest message, or request a new one.",
  "Ce code est incorrect, a expiré, a été essayé trop souvent, ou un code plus récent a été envoyé. Saisissez le code du dernier SMS, ou demandez-en un nouveau.",
);
export const PhoneVerifiedAlready = defineError(
  "PHONE_VERIFIED",
  "conflict",
  "This account has proven this phone number already.",
  "Ce compte a déjà confirmé ce numéro de téléphone.",
);
export const PhoneMissing = defineError(
  "PHONE_MISSING",
  "conflict",
  "The account has no phone number yet. Give it one, then ask for the code.",
  "Le compte n'a pas encore de numéro de téléphone. Indiquez-en un, puis demandez le code.",
);

export const PhoneCountryNotServed = defineError(
  "PHONE_COUNTRY_NOT_SERVED",
  "invalid",
  "We do not send text messages to this country. Enter a number from another country.",
  "Nous n'envoyons pas de SMS dans ce pays. Saisissez un numéro d'un autre pays.",
);
