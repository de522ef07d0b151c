import { defineError } from "../errors.ts";

export const ApiKeyNotFound = defineError("API_KEY_NOT_FOUND", "not-found", "There is no such API key.");
