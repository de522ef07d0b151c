import * as z from "zod";
import { AccountBlocked, WeakPassword, WrongPassword } from "../../core/identity/errors.ts";
import { InvalidResetToken } from "../../core/identity/mail-links/errors.ts";
import { mailToken } from "../../core/identity/mail-links/schema.ts";
import { email, expiresIn, newPassword, password, refreshToken } from "../../core/identity/schema.ts";
import { done } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";

/** A new password, by the old one or by a letter. Not in the specification; the mobile API has the same. */

const route = defineFamily({ id: "auth.password", path: "/api/auth", family: "auth" });

export const forgot = route({
  id: "forgot",
  method: "POST",
  path: "/forgot-password",
  summary: "Ask for a letter that leads to a new password",
  description:
    "Answered the same, in the same time, whether or not the address has an account. The letter's link holds for 30 minutes, works " +
    "once, and ends with a newer one. At most three such letters go to an address within 30 minutes, whoever asks.",
  auth: "none",
  limit: limits.forgotPassword,
  request: { body: z.strictObject({ email }) },
  responses: { 202: { description: "Taken", body: done } },
  grants: { table: "write", queues: ["notifications"] },
});

export const reset = route({
  id: "reset",
  method: "POST",
  path: "/reset-password",
  summary: "Set a new password by the link of a letter",
  description:
    "Ends every session, web and mobile, and every API key. The address counts as proven from then on; an account whose address never was " +
    "is handed over to whoever has its mail.",
  auth: "none",
  limit: limits.resetPassword,
  request: { body: z.strictObject({ token: mailToken, newPassword }) },
  responses: { 200: { description: "The password is another one", body: done } },
  errors: [InvalidResetToken, WeakPassword, AccountBlocked],
  grants: { table: "write", credentials: ["mailLink", "password"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const change = route({
  id: "change",
  method: "POST",
  path: "/change-password",
  summary: "Change the password",
  description:
    "Ends every session and API key; the caller goes on in a new session, whose tokens the answer has. Answered to a cookie they are in cookies " +
    "only, and the body has `expiresIn` alone.",
  auth: "session",
  limit: limits.ownPassword,
  request: { body: z.strictObject({ currentPassword: password, newPassword }) },
  responses: {
    200: {
      description: "The password is another one",
      body: z.object({
        token: z.string().optional().meta({ description: "Access token" }),
        expiresIn,
        refreshToken: refreshToken.optional(),
      }),
      headers: { "Set-Cookie": "The new session's cookies, as at sign-in" },
    },
  },
  errors: [WrongPassword, WeakPassword, AccountBlocked],
  grants: { table: "write", credentials: ["password"], secrets: ["CSRF_SECRET"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});
