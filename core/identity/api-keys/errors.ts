import { defineError } from "../../kernel/errors.ts";

export const ApiKeyNotFound = defineError("API_KEY_NOT_FOUND", "not-found", "There is no such API key.");

/** How many keys a user may have at once. */
export const MAX_KEYS = 20;

export const ApiKeyLimit = defineError(
  "API_KEY_LIMIT_REACHED",
  "conflict",
  `You have ${MAX_KEYS} API keys already. Revoke one first.`,
);
