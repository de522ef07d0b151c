import { defineError } from "../kernel/errors.ts";

export const MalformedEvent = defineError(
  "MALFORMED_EVENT",
  "invalid",
  "The body is signed, but it is not an event.",
  "Le corps est signé, mais ce n'est pas un événement.",
);
