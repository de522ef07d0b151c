import { defineError } from "../../kernel/errors.ts";

export const NotificationNotFound = defineError(
  "NOTIFICATION_NOT_FOUND",
  "not-found",
  "There is no such notification.",
  "Cette notification n'existe pas.",
);
