import { defineError } from "../../kernel/errors.ts";

export const KeyReused = defineError(
  "IDEMPOTENCY_KEY_REUSED",
  "unprocessable",
  "This Idempotency-Key was used for another request. Use a new key for a new request.",
  "Cette Idempotency-Key a servi pour une autre requête. Utilisez une nouvelle clé pour une nouvelle requête.",
);
/** The payments routes reject a repeated request (spec 3, section 7); every other family replays the response. */
export const AlreadyProcessed = defineError(
  "ALREADY_PROCESSED",
  "conflict",
  "This request was already processed (see details). Send Prefer: return=representation to get the first response.",
  "Cette requête a déjà été traitée (voir details). Envoyez Prefer: return=representation pour recevoir la première réponse.",
);
export const KeyRequired = defineError(
  "IDEMPOTENCY_KEY_REQUIRED",
  "invalid",
  "Send an Idempotency-Key, so that this request can be retried safely.",
  "Envoyez une Idempotency-Key, afin de pouvoir répéter cette requête sans risque.",
);
export const InvalidKey = defineError(
  "INVALID_IDEMPOTENCY_KEY",
  "invalid",
  "Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.",
  "Idempotency-Key doit compter de 1 à 255 caractères ASCII imprimables, sans espace.",
);

/** A client's key is 1 to 255 printable ASCII characters, as the IETF draft's structured string. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;
