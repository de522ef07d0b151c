import * as z from "zod";
import { AccountBlocked } from "../../../core/identity/errors.ts";
import { email } from "../../../core/identity/schema.ts";
import { hashesPassword } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { confirmsByMessage } from "../../proof.ts";
import { checkbox, form, page, pageOf, posted, redirect, SIGN_IN, toConfirm, typed } from "../page.ts";

/** The security page of an account, and its forms. Programs use the routes of `/api/auth`. */

const route = defineFamily({
  id: "web.dashboard.security",
  path: "/dashboard/security",
  family: "web",
  auth: "session",
  signInAt: SIGN_IN,
  method: "POST",
  responses: { 200: pageOf("The page, with the problem"), 302: redirect, 303: toConfirm },
});

/** Settings shared by the forms with a password, and by those that always redirect. */
const withPassword = { ...hashesPassword, limit: limits.ownPassword } as const;
const redirects = { responses: { 302: redirect, 303: toConfirm } } as const;

export const index = route({
  id: "index",
  method: "GET",
  summary: "The account's address, phone number, password and sessions",
  limit: limits.sessions,
  request: { query: z.object({ done: z.string().max(40).optional() }) },
  responses: page,
  grants: { table: "read" },
});

export const changePassword = route({
  ...withPassword,
  id: "change-password",
  path: "/password",
  proof: { accepts: "`currentPassword`" },
  summary: "Change the password (form)",
  request: posted(form.extend({ currentPassword: typed, newPassword: typed, unlinkAccounts: checkbox })),
  errors: [AccountBlocked],
  grants: { table: "write", startsSessions: true, credentials: ["password"], secrets: ["CSRF_SECRET"] },
});

export const changeEmail = route({
  ...withPassword,
  id: "change-email",
  path: "/email",
  proof: { accepts: "`password`" },
  summary: "Request another address (form)",
  request: posted(form.extend({ newEmail: email, password: typed.optional() })),
  grants: { table: "write", credentials: ["mailLink", "password"], queues: ["notifications"] },
});

export const verify = route({
  ...redirects,
  id: "verify",
  path: "/verification",
  summary: "Request the email that verifies the address (form)",
  limit: limits.emailLinks,
  request: posted(form),
  grants: { table: "write", queues: ["notifications"] },
});

export const textCode = route({
  id: "text-code",
  path: "/phone/code",
  proof: confirmsByMessage,
  summary: "Request the code that verifies the account's phone number (form)",
  limit: limits.phone,
  request: posted(form),
  grants: { table: "write", credentials: ["phoneCode"], queues: ["notifications"] },
});

export const provePhone = route({
  id: "prove-phone",
  path: "/phone",
  proof: confirmsByMessage,
  summary: "Verify the account's phone number with its code (form)",
  limit: limits.phone,
  request: posted(form.extend({ code: typed })),
  grants: { table: "write", credentials: ["phoneCode"], secrets: ["SEALING_SECRET"] },
});

export const changePasskey = route({
  ...redirects,
  id: "change-passkey",
  path: "/passkeys",
  summary: "Rename or remove a passkey (form)",
  description: "Redirects to `/auth/confirm` first if a removal needs a proof.",
  limit: limits.passkeys,
  proof: { when: "a passkey is removed" },
  request: posted(
    form.extend({
      id: z.string().max(100),
      action: z.enum(["rename", "remove"]),
      name: z.string().max(100).optional(),
    }),
  ),
  responses: { 200: pageOf("The page, with the problem"), 302: redirect },
  grants: { table: "write", writesPasskeys: true, credentials: ["secondFactor"] },
});

export const exportData = route({
  ...withPassword,
  id: "export-data",
  path: "/export",
  proof: { accepts: "`password`" },
  summary: "Request an export of the account's data, or download it (form)",
  request: posted(form.extend({ password: typed.optional() })),
  grants: { table: "write", credentials: ["password"], objects: "read", queues: ["jobs"] },
});

export const erase = route({
  ...withPassword,
  id: "erase",
  path: "/erasure",
  proof: { accepts: "`password`" },
  summary: "Request the deletion of the account and its data (form)",
  request: posted(form.extend({ password: typed.optional() })),
  grants: { table: "write", credentials: ["password"] },
});

export const endSession = route({
  ...redirects,
  id: "end-session",
  path: "/sessions",
  proof: "always",
  summary: "End a session (form)",
  limit: limits.sessions,
  request: posted(form.extend({ id: z.string().max(100) })),
  grants: { table: "write" },
});

export const endOthers = route({
  ...redirects,
  id: "end-others",
  path: "/sessions/end-others",
  proof: "always",
  summary: "End every other session (form)",
  limit: limits.sessions,
  request: posted(form),
  grants: { table: "write" },
});
