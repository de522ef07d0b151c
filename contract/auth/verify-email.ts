import { EmailVerifiedAlready, InvalidMailLink } from "../../core/identity/mail-links/errors.ts";
import { shownOfLetter } from "../../core/identity/mail-links/schema.ts";
import { done } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Verification of an account's address. Not in the specification. */

const route = defineFamily({
  id: "auth.verify-email",
  path: "/api/auth/verify-email",
  family: "auth",
  auth: "session",
});

export const request = route({
  id: "request",
  method: "POST",
  path: "/request",
  summary: "Ask for a letter that verifies the account's address",
  description:
    "The letter has a link and a code of six digits; both hold for a day, once, and end with a newer one.",
  limit: limits.letters,
  responses: { 202: { description: "The letter is on its way", body: done } },
  errors: [EmailVerifiedAlready],
  grants: { table: "write", queues: ["notifications"] },
});

export const confirm = route({
  id: "confirm",
  method: "POST",
  summary: "Verify the account's address by the letter's link or code",
  description:
    "`token` of the link, or `code`: a code may be tried five times. It takes a session of the account as well as the letter, since " +
    "anybody may have opened an account at somebody else's address.",
  limit: limits.letterCodes,
  request: { body: shownOfLetter },
  responses: { 200: { description: "Verified", body: done } },
  errors: [InvalidMailLink],
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
});
