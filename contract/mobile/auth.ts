import * as z from "zod";
import {
  AccountBlocked,
  EmailTaken,
  InvalidCredentials,
  RefreshTokenExpired,
  UserNotFound,
  WeakPassword,
} from "../../core/identity/errors.ts";
import {
  appRegistration,
  credentials,
  deviceId,
  deviceInfo,
  MOBILE_ACCESS_TOKEN_SECONDS,
  mobileUser,
  refreshToken,
} from "../../core/identity/schema.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ONE_CPU_MB } from "../memory.ts";
import { done } from "./schemas.ts";

/** Authentication of the mobile app: spec 1, sections 2.4 to 2.6, 3, 4.2, 5 and 8. */

const route = defineFamily({ id: "mobile.auth", path: "/api/v1/mobile/auth", family: "mobile" });

const access = {
  accessToken: z.string().meta({ description: "JWT, for the `Authorization` header" }),
  expiresIn: z
    .literal(MOBILE_ACCESS_TOKEN_SECONDS)
    .meta({ description: "Seconds until the access token expires" }),
};

const device = { deviceId, deviceInfo };
const signedIn = z.object({ ...access, refreshToken, user: mobileUser });

export const login = route({
  id: "login",
  method: "POST",
  path: "/login",
  summary: "Sign in on a device",
  description:
    "A device that signs in again replaces its session. Of a sixth device the least recently active other one is signed out, so an " +
    "account never has more than five. Shares its limit with the web's sign-in. The refresh token lasts 7 days and is bound to the device.",
  auth: "none",
  limit: limits.signIn,
  request: { body: credentials.extend(device) },
  responses: { 200: { description: "Signed in", body: signedIn } },
  errors: [InvalidCredentials, UserNotFound, AccountBlocked],
  grants: { table: "write" },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const register = route({
  id: "register",
  method: "POST",
  path: "/register",
  summary: "Create an account, and sign in on a device",
  description: "The same account as on the web, whose name is first and last name.",
  auth: "none",
  limit: limits.register,
  request: { body: appRegistration.extend(device) },
  responses: { 201: { description: "The new account, signed in", body: signedIn } },
  errors: [EmailTaken, WeakPassword],
  grants: { table: "write" },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const refresh = route({
  id: "refresh",
  method: "POST",
  path: "/refresh",
  summary: "Renew the access token",
  description:
    "The refresh token stays the same for its 7 days; after them the user signs in with the password again. With a `deviceId` that is " +
    "not the session's the session ends, and that is recorded as an attempt at fraud and told to the user.",
  auth: "none",
  limit: limits.mobileRefresh,
  request: { body: z.object({ refreshToken, deviceId: deviceId.optional() }) },
  responses: { 200: { description: "A new access token", body: z.object(access) } },
  errors: [RefreshTokenExpired],
  grants: { table: "write" },
});

const signedInRoute = { auth: "mobile", limit: limits.mobile, grants: { table: "write" } } as const;

export const logout = route({
  ...signedInRoute,
  id: "logout",
  method: "POST",
  path: "/logout",
  summary: "Sign a device out",
  description:
    "`deviceId` names one of the account's devices, the calling one unless told. One that is signed out already is no error.",
  request: { body: z.object({ deviceId: deviceId.optional() }).optional() },
  responses: { 200: { description: "Signed out", body: done } },
});

export const logoutAll = route({
  ...signedInRoute,
  id: "logout-all",
  method: "POST",
  path: "/logout-all",
  summary: "Sign out everywhere, the web included",
  responses: {
    200: {
      description: "Signed out everywhere",
      body: done.extend({ sessionsEnded: z.int().meta({ description: "This one included" }) }),
    },
  },
});
