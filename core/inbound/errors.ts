import { defineError } from "../kernel/errors.ts";

export const MalformedEvent = defineError(
  "MALFORMED_EVENT",
  "invalid",
  "The signature is valid, but the body is not an event.",
  "La signature est valide, mais le corps n'est pas un événement.",
);
