import * as z from "zod";
import { NotFound } from "../core/kernel/errors.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { below, FORM, form, pageOf, redirect, SIGN_IN } from "./web/page.ts";

/** Pages for people, rendered on the server, and what they show (spec 1, section 4.1, protected routes). */

const route = defineFamily({ id: "web", family: "web", auth: "none", limit: limits.page });

/** What a page reads of its query: anything else that a link carries is let be. */
const signInQuery = z.object({
  callbackUrl: z.string().optional().meta({ description: "Where to go once signed in: a path of ours" }),
  error: z
    .string()
    .transform((name) => (name.length <= 64 ? name : undefined))
    .optional(),
});

export const home = route({
  id: "home",
  method: "GET",
  path: "/",
  summary: "The home page",
  responses: { 200: pageOf("The page") },
  grants: { table: "read" },
});

export const signin = route({
  id: "signin",
  method: "GET",
  path: SIGN_IN,
  summary: "The sign-in page",
  description:
    "Works without script: its forms post to the session layer. Whoever is signed in goes on to `callbackUrl`.",
  request: { query: signInQuery },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const register = route({
  id: "register",
  method: "GET",
  path: "/auth/register",
  summary: "The registration page",
  request: { query: signInQuery },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read" },
});

export const signout = route({
  id: "signout",
  method: "POST",
  path: "/auth/signout",
  summary: "Sign out, by the form of every page",
  description:
    "Leads to the home page, also whoever was not signed in. Programs use `POST /api/auth/signout`.",
  request: { body: form, contentTypes: [FORM] },
  responses: { 302: redirect },
  grants: { table: "write" },
});

export const billing = route({
  id: "billing",
  method: "ANY",
  path: "/api/billing/{path+}",
  summary: "Behind the dashboard's guard; there is nothing here yet",
  auth: "session",
  signInAt: SIGN_IN,
  request: { params: below },
  responses: { 204: { description: "Not given yet: signed in, every address here is a 404" } },
  errors: [NotFound],
  grants: { table: "read" },
});

export const asset = route({
  id: "asset",
  method: "GET",
  path: "/assets/{file}",
  summary: "The badge of an asset, `btc.svg`",
  request: { params: z.object({ file: z.string() }) },
  responses: { 200: { description: "The badge", contentType: "image/svg+xml" } },
  errors: [NotFound],
});
