import * as z from "zod";
import { EmailTaken, WrongPassword } from "../../core/identity/errors.ts";
import { SameEmail } from "../../core/identity/mail-links/errors.ts";
import { email, password } from "../../core/identity/schema.ts";
import { confirmNewEmail } from "../account.ts";
import { done, hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** Changes of an account's email address. Not in the specification. */

const route = defineFamily({
  id: "auth.change-email",
  path: "/api/auth/change-email",
  family: "auth",
  auth: "session",
  method: "POST",
});

export const request = route({
  ...hashesPassword,
  id: "request",
  summary: "Request another email address",
  description:
    "Sends an email to the new address, whose link or code confirms it within a day, and a notice to the current one. Nothing changes before.",
  limit: limits.ownPassword,
  request: { body: z.strictObject({ newEmail: email, password: password.optional() }) },
  proof: { accepts: "`password`" },
  response: { status: 202, description: "The emails are on their way", body: done },
  errors: [EmailTaken, SameEmail, WrongPassword],
  grants: { table: "write", credentials: ["mailLink", "password"], queues: ["notifications"] },
});

export const confirm = route({
  ...confirmNewEmail,
  id: "confirm",
  path: "/confirm",
  summary: "Confirm the new email address",
  description:
    "Send the link's `token`, or `code` with at most five attempts. Requires a session of the account in addition to the email.",
});
