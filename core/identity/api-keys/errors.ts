import { defineError } from "../../kernel/errors.ts";

export const ApiKeyNotFound = defineError(
  "API_KEY_NOT_FOUND",
  "not-found",
  "This API key does not exist. Check its id; the key may have been revoked already.",
  "Cette clé d'API n'existe pas. Vérifiez son identifiant ; la clé a peut-être déjà été révoquée.",
);

/** The maximum number of a user's keys. */
export const MAX_KEYS = 20;

export const ApiKeyLimit = defineError(
  "API_KEY_LIMIT_REACHED",
  "conflict",
  `You already have ${MAX_KEYS} API keys. Revoke one first.`,
  `Vous avez déjà ${MAX_KEYS} clés d'API. Révoquez-en d'abord une.`,
);

/** Returned only to a caller who sends the key's secret. */
export const ApiKeyExpired = defineError(
  "API_KEY_EXPIRED",
  "unauthenticated",
  "This API key has expired. Create a new one.",
  "Cette clé d'API a expiré. Créez-en une nouvelle.",
);

export const ApiKeyRequired = defineError(
  "API_KEY_REQUIRED",
  "unauthenticated",
  "This operation requires an API key, not a session token. Sign the request if it moves money.",
  "Cette opération exige une clé d'API, pas un jeton de session. Signez la requête si elle déplace de l'argent.",
);

export const AddressNotAllowed = defineError(
  "API_KEY_ADDRESS_NOT_ALLOWED",
  "forbidden",
  "This API key must not be used from this address. Add the address to the key, or use another key.",
  "Cette clé d'API ne peut pas être utilisée depuis cette adresse. Ajoutez l'adresse à la clé, ou utilisez une autre clé.",
);

/** A request has two different credentials (RFC 6750, section 2). */
export const AmbiguousCredential = defineError(
  "AMBIGUOUS_CREDENTIAL",
  "invalid",
  "X-API-Key and Authorization contain two different credentials. Send only one of them.",
  "X-API-Key et Authorization contiennent deux identifiants différents. N'en envoyez qu'un.",
);

export const SignatureRequired = defineError(
  "SIGNATURE_REQUIRED",
  "unauthenticated",
  "Sign this request: X-Svc-Timestamp and X-Svc-Signature are missing.",
  "Signez cette requête : X-Svc-Timestamp et X-Svc-Signature manquent.",
);
export const TimestampOutOfRange = defineError(
  "TIMESTAMP_OUT_OF_RANGE",
  "unauthenticated",
  "X-Svc-Timestamp must be UNIX seconds, at most 300 seconds from now.",
  "X-Svc-Timestamp doit être en secondes UNIX, à 300 secondes au plus de l'heure actuelle.",
);
export const SignatureReused = defineError(
  "SIGNATURE_REUSED",
  "conflict",
  "This signature was used with another Idempotency-Key. Sign each request with a timestamp of its own.",
  "Cette signature a servi avec une autre Idempotency-Key. Signez chaque requête avec son propre horodatage.",
);
