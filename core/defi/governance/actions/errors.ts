import { defineError } from "../../../kernel/errors.ts";

export const InvalidActions = defineError(
  "INVALID_ACTIONS",
  "invalid",
  "The actions are not valid.",
  "Les actions ne sont pas valides.",
);
