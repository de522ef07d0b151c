import { defineError, MalformedJson } from "../core/kernel/errors.ts";

/** What is wrong with a request before anybody reads what it asks for: its method, its body's form and size. */

export const MalformedBody = {
  ...MalformedJson,
  message: "The body is not valid JSON.",
  french: "Le corps n'est pas du JSON valide.",
};
export const MalformedForm = defineError(
  "MALFORMED_FORM",
  "invalid",
  "The body is not a valid multipart/form-data.",
  "Le corps n'est pas un multipart/form-data valide.",
);
export const MethodNotAllowed = defineError(
  "METHOD_NOT_ALLOWED",
  "method-not-allowed",
  "This address exists, but not for this method.",
  "Cette adresse existe, mais pas pour cette méthode.",
);
export const BodyTooLarge = defineError(
  "BODY_TOO_LARGE",
  "too-large",
  "The body is larger than allowed.",
  "Le corps est plus grand que permis.",
);
