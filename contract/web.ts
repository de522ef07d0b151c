import * as z from "zod";
import { AccountBlocked } from "../core/identity/errors.ts";
import { NotFound } from "../core/kernel/errors.ts";
import { languages } from "../core/kernel/texts/index.ts";
import { referralCode } from "../core/loyalty/referrals/schema.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { below, FORM, form, pageOf, redirect, SIGN_IN, TWO_FACTOR } from "./web/page.ts";

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
  description: "`referralCode` says by whose code one comes; one that could not be a code is left out.",
  request: { query: signInQuery.extend({ referralCode: referralCode.optional().catch(undefined) }) },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read" },
});

export const twoFactor = route({
  id: "two-factor",
  method: "GET",
  path: TWO_FACTOR,
  summary: "The page that asks a sign-in for its second factor",
  description:
    "A sign-in by form or at a provider leads here where the account has a second factor, for 5 minutes; nobody is signed in before it " +
    "is given.",
  request: { query: signInQuery.pick({ error: true }) },
  responses: { 200: pageOf("The page"), 302: redirect },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const proveTwoFactor = route({
  id: "prove-two-factor",
  method: "POST",
  path: TWO_FACTOR,
  summary: "Give the second factor of a sign-in, by the page's form",
  description: "Leads on to where the sign-in was to lead, or back to the page. Counts with sign-ins.",
  limit: limits.signIn,
  request: { body: form.extend({ code: z.string().max(100).optional() }), contentTypes: [FORM] },
  responses: { 302: redirect },
  errors: [AccountBlocked],
  grants: { table: "write", credentials: ["secondFactor"], secrets: ["CSRF_SECRET", "SEALING_SECRET"] },
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

export const language = route({
  id: "language",
  method: "POST",
  path: "/language",
  summary: "Read the pages in another language, by the form of every page",
  description:
    "A cookie keeps it; where somebody is signed in, it is the account's preference from then on, for mails and the app too. Leads back " +
    "to the page that it came from.",
  request: {
    body: form.extend({ language: z.enum(languages), back: z.string().max(2048).optional() }),
    contentTypes: [FORM],
  },
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
  cache: { seconds: 86_400 },
  summary: "The badge of an asset, `btc.svg`, or the picture of a loyalty program, `loyalty-food.svg`",
  request: { params: z.object({ file: z.string() }) },
  responses: { 200: { description: "The picture", contentType: "image/svg+xml" } },
  errors: [NotFound],
});
