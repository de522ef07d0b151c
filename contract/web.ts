import * as z from "zod";
import { AccountBlocked } from "../core/identity/errors.ts";
import { NotFound } from "../core/kernel/errors.ts";
import { languages } from "../core/kernel/texts/index.ts";
import { DAY_SECONDS } from "../core/kernel/time.ts";
import { referralCode } from "../core/loyalty/referrals/schema.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { endsOwnAccess, signsIn } from "./proof.ts";
import {
  below,
  CONFIRM,
  form,
  page,
  pageOf,
  posted,
  redirect,
  SIGN_IN,
  TWO_FACTOR,
  typed,
} from "./web/page.ts";

/** Routes of the server-rendered pages, public and signed-in, and of their SVG images (spec 1, section 4.1, "protected routes"). */

const route = defineFamily({ id: "web", family: "web", auth: "none", limit: limits.page });

/** The query of a sign-in page. Other parameters of a link are ignored. */
const signInQuery = z.object({
  callbackUrl: z.string().optional().describe("Destination after sign-in: a path of this site"),
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
  responses: page,
  grants: { table: "read" },
});

export const signin = route({
  id: "signin",
  method: "GET",
  path: SIGN_IN,
  summary: "The sign-in page",
  description:
    "Works without JavaScript: its forms post to the session layer. Signed-in users are redirected to `callbackUrl`.",
  request: { query: signInQuery },
  responses: { ...page, 302: redirect },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const register = route({
  id: "register",
  method: "GET",
  path: "/auth/register",
  summary: "The registration page",
  description: "`referralCode` is the referrer's code; an invalid one is ignored.",
  // The document states any text, because the page ignores an invalid code.
  request: {
    query: signInQuery.extend({
      referralCode: z
        .string()
        .transform((code) => referralCode.safeParse(code).data)
        .optional(),
    }),
  },
  responses: { ...page, 302: redirect },
  grants: { table: "read" },
});

export const twoFactor = route({
  id: "two-factor",
  method: "GET",
  path: TWO_FACTOR,
  summary: "The page for the second factor of a sign-in",
  description:
    "A sign-in by form or at a provider continues here for 5 minutes if the account has a second factor. The user is not signed in before.",
  request: { query: signInQuery.pick({ error: true }) },
  responses: { ...page, 302: redirect },
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const proveTwoFactor = route({
  id: "prove-two-factor",
  method: "POST",
  path: TWO_FACTOR,
  summary: "Submit the second factor of a sign-in (form)",
  description: "Redirects to the destination of the sign-in, or back to the page. Counts as a sign-in.",
  limit: limits.signIn,
  proof: signsIn,
  request: posted(form.extend({ code: z.string().max(100).optional() })),
  responses: { 302: redirect },
  errors: [AccountBlocked],
  grants: {
    table: "write",
    startsSessions: true,
    credentials: ["secondFactor"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET"],
  },
});

/** Settings shared by the page that asks for a proof and its form. */
const confirmed = {
  path: CONFIRM,
  auth: "session",
  signInAt: SIGN_IN,
} as const;
const destination = z.string().optional().describe("Destination after the proof: a path of this site");

export const confirm = route({
  ...confirmed,
  id: "confirm",
  method: "GET",
  summary: "The page at which a signed-in user proves who acts",
  description:
    "Asks for the strongest method of the account: a passkey, a code, the password, or a new sign-in at the provider. A recovery code replaces a lost passkey.",
  limit: limits.sessions,
  request: { query: z.object({ callbackUrl: destination }) },
  responses: page,
  grants: { table: "read", secrets: ["CSRF_SECRET"] },
});

export const proveOnPage = route({
  ...confirmed,
  id: "prove-on-page",
  method: "POST",
  summary: "Prove who acts with a code or the password (form)",
  proof: { notNeeded: "it gives one" },
  description:
    "Redirects to `callbackUrl`, or shows the page with the problem. Programs use `POST /api/auth/proof`.",
  limit: limits.proof,
  request: posted(
    form.extend({ callbackUrl: destination, code: typed.optional(), password: typed.optional() }),
  ),
  responses: { 200: pageOf("The page, with the problem"), 302: redirect },
  grants: {
    table: "write",
    credentials: ["secondFactor", "password"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET"],
  },
});

export const signout = route({
  id: "signout",
  method: "POST",
  path: "/auth/signout",
  summary: "Sign out (form)",
  proof: endsOwnAccess,
  description:
    "Redirects to the home page, with or without a session. Programs use `POST /api/auth/signout`.",
  request: posted(form),
  responses: { 302: redirect },
  grants: { table: "write" },
});

export const language = route({
  id: "language",
  method: "POST",
  path: "/language",
  summary: "Change the language of the pages (form)",
  description:
    "Sets a cookie; for a signed-in user also the account's preference, which applies to emails and the app. Redirects to the page of the form.",
  request: posted(form.extend({ language: z.enum(languages), back: z.string().max(2048).optional() })),
  responses: { 302: redirect },
  grants: { table: "write" },
});

export const billing = route({
  id: "billing",
  method: "ANY",
  path: "/api/billing/{path+}",
  summary: "Reserved: requires a session like the dashboard, and has no addresses yet",
  auth: "session",
  signInAt: SIGN_IN,
  request: { params: below },
  response: { status: 204, description: "Not used yet: with a session, every address here is a 404" },
  errors: [NotFound],
  grants: { table: "read" },
});

export const asset = route({
  id: "asset",
  method: "GET",
  path: "/assets/{file}",
  cache: { seconds: DAY_SECONDS },
  summary: "The badge of an asset, `btc.svg`, or the picture of a loyalty program, `loyalty-food.svg`",
  request: { params: z.object({ file: z.string() }) },
  response: { description: "The picture", contentType: "image/svg+xml" },
  errors: [NotFound],
});

export const wellKnown = route({
  id: "well-known",
  method: "GET",
  path: "/.well-known/{name}",
  summary: "What systems and password managers look up about this site (RFC 8615)",
  description:
    "`apple-app-site-association` names the iOS apps of `IOS_APP_IDS`, and `assetlinks.json` the Android app of `ANDROID_PACKAGE_NAME` with the " +
    "certificates of `PASSKEY_ORIGINS`: these apps may use the site's passkeys and saved passwords. Each is a 404 unless they are set. " +
    "`passkey-endpoints` has the addresses of the page on which users add and remove passkeys. `change-password` redirects to the page on which " +
    "users change their password.",
  request: { params: z.object({ name: z.string() }) },
  responses: {
    200: {
      description: "The document, in the format of its name",
      body: z.union([
        z.object({ webcredentials: z.object({ apps: z.array(z.string()) }) }),
        z.array(
          z.object({
            relation: z.array(z.string()),
            target: z.object({
              namespace: z.literal("android_app"),
              package_name: z.string(),
              sha256_cert_fingerprints: z.array(z.string()),
            }),
          }),
        ),
        z.object({ enroll: z.url(), manage: z.url() }),
      ]),
    },
    302: redirect,
  },
  errors: [NotFound],
});
