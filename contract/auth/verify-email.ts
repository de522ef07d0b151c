import { requestEmail, verifyEmail } from "../account.ts";
import { defineFamily } from "../family.ts";

/** Verification of an account's email address. Not in the specification. */

const route = defineFamily({
  id: "auth.verify-email",
  path: "/api/auth/verify-email",
  family: "auth",
  auth: "session",
  method: "POST",
});

export const request = route({
  ...requestEmail,
  id: "request",
  description:
    "The email has a link and a six-digit code, valid for a day and one use, until a newer one is sent.",
});

export const confirm = route({
  ...verifyEmail,
  id: "confirm",
  description:
    "Send the link's `token`, or `code` with at most five attempts. Requires a session of the account in addition to the email, because anyone can " +
    "open an account with another person's address.",
});
