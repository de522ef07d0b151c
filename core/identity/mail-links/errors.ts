import { defineError } from "../../kernel/errors.ts";

export const InvalidResetToken = defineError(
  "INVALID_RESET_TOKEN",
  "invalid",
  "This link has expired, was already used, or was replaced by a newer one. Request a new one.",
  "Ce lien a expiré, a déjà servi ou a été remplacé par un plus récent. Demandez-en un nouveau.",
);
export const InvalidMailLink = defineError(
  "AUTH_INVALID_LINK",
  "invalid",
  "This link or code has expired, was already used, or was replaced by a newer one. Request a new one.",
  "Ce lien ou ce code a expiré, a déjà servi ou a été remplacé par un plus récent. Demandez-en un nouveau.",
);
export const SameEmail = defineError(
  "AUTH_SAME_EMAIL",
  "invalid",
  "This is already the account's address. Enter another one.",
  "C'est déjà l'adresse du compte. Saisissez-en une autre.",
);
export const EmailVerifiedAlready = defineError(
  "AUTH_EMAIL_VERIFIED",
  "conflict",
  "The account's address is already verified. No further step is needed.",
  "L'adresse du compte est déjà vérifiée. Vous n'avez rien d'autre à faire.",
);
