import { defineError } from "../../kernel/errors.ts";

export const KeyReused = defineError(
  "IDEMPOTENCY_KEY_REUSED",
  "unprocessable",
  "This Idempotency-Key was used for another request. Use a new key for a new request.",
);
/**
 * Spec 3, section 7: the payments routes refuse what was done before; every other family replays its answer.
 */
export const AlreadyProcessed = defineError(
  "ALREADY_PROCESSED",
  "conflict",
  "This request was processed before: details name its result. Send Prefer: return=representation to get the first answer again.",
);
export const KeyRequired = defineError(
  "IDEMPOTENCY_KEY_REQUIRED",
  "invalid",
  "Send an Idempotency-Key: it makes a retry of this request harmless.",
);
export const InvalidKey = defineError(
  "INVALID_IDEMPOTENCY_KEY",
  "invalid",
  "Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.",
);
