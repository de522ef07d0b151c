import * as z from "zod";
import { enrolment } from "../../core/identity/devices/schema.ts";
import {
  AccountBlocked,
  BiometricsChanged,
  DeviceNotFound,
  EmailTaken,
  InvalidAttestation,
  InvalidCredentials,
  RefreshTokenExpired,
  TwoFactorInvalid,
  TwoFactorRequired,
  UserNotFound,
  WeakPassword,
} from "../../core/identity/errors.ts";
import {
  EmailVerifiedAlready,
  InvalidMailLink,
  InvalidResetToken,
} from "../../core/identity/mail-links/errors.ts";
import { mailToken, shownOfLetter } from "../../core/identity/mail-links/schema.ts";
import {
  InvalidPhoneCode,
  PhoneCountryNotServed,
  PhoneMissing,
  PhoneVerifiedAlready,
} from "../../core/identity/phones/errors.ts";
import { phoneCode } from "../../core/identity/phones/schema.ts";
import {
  appRegistration,
  credentials,
  deviceId,
  deviceInfo,
  email,
  MOBILE_ACCESS_TOKEN_SECONDS,
  mobileUser,
  newPassword,
  refreshToken,
} from "../../core/identity/schema.ts";
import { secondProof } from "../../core/identity/second-factor/schema.ts";
import { ReferralCodeUnknown } from "../../core/loyalty/errors.ts";
import { referralCode } from "../../core/loyalty/referrals/schema.ts";
import { phoneTexts } from "../common.ts";
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
    "account never has more than five. Shares its limit with the web's sign-in. The refresh token lasts 7 days and is bound to the device. " +
    "An account with a second factor asks for `totpCode` or `recoveryCode` beside the right password.",
  auth: "none",
  limit: limits.signIn,
  request: { body: credentials.extend(device).extend(secondProof) },
  responses: { 200: { description: "Signed in", body: signedIn } },
  errors: [InvalidCredentials, UserNotFound, AccountBlocked, TwoFactorRequired, TwoFactorInvalid],
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
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
  request: { body: appRegistration.extend(device).extend({ referralCode: referralCode.optional() }) },
  responses: { 201: { description: "The new account, signed in", body: signedIn } },
  errors: [EmailTaken, WeakPassword, ReferralCodeUnknown],
  grants: { table: "write", credentials: ["password"] },
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

export const forgotPassword = route({
  id: "forgot-password",
  method: "POST",
  path: "/forgot-password",
  summary: "Ask for a letter that leads to a new password",
  description:
    "Answered the same, in the same time, whether or not the address has an account. The letter's link holds for 30 minutes, works " +
    "once, and ends with a newer one. At most three such letters go to an address within 30 minutes, whoever asks.",
  auth: "none",
  limit: limits.forgotPassword,
  request: { body: z.object({ email }) },
  responses: { 202: { description: "Taken", body: done } },
  grants: { table: "write", queues: ["notifications"] },
});

export const resetPassword = route({
  id: "reset-password",
  method: "POST",
  path: "/reset-password",
  summary: "Set a new password by the link of a letter",
  description:
    "Ends every session, mobile and web, and every API key. The address counts as proven from then on; an account whose address never was " +
    "is handed over to whoever has its mail.",
  auth: "none",
  limit: limits.resetPassword,
  request: { body: z.object({ token: mailToken, newPassword }) },
  responses: { 200: { description: "The password is another one", body: done } },
  errors: [InvalidResetToken, WeakPassword, AccountBlocked],
  grants: { table: "write", credentials: ["mailLink", "password"] },
  memoryMb: ONE_CPU_MB,
  timeoutSeconds: 29,
});

export const requestVerification = route({
  id: "request-verification",
  method: "POST",
  path: "/verify-email/request",
  summary: "Ask for a letter that verifies the account's address",
  description: "As on the web. The letter has a link and a code of six digits, which the app can ask for.",
  auth: "mobile",
  limit: limits.letters,
  responses: { 202: { description: "The letter is on its way", body: done } },
  errors: [EmailVerifiedAlready],
  grants: { table: "write", queues: ["notifications"] },
});

const confirming = {
  auth: "mobile",
  limit: limits.letterCodes,
  request: { body: shownOfLetter },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
} as const;

export const verifyEmail = route({
  ...confirming,
  id: "verify-email",
  method: "POST",
  path: "/verify-email",
  summary: "Verify the account's address by the letter's link or code",
  description: "`token` of the link, or `code`: a code may be tried five times.",
  responses: { 200: { description: "Verified", body: done } },
  errors: [InvalidMailLink],
});

export const confirmEmail = route({
  ...confirming,
  id: "confirm-email",
  method: "POST",
  path: "/change-email/confirm",
  summary: "Confirm a new e-mail address by its letter",
  description:
    "The address that `PATCH /user/profile` asked for. `token` of the link, or `code`: a code may be tried five times.",
  responses: {
    200: { description: "The account has the new address", body: done.extend({ email: z.string() }) },
  },
  errors: [InvalidMailLink, EmailTaken],
});

export const requestPhoneCode = route({
  id: "request-phone-code",
  method: "POST",
  path: "/verify-phone/request",
  summary: "Ask for a text message that proves the account's phone number",
  description: `To the number of the profile (\`PATCH /api/v1/mobile/user/profile\`). ${phoneTexts.request}`,
  auth: "mobile",
  limit: limits.phone,
  responses: { 202: { description: "The text message is on its way", body: done } },
  errors: [PhoneMissing, PhoneVerifiedAlready, PhoneCountryNotServed],
  grants: { table: "write", credentials: ["phoneCode"], queues: ["notifications"] },
});

export const verifyPhone = route({
  id: "verify-phone",
  method: "POST",
  path: "/verify-phone",
  summary: "Prove the account's phone number by the text message's code",
  description: phoneTexts.confirm,
  auth: "mobile",
  limit: limits.phone,
  request: { body: z.strictObject({ code: phoneCode }) },
  responses: {
    200: { description: "The account has proven this number", body: done.extend({ phone: z.string() }) },
  },
  errors: [InvalidPhoneCode],
  grants: { table: "write", credentials: ["phoneCode"], secrets: ["SEALING_SECRET"] },
});

export const biometric = route({
  ...signedInRoute,
  id: "biometric",
  method: "POST",
  path: "/biometric",
  summary: "Register the device's key, which confirms actions from then on",
  description:
    "`biometricToken` is a compact JWS (ES256, RS256 with 2048 to 4096 bits, or EdDSA) whose protected header has the public key as " +
    "`jwk` and whose payload has `deviceId`, `sub` (the user's id) and `iat`, at most 300 s from now. `deviceId` is the calling device's. " +
    "The key stays with the device: signing in on it again keeps it, signing it out or revoking it ends it, and so does a new password. " +
    "The same key again changes nothing.",
  stepUp: { when: "the device has another key, or the account a second factor" },
  request: { body: enrolment },
  responses: {
    200: {
      description: "Biometrics are on",
      body: done.extend({ biometricEnabled: z.literal(true) }),
    },
  },
  errors: [DeviceNotFound, InvalidAttestation, BiometricsChanged],
});
