import { defineError } from "../errors.ts";

export const KeyReused = defineError(
  "IDEMPOTENCY_KEY_REUSED",
  "unprocessable",
  "This Idempotency-Key was used for another request. Use a new key for a new request.",
);
export const InvalidKey = defineError(
  "INVALID_IDEMPOTENCY_KEY",
  "invalid",
  "Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.",
);
