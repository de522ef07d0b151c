import { defineError } from "../../kernel/errors.ts";

export const InvalidPhoneCode = defineError(
  "PHONE_CODE_INVALID",
  "invalid",
  "This code is incorrect, has expired, was tried too often, or was replaced by a newer one. Enter the code from the latest message, or request a new one.",
  "Ce code est incorrect, a expiré, a été essayé trop souvent, ou a été remplacé par un plus récent. Saisissez le code du dernier SMS, ou demandez-en un nouveau.",
);
export const PhoneVerifiedAlready = defineError(
  "PHONE_VERIFIED",
  "conflict",
  "This phone number is already confirmed for this account. No further step is needed.",
  "Ce numéro de téléphone est déjà confirmé pour ce compte. Vous n'avez rien d'autre à faire.",
);
export const PhoneMissing = defineError(
  "PHONE_MISSING",
  "conflict",
  "The account has no phone number yet. Add one, then request the code.",
  "Le compte n'a pas encore de numéro de téléphone. Ajoutez-en un, puis demandez le code.",
);

export const PhoneCountryNotServed = defineError(
  "PHONE_COUNTRY_NOT_SERVED",
  "invalid",
  "We do not send text messages to this country. Enter a number from another country.",
  "Nous n'envoyons pas de SMS dans ce pays. Saisissez un numéro d'un autre pays.",
);
