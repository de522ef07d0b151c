import { defineError } from "../kernel/errors.ts";

/** Spec 3, section 6: the whole answer is `{"error": "Invalid signature"}`. */
export const InvalidSignature = defineError("INVALID_SIGNATURE", "unauthenticated", "Invalid signature");
export const MalformedEvent = defineError(
  "MALFORMED_EVENT",
  "invalid",
  "The body is signed, but it is not an event.",
);
