import * as z from "zod";
import { enrolment } from "../../core/identity/devices/schema.ts";
import {
  BiometricsChanged,
  DeviceNotFound,
  InvalidAttestation,
  RefreshTokenExpired,
} from "../../core/identity/errors.ts";
import { mailToken } from "../../core/identity/mail-links/schema.ts";
import {
  PhoneCountryNotServed,
  PhoneMissing,
  PhoneVerifiedAlready,
} from "../../core/identity/phones/errors.ts";
import {
  appRegistration,
  credentials,
  deviceId,
  deviceInfo,
  email,
  newPassword,
  refreshToken,
} from "../../core/identity/schema.ts";
import { secondProof } from "../../core/identity/second-factor/schema.ts";
import { referralCode } from "../../core/loyalty/referrals/schema.ts";
import * as Account from "../account.ts";
import { done, hashesPassword } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { confirmsByMessage, endsOwnAccess, signsIn } from "../proof.ts";

/** Authentication of the mobile app: spec 1, sections 2.4 to 2.6, 3, 4.2, 5 and 8. */

const route = defineFamily({
  id: "mobile.auth",
  path: "/api/v1/mobile/auth",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
  method: "POST",
  grants: { table: "write" },
});

const device = { deviceId, deviceInfo };

export const login = route({
  ...hashesPassword,
  id: "login",
  path: "/login",
  summary: "Sign in on a device",
  description:
    "A device that signs in again replaces its session. A sixth device signs out the least recently active one. Shares its limit with sign-in on " +
    "the web. The refresh token is valid for 7 days and bound to the device. With a second factor, send `totpCode` or `recoveryCode` as well. " +
    "An unknown email is answered like a wrong password.",
  auth: "none",
  limit: limits.signIn,
  request: { body: credentials.extend(device).extend(secondProof) },
  response: { description: "Signed in", body: Account.signedInOnDevice },
  proof: signsIn,
  errors: Account.appSignInErrors,
  grants: {
    table: "write",
    startsSessions: true,
    credentials: ["secondFactor", "password"],
    secrets: ["SEALING_SECRET"],
  },
});

export const register = route({
  ...hashesPassword,
  id: "register",
  path: "/register",
  summary: "Create an account, and sign in on a device",
  description: "The account is the same as on the web, where its name is first and last name.",
  auth: "none",
  limit: limits.register,
  request: { body: appRegistration.extend(device).extend({ referralCode: referralCode.optional() }) },
  response: { status: 201, description: "The new account, signed in", body: Account.signedInOnDevice },
  proof: signsIn,
  errors: Account.registerErrors,
  grants: { table: "write", startsSessions: true, credentials: ["password"] },
});

export const refresh = route({
  id: "refresh",
  path: "/refresh",
  summary: "Renew the access token",
  description:
    "The refresh token stays valid for 7 days; then the user must sign in again. A session that has once sent its `deviceId` must send it from then " +
    "on; others need only the token. A missing or another `deviceId` ends the session; it is recorded as attempted fraud, and the user is notified.",
  auth: "none",
  limit: limits.mobileRefresh,
  request: { body: z.object({ refreshToken, deviceId: deviceId.optional() }) },
  response: { description: "A new access token", body: z.object(Account.deviceAccess) },
  errors: [RefreshTokenExpired],
});

export const logout = route({
  id: "logout",
  path: "/logout",
  summary: "Sign a device out",
  proof: endsOwnAccess,
  description:
    "`deviceId` names one of the account's devices. Defaults to the calling device. Repeating it is not an error.",
  request: { body: z.object({ deviceId: deviceId.optional() }).optional() },
  response: { description: "Signed out", body: done },
});

export const logoutAll = route({
  id: "logout-all",
  path: "/logout-all",
  summary: "Sign out everywhere, including the web",
  proof: endsOwnAccess,
  response: {
    description: "Signed out everywhere",
    body: done.extend({ sessionsEnded: z.int().describe("Including this one") }),
  },
});

export const forgotPassword = route({
  ...Account.forgotPassword,
  id: "forgot-password",
  path: "/forgot-password",
  request: { body: z.object({ email }) },
});

export const resetPassword = route({
  ...Account.resetPassword,
  id: "reset-password",
  path: "/reset-password",
  request: { body: z.object({ token: mailToken, newPassword, unlinkAccounts: Account.unlinkAccounts }) },
});

export const requestVerification = route({
  ...Account.requestEmail,
  id: "request-verification",
  path: "/verify-email/request",
  description: "As on the web. The email has a link and a six-digit code, which the app can prompt for.",
});

export const verifyEmail = route({
  ...Account.verifyEmail,
  id: "verify-email",
  path: "/verify-email",
  description: "Send the link's `token`, or `code` with at most five attempts.",
});

export const confirmEmail = route({
  ...Account.confirmNewEmail,
  id: "confirm-email",
  path: "/change-email/confirm",
  summary: "Confirm a new email address",
  description:
    "Confirms the address requested by `PATCH /user/profile`. Send the link's `token`, or `code` with at most five attempts.",
});

export const requestPhoneCode = route({
  id: "request-phone-code",
  path: "/verify-phone/request",
  summary: "Request a text message that verifies the account's phone number",
  description: `Sent to the profile's number (\`PATCH /api/v1/mobile/user/profile\`). ${Account.PHONE_MESSAGE}`,
  limit: limits.phone,
  proof: confirmsByMessage,
  response: { status: 202, description: "The text message is on its way", body: done },
  errors: [PhoneMissing, PhoneVerifiedAlready, PhoneCountryNotServed],
  grants: { table: "write", credentials: ["phoneCode"], queues: ["notifications"] },
});

export const verifyPhone = route({ ...Account.verifyPhone, id: "verify-phone", path: "/verify-phone" });

export const prove = route(Account.proofOfSession);

export const proveOptions = route(Account.proofOptions);

export const biometric = route({
  id: "biometric",
  path: "/biometric",
  summary: "Register the device's key, which proves who acts",
  description:
    "`biometricToken` is a compact JWS (ES256, RS256 with 3072 to 4096 bits, or EdDSA). Its protected header has the public key as `jwk`; its payload " +
    "has `deviceId` (the calling device's), `sub` (the user's id) and `iat`, at most 300 s from now. Signing in again on the device keeps the " +
    "key; signing it out, revoking it or a new password ends it. Registering the same key again changes nothing.",
  proof: { when: "the device does not have this key already" },
  request: { body: enrolment },
  response: { description: "Biometrics are on", body: done.extend({ biometricEnabled: z.literal(true) }) },
  errors: [DeviceNotFound, InvalidAttestation, BiometricsChanged],
});
