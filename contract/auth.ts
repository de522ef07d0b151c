import * as z from "zod";
import {
  AccountBlocked,
  EmailTaken,
  InvalidCredentials,
  InvalidRefreshToken,
  RefreshTokenReused,
  TwoFactorInvalid,
  TwoFactorRequired,
  UserNotFound,
  WeakPassword,
} from "../core/identity/errors.ts";
import {
  ACCOUNT_TRIES,
  ACCOUNT_TRIES_SECONDS,
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
import { ReferralCodeUnknown } from "../core/loyalty/errors.ts";
import { referralCode } from "../core/loyalty/referrals/schema.ts";
import { done, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";
import { ONE_CPU_MB } from "./memory.ts";

/** Web and API authentication: spec 1, sections 2.1 to 2.3, 4.1, 5, 7 and 8. */

const route = defineFamily({ id: "auth", path: "/api/auth", family: "auth" });

const token = z.string().meta({ description: "Access token, a JWT signed with HS256" });

const setsCookies = {
  "Set-Cookie":
    "Session (HttpOnly, SameSite=Lax), refresh token (HttpOnly, SameSite=Strict) and CSRF token cookies",
};
const clearsCookies = { "Set-Cookie": "Removes the session, refresh token and CSRF token cookies" };

export const register = route({
  id: "register",
  method: "POST",
  path: "/register",
  summary: "Create an account",
  description:
    "The account has role PARTICULIER; a field that is not named here, such as `role`, is refused. The e-mail is kept in lower case. " +
    "Registering also signs in: the same cookies are set as at sign-in, and a session that the request came with ends.",
  auth: "none",
  limit: limits.register,
  request: { body: registration.extend({ referralCode: referralCode.optional() }) },
  responses: {
    201: {
      description: "The new account",
      body: z.object({ user: registeredUser, token, expiresIn }),
      headers: setsCookies,
    },
  },
  errors: [EmailTaken, WeakPassword, ReferralCodeUnknown],
  grants: { table: "write", credentials: ["password"], secrets: ["CSRF_SECRET"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

const signedIn = {
  request: { body: credentials.extend(secondProof) },
  responses: {
    200: {
      description: "Signed in",
      body: z.object({ user: signedInUser, token, expiresIn, refreshToken }),
      headers: setsCookies,
    },
  },
  errors: [InvalidCredentials, UserNotFound, AccountBlocked, TwoFactorRequired, TwoFactorInvalid],
  grants: {
    table: "write",
    credentials: ["secondFactor", "password"],
    secrets: ["CSRF_SECRET", "SEALING_SECRET"],
  },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
} as const;

export const signin = route({
  ...signedIn,
  id: "signin",
  method: "POST",
  path: "/signin",
  summary: "Sign in with e-mail and password",
  description:
    "Every sign-in starts a session of its own; one that the request came with ends. An account with a second factor asks for `totpCode` or " +
    "`recoveryCode` too, once the password was right: without one 401 `TWO_FACTOR_REQUIRED`, for a wrong one 401 `TWO_FACTOR_INVALID`. Other fields are " +
    "ignored. A blocked account is told so (403) only after the right password. Limited together with the legacy and mobile login. " +
    `Beside that limit per address, passwords may be tried on one account ${ACCOUNT_TRIES} times in ${ACCOUNT_TRIES_SECONDS / 60} minutes from all addresses where it was not ` +
    "signed in within 90 days, together, and then too (429, `Retry-After`) whether or not the account exists; one that is right begins the count anew. " +
    "An address where it was signed in has its own allowance: nobody elsewhere can use that up.",
  auth: "none",
  limit: limits.signIn,
});

export const login = route({
  ...signedIn,
  id: "login",
  method: "POST",
  path: "/login",
  summary: "Sign in (legacy)",
  description: "The same as `POST /api/auth/signin`, request and response; both share one limit.",
  auth: "none",
  limit: limits.signIn,
});

export const signout = route({
  id: "signout",
  method: "POST",
  path: "/signout",
  summary: "Sign out: the session ends, its access token with it",
  description:
    "Without a live session: 401. The body is optional. A form, as the Auth.js client sends it, needs the CSRF token; `url` in the " +
    "response is where to go next: `callbackUrl` if it leads to a page of ours, otherwise the home page.",
  auth: "session",
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
  responses: {
    200: {
      description: "Signed out",
      body: done.extend({ url: z.string() }),
      headers: clearsCookies,
    },
  },
  grants: { table: "write" },
});

export const logout = route({
  id: "logout",
  method: "POST",
  path: "/logout",
  summary: "Sign out (legacy)",
  description: "The same as `POST /api/auth/signout`, without `url`. A body is not read.",
  auth: "session",
  responses: { 200: { description: "Signed out", body: done, headers: clearsCookies } },
  grants: { table: "write" },
});

export const session = route({
  id: "session",
  method: "GET",
  path: "/session",
  summary: "Who is signed in, if anybody is",
  description:
    "An empty object when nobody is. `expires` is when the session's latest access token does; renew it before with " +
    "`POST /api/auth/refresh`.",
  auth: "none",
  limit: limits.session,
  responses: {
    200: {
      description: "The session, or `{}`",
      body: z.object({ user: signedInUser.optional(), expires: timestamp.optional() }),
    },
  },
  grants: { table: "read" },
});

export const refresh = route({
  id: "refresh",
  method: "POST",
  path: "/refresh",
  summary: "Exchange a refresh token for new tokens",
  description:
    "The refresh token comes in the body or, from our own pages, in its cookie; the body wins. Answered to a cookie, the new tokens are " +
    "in cookies only, out of reach of the page's scripts, and the body has `expiresIn` alone. A refresh token is good for one use within " +
    `30 days. The one before the current one gets the same new tokens again, within ${GRACE_SECONDS} seconds and from the same address (of IPv6 ` +
    "its /64) and `User-Agent` as the refresh that it repeats: two tabs may refresh at once, and an answer may be lost. Used again otherwise, " +
    "by whomever, it ends the session. A session ends 90 days after sign-in at the latest.",
  auth: "none",
  limit: limits.refresh,
  request: { body: z.strictObject({ refreshToken: refreshToken.optional() }).optional() },
  responses: {
    200: {
      description: "The new tokens",
      body: z.object({ token: token.optional(), expiresIn, refreshToken: refreshToken.optional() }),
      headers: setsCookies,
    },
  },
  errors: [InvalidRefreshToken, RefreshTokenReused],
  grants: { table: "write", secrets: ["CSRF_SECRET"] },
});

export const me = route({
  id: "me",
  method: "GET",
  path: "/me",
  summary: "The caller's own profile",
  auth: "session",
  responses: { 200: { description: "The profile", body: z.object({ user: profile }) } },
  grants: { table: "read" },
});
