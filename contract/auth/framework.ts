import * as z from "zod";
import {
  AccountBlocked,
  InvalidCredentials,
  TwoFactorInvalid,
  TwoFactorRequired,
} from "../../core/identity/errors.ts";
import { Forbidden, NotFound } from "../../core/kernel/errors.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { signsIn } from "../proof.ts";

/**
 * The Auth.js client protocol, so that `next-auth/react` works with the platform (spec 1, section 4.1,
 * `/api/auth/[...framework]`). Routes with a path of their own under /api/auth win over this catch-all.
 */

const route = defineFamily({
  id: "auth.framework",
  path: "/api/auth/{framework+}",
  family: "auth",
  auth: "none",
  limit: limits.sessionLayer,
  timeoutSeconds: 29,
});

const provider = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["credentials", "oauth"]),
  signinUrl: z.string(),
  callbackUrl: z.string(),
});

const link = z.strictObject({ url: z.string().describe("The full URL to go to next") });
const token = z.strictObject({ csrfToken: z.string() });
const providers = z.partialRecord(z.enum(["credentials", "github", "google"]), provider);

const session = z.strictObject({
  user: z.looseObject({}).optional(),
  expires: z.string().optional(),
});

const params = z.object({
  framework: z.string().describe("Action and provider: `providers`, `callback/github`"),
});

const redirect = { description: "To the provider, the requested page, or the sign-in page" } as const;
const secrets = ["CSRF_SECRET", "SEALING_SECRET", "GITHUB_CLIENT_SECRET", "GOOGLE_CLIENT_SECRET"] as const;

export const get = route({
  id: "get",
  method: "GET",
  summary: "Session layer: providers, csrf, signin, callback/{provider}, signout, error",
  description:
    "`providers` and `csrf` return JSON. `callback/{provider}` completes a sign-in at a provider. The others redirect to a page. A failed sign-in " +
    "redirects to `/auth/signin?error=…`, with one of Auth.js's error names.",
  proof: signsIn,
  request: { params, query: z.record(z.string(), z.string()) },
  responses: {
    200: { description: "`providers` or `csrf`", body: z.union([token, providers]) },
    302: redirect,
  },
  errors: [NotFound],
  grants: { table: "write", startsSessions: true, credentials: ["oauthFlow", "password"], secrets },
});

const text = z.string().max(2048).optional();

export const post = route({
  id: "post",
  method: "POST",
  summary: "Session layer: signin/{provider}, callback/credentials, session, _log",
  proof: { when: "a signed-in user links an account at a provider" },
  description:
    "`signin/{provider}` and `callback/credentials` take a form with the `csrfToken` of `csrf`. With `json=true` they return `{url}`, otherwise they " +
    "redirect; after a failure `url` is the sign-in page with the error's name. Attempts at `callback/credentials` count with `POST " +
    "/api/auth/signin`. For an account with a second factor, Auth.js's client also sends `totpCode` or `recoveryCode` (errors `TwoFactorRequired`, " +
    "`TwoFactorInvalid`); a form without one, and a sign-in at a provider, redirect to `/auth/two-factor`.",
  request: {
    params,
    body: z
      .object({
        csrfToken: text,
        callbackUrl: z
          .string()
          .optional()
          .meta({ examples: ["/dashboard"] }),
        json: z.union([z.boolean(), z.string()]).optional(),
        email: text.meta({ examples: ["ada@example.com"] }),
        password: text.meta({ format: "password" }),
        totpCode: text,
        recoveryCode: text,
      })
      .default({}),
    contentTypes: ["application/x-www-form-urlencoded", "application/json"],
    maxBodyBytes: 16 * 1024,
  },
  responses: {
    200: { description: "The session, or where to go next", body: z.union([link, session]) },
    204: { description: "`_log`" },
    302: redirect,
  },
  errors: [NotFound, Forbidden, InvalidCredentials, AccountBlocked, TwoFactorRequired, TwoFactorInvalid],
  grants: {
    table: "write",
    startsSessions: true,
    credentials: ["oauthFlow", "secondFactor", "password"],
    secrets,
  },
});
