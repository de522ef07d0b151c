import * as z from "zod";
import { InvalidRefreshToken, RefreshTokenReused } from "../core/identity/errors.ts";
import {
  ACCOUNT_ATTEMPTS,
  ACCOUNT_ATTEMPTS_SECONDS,
  credentials,
  expiresIn,
  GRACE_SECONDS,
  profile,
  refreshToken,
  registeredUser,
  registration,
  signedInUser,
} from "../core/identity/schema.ts";
import { secondProof } from "../core/identity/second-factor/schema.ts";
import { referralCode } from "../core/loyalty/referrals/schema.ts";
import {
  proofOfSession,
  proofOptions,
  registerErrors,
  setsCookies,
  signedInOnWeb,
  signInErrors,
  token,
} from "./account.ts";
import { done, hashesPassword, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { endsOwnAccess, signsIn } from "./proof.ts";

/** Web and API authentication: spec 1, sections 2.1 to 2.3, 4.1, 5, 7 and 8. */

const route = defineFamily({ id: "auth", path: "/api/auth", family: "auth" });

const clearsCookies = { "Set-Cookie": "Removes the session, refresh token and CSRF token cookies" };

export const register = route({
  ...hashesPassword,
  id: "register",
  method: "POST",
  path: "/register",
  summary: "Create an account",
  description:
    "The account has the role PARTICULIER. Unknown fields, such as `role`, are rejected. The email address is stored in lower case. Also signs in: " +
    "sets the cookies of sign-in, and ends a session of the request.",
  auth: "none",
  limit: limits.register,
  proof: signsIn,
  request: { body: registration.extend({ referralCode: referralCode.optional() }) },
  response: {
    status: 201,
    description: "The new account",
    body: z.object({ user: registeredUser, token, expiresIn }),
    headers: setsCookies,
  },
  errors: registerErrors,
  grants: { table: "write", startsSessions: true, credentials: ["password"], secrets: ["CSRF_SECRET"] },
});

const signedIn = {
  ...hashesPassword,
  method: "POST",
  auth: "none",
  limit: limits.signIn,
  proof: signsIn,
  request: { body: credentials.extend(secondProof) },
  response: signedInOnWeb,
  errors: signInErrors,
  grants: {
    table: "write",
    startsSessions: true,
    credentials: ["secondFactor", "password"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET"],
  },
} as const;

export const signin = route({
  ...signedIn,
  id: "signin",
  path: "/signin",
  summary: "Sign in with email and password",
  description:
    "Starts a new session, and ends a session of the request. With a second factor, send `totpCode` or `recoveryCode` as well: after the right " +
    "password a missing one is a 401 `TWO_FACTOR_REQUIRED`, a wrong one a 401 `TWO_FACTOR_INVALID`. Other fields are ignored. A blocked account is " +
    "a 403, only after the right password. Shares its limit with the legacy and mobile login.\n\n" +
    `In addition, an account allows ${ACCOUNT_ATTEMPTS} password attempts in ${ACCOUNT_ATTEMPTS_SECONDS / 60} minutes from all unknown addresses together (429, ` +
    "`Retry-After`), whether or not it exists; the right password resets the count. An address that signed in within 90 days has its own " +
    "allowance, which others cannot use up.",
});

export const login = route({
  ...signedIn,
  id: "login",
  path: "/login",
  summary: "Sign in (legacy)",
  description: "The same as `POST /api/auth/signin`; both share one limit.",
});

export const signout = route({
  id: "signout",
  method: "POST",
  path: "/signout",
  summary: "Sign out: the session ends with its access token",
  description:
    "Without a session: 401. The body is optional. A form, as the Auth.js client sends it, needs the CSRF token. `url` is where to go next: " +
    "`callbackUrl` if it is a page of this site, otherwise the home page.",
  auth: "session",
  proof: endsOwnAccess,
  request: {
    body: z
      .object({
        callbackUrl: z
          .string()
          .optional()
          .meta({ examples: ["/dashboard"] }),
        csrfToken: z.string().optional(),
        json: z.union([z.string(), z.boolean()]).optional(),
      })
      .optional(),
    contentTypes: ["application/json", "application/x-www-form-urlencoded"],
  },
  response: { description: "Signed out", body: done.extend({ url: z.string() }), headers: clearsCookies },
  grants: { table: "write" },
});

export const logout = route({
  id: "logout",
  method: "POST",
  path: "/logout",
  summary: "Sign out (legacy)",
  description: "The same as `POST /api/auth/signout`, without `url`. A body is ignored.",
  auth: "session",
  proof: endsOwnAccess,
  response: { description: "Signed out", body: done, headers: clearsCookies },
  grants: { table: "write" },
});

export const prove = route({ ...proofOfSession, auth: "session" });

export const proveOptions = route({ ...proofOptions, auth: "session" });

export const session = route({
  id: "session",
  method: "GET",
  path: "/session",
  summary: "Retrieve the signed-in user, if any",
  description:
    "Returns an empty object without a session. `expires` is the expiry of the latest access token; renew it before with `POST /api/auth/refresh`.",
  auth: "none",
  limit: limits.session,
  response: {
    description: "The session, or `{}`",
    body: z.object({ user: signedInUser.optional(), expires: timestamp.optional() }),
  },
  grants: { table: "read" },
});

export const refresh = route({
  id: "refresh",
  method: "POST",
  path: "/refresh",
  summary: "Exchange a refresh token for new tokens",
  description:
    "The refresh token comes in the body or, from pages of this site, in its cookie; the body takes precedence. For a cookie the new tokens are in " +
    "cookies only, out of reach of scripts, and the body has `expiresIn` alone. A refresh token is valid for one use within 30 days. For two tabs " +
    `or a lost response, the previous one returns the same new tokens for ${GRACE_SECONDS} seconds, from the same address (IPv6: the same /64) and ` +
    "`User-Agent`. Any other reuse ends the session. A session ends 90 days after sign-in at the latest.",
  auth: "none",
  limit: limits.refresh,
  request: { body: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  response: {
    description: "The new tokens",
    body: z.object({ token: token.optional(), expiresIn, refreshToken: refreshToken.optional() }),
    headers: setsCookies,
  },
  errors: [InvalidRefreshToken, RefreshTokenReused],
  grants: { table: "write", secrets: ["CSRF_SECRET"] },
});

export const me = route({
  id: "me",
  method: "GET",
  path: "/me",
  summary: "Retrieve the caller's profile",
  auth: "session",
  response: { description: "The profile", body: z.object({ user: profile }) },
  grants: { table: "read" },
});
