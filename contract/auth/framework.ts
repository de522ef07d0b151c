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

/**
 * The session layer: the Auth.js client protocol, so that `next-auth/react` works against us (spec 1, section
 * 4.1, `/api/auth/[...framework]`). Routes with a path of their own under /api/auth win over this catch-all.
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

const link = z.strictObject({ url: z.string().meta({ description: "Where to go next, in full" }) });
const token = z.strictObject({ csrfToken: z.string() });
const providers = z.partialRecord(z.enum(["credentials", "github", "google"]), provider);

const session = z.strictObject({
  user: z.looseObject({}).optional(),
  expires: z.string().optional(),
});

const params = z.object({
  framework: z.string().meta({ description: "Action and provider: `providers`, `callback/github`" }),
});

const elsewhere = { description: "The provider, the page asked for, or the sign-in page" } as const;

export const get = route({
  id: "get",
  method: "GET",
  summary: "Session layer: providers, csrf, signin, callback/{provider}, signout, error",
  description:
    "`providers` and `csrf` answer JSON. `callback/{provider}` ends a sign-in at a provider. The others lead to a page. " +
    "A sign-in that fails leads to `/auth/signin?error=…`, with one of Auth.js's error names.",
  request: { params, query: z.record(z.string(), z.string()) },
  responses: {
    200: { description: "`providers` or `csrf`", body: z.union([token, providers]) },
    302: elsewhere,
  },
  errors: [NotFound],
  grants: {
    table: "write",
    credentials: ["oauthFlow", "password"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET", "GITHUB_CLIENT_SECRET", "GOOGLE_CLIENT_SECRET"],
  },
});

const text = z.string().max(2048).optional();

export const post = route({
  id: "post",
  method: "POST",
  summary: "Session layer: signin/{provider}, callback/credentials, session, _log",
  description:
    "`signin/{provider}` and `callback/credentials` take a form with the `csrfToken` that `csrf` gave; with `json=true` they " +
    "answer `{url}`, otherwise they redirect; a refusal's `url` is the sign-in page with the error's name. Attempts at `callback/credentials` count with those at `POST /api/auth/signin`. " +
    "Of an account with a second factor Auth.js's client sends `totpCode` or `recoveryCode` too (errors `TwoFactorRequired`, `TwoFactorInvalid`); " +
    "a form without one leads to `/auth/two-factor`, and so does a sign-in at a provider.",
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
    204: { description: "`_log`: nothing to say" },
    302: elsewhere,
  },
  errors: [NotFound, Forbidden, InvalidCredentials, AccountBlocked, TwoFactorRequired, TwoFactorInvalid],
  grants: {
    table: "write",
    credentials: ["oauthFlow", "secondFactor", "password"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET", "GITHUB_CLIENT_SECRET", "GOOGLE_CLIENT_SECRET"],
  },
});
