import * as z from "zod";
import { AccountBlocked, EmailTaken } from "../../core/identity/errors.ts";
import { email } from "../../core/identity/schema.ts";
import { hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { confirmsByMessage, signsIn } from "../proof.ts";
import { checkbox, form, page, pageOf, posted, redirect, SIGN_IN, typed } from "./page.ts";

/**
 * Pages that emails link to. Opening one changes nothing, because mail programs follow links; its form does. The
 * token of a link is in the query, so that the page needs no script. Queries are not logged, and these pages send no
 * referrer.
 */

const route = defineFamily({ id: "web.account", path: "/auth", family: "web", auth: "none" });

/** The token of an email's link. The page reports an invalid token as a problem. */
const token = z.string().max(300).optional();

const csrf = { table: "read", secrets: ["CSRF_SECRET"] } as const;
const show = { method: "GET", limit: limits.page, responses: page } as const;
const showLink = { ...show, request: { query: z.object({ token: token.describe("The link's token") }) } };
const again = pageOf("The form again, with the problem");
const doneOrAgain = { 200: pageOf("The result, or the form again with the problem") } as const;

export const forgot = route({
  ...show,
  id: "forgot",
  path: "/forgot-password",
  summary: "The page to request a password reset",
  grants: csrf,
});

export const sendReset = route({
  id: "send-reset",
  method: "POST",
  path: "/forgot-password",
  summary: "Request a password reset (form)",
  description: "Programs use `POST /api/auth/forgot-password`.",
  limit: limits.forgotPassword,
  request: posted(form.extend({ email })),
  responses: { 200: pageOf("The next step, the same for any address") },
  grants: { table: "write", secrets: ["CSRF_SECRET"], queues: ["notifications"] },
});

export const reset = route({
  ...showLink,
  id: "reset",
  path: "/reset-password",
  summary: "The page to set a new password, by an email's link",
  grants: csrf,
});

export const setPassword = route({
  ...hashesPassword,
  id: "set-password",
  method: "POST",
  path: "/reset-password",
  summary: "Set a new password (form)",
  description: "Programs use `POST /api/auth/reset-password`.",
  limit: limits.resetPassword,
  request: posted(form.extend({ token, newPassword: typed, unlinkAccounts: checkbox })),
  responses: doneOrAgain,
  proof: signsIn,
  errors: [AccountBlocked],
  grants: {
    table: "write",
    writesPasskeys: true,
    credentials: ["mailLink", "password", "secondFactor"],
    secrets: ["CSRF_SECRET"],
  },
});

const signedIn = { auth: "session", signInAt: SIGN_IN } as const;
const confirming = {
  ...signedIn,
  method: "POST",
  limit: limits.emailCodes,
  proof: confirmsByMessage,
  request: posted(form.extend({ token, code: z.string().max(40).optional() })),
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
} as const;

export const verify = route({
  ...signedIn,
  ...showLink,
  id: "verify",
  path: "/verify-email",
  summary: "The page to verify the account's address, by an email's link",
  grants: { table: "read" },
});

export const confirmVerify = route({
  ...confirming,
  id: "confirm-verify",
  path: "/verify-email",
  summary: "Verify the account's address (form)",
});

export const change = route({
  ...signedIn,
  ...showLink,
  id: "change",
  path: "/change-email",
  summary: "The page to confirm a new address, by an email's link",
  grants: { table: "read" },
});

export const confirmChange = route({
  ...confirming,
  id: "confirm-change",
  path: "/change-email",
  summary: "Confirm a new address (form)",
  errors: [EmailTaken],
});

export const undo = route({
  ...showLink,
  id: "undo",
  path: "/undo-email-change",
  summary: "The page to undo a change of the address, by an email's link",
  grants: csrf,
});

export const restore = route({
  id: "restore",
  method: "POST",
  path: "/undo-email-change",
  summary: "Undo a change of the address (form)",
  description:
    "The link in the email to the former address is valid for 7 days, without a session and after a new password. It restores that address and ends every " +
    "session, device key and API key, the password, and the linked accounts, passkeys and authenticator that were added since the change. The links of later changes " +
    "become invalid, those of earlier ones stay valid. The address is reserved for the account until then.",
  limit: limits.resetPassword,
  proof: { notNeeded: "the link proves the former address" },
  request: posted(form.extend({ token })),
  responses: doneOrAgain,
  errors: [AccountBlocked],
  grants: {
    table: "write",
    writesPasskeys: true,
    credentials: ["mailLink", "password", "secondFactor"],
    secrets: ["CSRF_SECRET"],
  },
});

export const unlock = route({
  ...showLink,
  id: "unlock",
  path: "/unlock",
  summary: "The page for an owner whose sign-in others have slowed down, by an email's link",
  grants: csrf,
});

export const letIn = route({
  id: "let-in",
  method: "POST",
  path: "/unlock",
  summary: "Make the client known to the account, which still requires the password (form)",
  limit: limits.resetPassword,
  request: posted(form.extend({ token })),
  responses: doneOrAgain,
  proof: { notNeeded: "it starts no session" },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["CSRF_SECRET"] },
});
