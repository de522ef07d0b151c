import * as z from "zod";
import { AccountBlocked, WeakPassword, WrongPassword } from "../../core/identity/errors.ts";
import { mailToken } from "../../core/identity/mail-links/schema.ts";
import { email, expiresIn, newPassword, password, refreshToken } from "../../core/identity/schema.ts";
import { forgotPassword, linkedAccounts, resetPassword, unlinkAccounts } from "../account.ts";
import { hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** New passwords, by the old one or by email. Not in the specification; the mobile API has the same. */

const route = defineFamily({ id: "auth.password", path: "/api/auth", family: "auth", method: "POST" });

export const forgot = route({
  ...forgotPassword,
  id: "forgot",
  path: "/forgot-password",
  request: { body: z.strictObject({ email }) },
});

export const reset = route({
  ...resetPassword,
  id: "reset",
  path: "/reset-password",
  request: { body: z.strictObject({ token: mailToken, newPassword, unlinkAccounts }) },
});

export const change = route({
  ...hashesPassword,
  id: "change",
  path: "/change-password",
  summary: "Change the password",
  description:
    "Ends every session and API key. The caller continues in a new session with the returned tokens. For a cookie they are in cookies only, and the " +
    "body has only `expiresIn` and `linkedAccounts`.",
  auth: "session",
  limit: limits.ownPassword,
  proof: { accepts: "`currentPassword`" },
  request: { body: z.strictObject({ currentPassword: password, newPassword, unlinkAccounts }) },
  response: {
    description: "The password is changed",
    body: z.object({
      token: z.string().optional().describe("Access token"),
      expiresIn,
      refreshToken: refreshToken.optional(),
      linkedAccounts: linkedAccounts.describe("The accounts at providers that can still sign in"),
    }),
    headers: { "Set-Cookie": "The new session's cookies, as at sign-in" },
  },
  errors: [WrongPassword, WeakPassword, AccountBlocked],
  grants: { table: "write", startsSessions: true, credentials: ["password"], secrets: ["CSRF_SECRET"] },
});
