import * as z from "zod";
import { AccountBlocked } from "../../../core/identity/errors.ts";
import { email } from "../../../core/identity/schema.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { ONE_CPU_MB } from "../../memory.ts";
import { FORM, form, pageOf, redirect, SIGN_IN } from "../page.ts";

/** The page of an account's security, and what its forms do. Programs use the routes of `/api/auth`. */

const route = defineFamily({
  id: "web.dashboard.security",
  path: "/dashboard/security",
  family: "web",
  auth: "session",
  signInAt: SIGN_IN,
});

const typed = z.string().max(1024);
const again = pageOf("The page, with what is wrong");
const posted = { contentTypes: [FORM] };

export const index = route({
  id: "index",
  method: "GET",
  summary: "The account's address, phone number, password and sessions",
  limit: limits.sessions,
  request: { query: z.object({ done: z.string().max(40).optional() }) },
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const changePassword = route({
  id: "change-password",
  method: "POST",
  path: "/password",
  summary: "Change the password, by the page's form",
  limit: limits.ownPassword,
  request: { ...posted, body: form.extend({ currentPassword: typed, newPassword: typed }) },
  responses: { 200: again, 302: redirect },
  errors: [AccountBlocked],
  grants: { table: "write", credentials: ["password"], secrets: ["CSRF_SECRET"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const changeEmail = route({
  id: "change-email",
  method: "POST",
  path: "/email",
  summary: "Ask for another address, by the page's form",
  limit: limits.ownPassword,
  request: { ...posted, body: form.extend({ newEmail: email, password: typed }) },
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["mailLink", "password"], queues: ["notifications"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const verify = route({
  id: "verify",
  method: "POST",
  path: "/verification",
  summary: "Ask for the letter that verifies the address, by the page's form",
  limit: limits.letters,
  request: { ...posted, body: form },
  responses: { 302: redirect },
  grants: { table: "write", queues: ["notifications"] },
});

export const textCode = route({
  id: "text-code",
  method: "POST",
  path: "/phone/code",
  summary: "Ask for the code that proves the account's phone number, by the page's form",
  limit: limits.phone,
  request: { ...posted, body: form },
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["phoneCode"], queues: ["notifications"] },
});

export const provePhone = route({
  id: "prove-phone",
  method: "POST",
  path: "/phone",
  summary: "Prove the account's phone number by its code, by the page's form",
  limit: limits.phone,
  request: { ...posted, body: form.extend({ code: typed }) },
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["phoneCode"], secrets: ["SEALING_SECRET"] },
});

export const exportData = route({
  id: "export-data",
  method: "POST",
  path: "/export",
  summary: "Ask for one's data, or fetch it once it is there, by the page's form",
  limit: limits.ownPassword,
  request: { ...posted, body: form.extend({ password: typed.optional() }) },
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["password"], objects: "read", queues: ["jobs"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const erase = route({
  id: "erase",
  method: "POST",
  path: "/erasure",
  summary: "Ask for the account and its data to be deleted, by the page's form",
  limit: limits.ownPassword,
  request: { ...posted, body: form.extend({ password: typed.optional() }) },
  responses: { 200: again, 302: redirect },
  grants: { table: "write", credentials: ["password"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const endSession = route({
  id: "end-session",
  method: "POST",
  path: "/sessions",
  summary: "End a session, by the page's form",
  limit: limits.sessions,
  request: { ...posted, body: form.extend({ id: z.string().max(100) }) },
  responses: { 302: redirect },
  grants: { table: "write" },
});

export const endOthers = route({
  id: "end-others",
  method: "POST",
  path: "/sessions/end-others",
  summary: "End every other session, by the page's form",
  limit: limits.sessions,
  request: { ...posted, body: form },
  responses: { 302: redirect },
  grants: { table: "write" },
});
