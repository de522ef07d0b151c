import * as z from "zod";
import { AccountBlocked, EmailTaken } from "../../core/identity/errors.ts";
import { email } from "../../core/identity/schema.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";
import { FORM, form, pageOf, redirect, SIGN_IN } from "./page.ts";

/**
 * Pages that letters lead to. Opening one changes nothing, since mail programs look behind links by themselves:
 * its form does. A link's token is in the query, so that the page needs no script; no log keeps a query, and
 * these pages tell nobody their address.
 */

const route = defineFamily({ id: "web.account", path: "/auth", family: "web", auth: "none" });

/** As it came: what is no token is refused in words, on the page. */
const token = z.string().max(300).optional();
const linkQuery = z.object({ token: token.meta({ description: "The link's token" }) });
const shown = form.extend({ token, code: z.string().max(40).optional() });
const typed = z.string().max(1024);

const page = { responses: { 200: pageOf("The page") }, limit: limits.page } as const;
const again = pageOf("The form again, with what is wrong");
const posted = { contentTypes: [FORM] };

export const forgot = route({
  ...page,
  id: "forgot",
  method: "GET",
  path: "/forgot-password",
  summary: "The page that has a letter sent for a new password",
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const sendReset = route({
  id: "send-reset",
  method: "POST",
  path: "/forgot-password",
  summary: "Have a letter sent for a new password, by the page's form",
  description: "Programs use `POST /api/auth/forgot-password`.",
  limit: limits.forgotPassword,
  request: { ...posted, body: form.extend({ email }) },
  responses: { 200: pageOf("What to do next, the same for any address") },
  grants: { table: "write", secrets: ["CSRF_SECRET"], queues: ["notifications"] },
});

export const reset = route({
  ...page,
  id: "reset",
  method: "GET",
  path: "/reset-password",
  summary: "The page of a letter's link to a new password",
  request: { query: linkQuery },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const setPassword = route({
  id: "set-password",
  method: "POST",
  path: "/reset-password",
  summary: "Set a new password, by the page's form",
  description: "Programs use `POST /api/auth/reset-password`.",
  limit: limits.resetPassword,
  request: { ...posted, body: form.extend({ token, newPassword: typed }) },
  responses: { 200: pageOf("What was done, or the form again, with what is wrong") },
  errors: [AccountBlocked],
  grants: { table: "write", credentials: ["mailLink", "password"], secrets: ["CSRF_SECRET"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

const signedIn = { auth: "session", signInAt: SIGN_IN } as const;
const confirming = {
  ...signedIn,
  limit: limits.letterCodes,
  request: { ...posted, body: shown },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
} as const;

export const verify = route({
  ...signedIn,
  ...page,
  id: "verify",
  method: "GET",
  path: "/verify-email",
  summary: "The page of a letter's link that verifies the account's address",
  request: { query: linkQuery },
  grants: { table: "read" },
});

export const confirmVerify = route({
  ...confirming,
  id: "confirm-verify",
  method: "POST",
  path: "/verify-email",
  summary: "Verify the account's address, by the page's form",
  responses: { 200: again, 302: redirect },
});

export const change = route({
  ...signedIn,
  ...page,
  id: "change",
  method: "GET",
  path: "/change-email",
  summary: "The page of a letter's link that confirms a new address",
  request: { query: linkQuery },
  grants: { table: "read" },
});

export const confirmChange = route({
  ...confirming,
  id: "confirm-change",
  method: "POST",
  path: "/change-email",
  summary: "Confirm a new address, by the page's form",
  responses: { 200: again, 302: redirect },
  errors: [EmailTaken],
});

export const unlock = route({
  ...page,
  id: "unlock",
  method: "GET",
  path: "/unlock",
  summary: "The page of a letter's link for an owner whose sign-in is slowed down by strangers",
  request: { query: linkQuery },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const letIn = route({
  id: "let-in",
  method: "POST",
  path: "/unlock",
  summary: "Have the client that the form comes from known to the account: it still signs in by the password",
  limit: limits.resetPassword,
  request: { ...posted, body: form.extend({ token }) },
  responses: { 200: pageOf("What was done, or the form again, with what is wrong") },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["CSRF_SECRET"] },
});
