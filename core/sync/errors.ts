import { defineError } from "../kernel/errors.ts";

export const CursorExpired = defineError(
  "CURSOR_EXPIRED",
  "gone",
  "This cursor is older than the changes that are kept. Pull without one: that gives everything anew.",
  "Ce curseur est plus ancien que les changements qui sont gardés. Synchronisez sans curseur : tout est donné à nouveau.",
);
