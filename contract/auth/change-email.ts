import * as z from "zod";
import { EmailTaken, WrongPassword } from "../../core/identity/errors.ts";
import { InvalidMailLink, SameEmail } from "../../core/identity/mail-links/errors.ts";
import { shownOfLetter } from "../../core/identity/mail-links/schema.ts";
import { email, password } from "../../core/identity/schema.ts";
import { done } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";

/** A change of an account's address. Not in the specification. */

const route = defineFamily({
  id: "auth.change-email",
  path: "/api/auth/change-email",
  family: "auth",
  auth: "session",
});

export const request = route({
  id: "request",
  method: "POST",
  summary: "Ask for another e-mail address",
  description:
    "A letter to the new address confirms it, by link or code, within a day; one to the present address tells. Nothing changes before.",
  limit: limits.ownPassword,
  request: { body: z.strictObject({ newEmail: email, password }) },
  responses: { 202: { description: "The letters are on their way", body: done } },
  errors: [EmailTaken, SameEmail, WrongPassword],
  grants: { table: "write", credentials: ["mailLink", "password"], queues: ["notifications"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const confirm = route({
  id: "confirm",
  method: "POST",
  path: "/confirm",
  summary: "Confirm the new e-mail address by its letter",
  description:
    "`token` of the link, or `code`: a code may be tried five times. It takes a session of the account as well as the letter.",
  limit: limits.letterCodes,
  request: { body: shownOfLetter },
  responses: {
    200: { description: "The account has the new address", body: done.extend({ email: z.string() }) },
  },
  errors: [InvalidMailLink, EmailTaken],
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
});
