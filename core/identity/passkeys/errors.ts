import { defineError } from "../../kernel/errors.ts";

/** The reason is in `details`, for developers of apps. It does not reveal whether the passkey is known. */
export const PasskeyInvalid = defineError(
  "PASSKEY_INVALID",
  "unauthenticated",
  "This passkey was not accepted. Try again, or sign in another way.",
  "Cette clé d'accès n'a pas été acceptée. Réessayez, ou connectez-vous autrement.",
);

export const PasskeyNotCreated = defineError(
  "PASSKEY_NOT_CREATED",
  "invalid",
  "The passkey could not be added: the request took longer than 5 minutes, or the response does not match it. Start again.",
  "La clé d'accès n'a pas pu être ajoutée : la demande a pris plus de 5 minutes, ou la réponse n'y correspond pas. Recommencez.",
);

export const PasskeyAlreadyRegistered = defineError(
  "PASSKEY_ALREADY_REGISTERED",
  "conflict",
  "This passkey is already registered. Use it to sign in, or add another one.",
  "Cette clé d'accès est déjà enregistrée. Utilisez-la pour vous connecter, ou ajoutez-en une autre.",
);

export const PasskeyNotFound = defineError(
  "PASSKEY_NOT_FOUND",
  "not-found",
  "This passkey does not exist. It may have been removed already.",
  "Cette clé d'accès n'existe pas. Elle a peut-être déjà été retirée.",
);

/** The maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 10;

export const PasskeyLimit = defineError(
  "PASSKEY_LIMIT_REACHED",
  "conflict",
  `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`,
  `Vous avez déjà ${MAX_PASSKEYS} clés d'accès. Retirez-en d'abord une.`,
);
