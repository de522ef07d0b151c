import { defineError } from "../../kernel/errors.ts";

export const InvalidPhoneCode = defineError(
  "PHONE_CODE_INVALID",
  "invalid",
  "This code is wrong, has expired, was tried too often, or a newer one was sent. Enter that of the latest message, or ask for another.",
  "Ce code est faux, a expiré, a été essayé trop souvent, ou un plus récent a été envoyé. Saisissez celui du dernier SMS, ou demandez-en un autre.",
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
  "No text messages go to phone numbers of this country. Give a number of a country that is served.",
  "Aucun SMS n'est envoyé aux numéros de ce pays. Indiquez un numéro d'un pays desservi.",
);
