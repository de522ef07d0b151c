import { EmailVerifiedAlready, InvalidMailLink } from "../../core/identity/mail-links/errors.ts";
import { linkProof } from "../../core/identity/mail-links/schema.ts";
import { done } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { confirmsByMessage } from "../proof.ts";

/** Verification of an account's email address. Not in the specification. */

const route = defineFamily({
  id: "auth.verify-email",
  path: "/api/auth/verify-email",
  family: "auth",
  auth: "session",
  method: "POST",
});

export const request = route({
  id: "request",
  path: "/request",
  summary: "Request an email that verifies the account's address",
  description:
    "The email has a link and a six-digit code, valid for a day and one use, until a newer one is sent.",
  limit: limits.emailLinks,
  response: { status: 202, description: "The email is on its way", body: done },
  errors: [EmailVerifiedAlready],
  grants: { table: "write", queues: ["notifications"] },
});

export const confirm = route({
  id: "confirm",
  summary: "Verify the account's address with the email's link or code",
  description:
    "Send the link's `token`, or `code` with at most five attempts. Requires a session of the account in addition to the email, because anyone can " +
    "open an account with another person's address.",
  limit: limits.emailCodes,
  proof: confirmsByMessage,
  request: { body: linkProof },
  response: { description: "Verified", body: done },
  errors: [InvalidMailLink],
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
});
