import * as z from "zod";
import { proofMethods } from "../core/identity/actor.ts";
import {
  AccountBlocked,
  EmailTaken,
  InvalidCredentials,
  StepUpRequired,
  TwoFactorInvalid,
  TwoFactorNotBegun,
  TwoFactorRequired,
  UserNotFound,
  WeakPassword,
  WrongPassword,
} from "../core/identity/errors.ts";
import {
  EmailVerifiedAlready,
  InvalidMailLink,
  InvalidResetToken,
} from "../core/identity/mail-links/errors.ts";
import { linkProof } from "../core/identity/mail-links/schema.ts";
import { authenticationResponse, requestOptions } from "../core/identity/passkeys/schema.ts";
import { InvalidPhoneCode } from "../core/identity/phones/errors.ts";
import { phoneCode } from "../core/identity/phones/schema.ts";
import {
  expiresIn,
  MOBILE_ACCESS_TOKEN_SECONDS,
  mobileUser,
  password,
  refreshToken,
  signedInUser,
} from "../core/identity/schema.ts";
import { anyCode, recoveryCodes, totpCode, verified } from "../core/identity/second-factor/schema.ts";
import { jobStatuses } from "../core/jobs/schema.ts";
import { ReferralCodeUnknown } from "../core/loyalty/errors.ts";
import { ErasureBlocked, ExportNotReady } from "../core/people/errors.ts";
import { blockerCodes } from "../core/people/schema.ts";
import { done, hashesPassword, timestamp } from "./common.ts";
import { file as jobFile } from "./jobs/schemas.ts";
import * as limits from "./limits.ts";
import { confirmsByMessage, signsIn } from "./proof.ts";

/** Settings shared by the account routes of the web and of the app. */

/** Errors of registration and sign-in, on the web and in the app. */
export const registerErrors = [EmailTaken, WeakPassword, ReferralCodeUnknown] as const;
export const appSignInErrors = [
  InvalidCredentials,
  AccountBlocked,
  TwoFactorRequired,
  TwoFactorInvalid,
] as const;
export const signInErrors = [UserNotFound, ...appSignInErrors] as const;

/** An account at a provider that can sign in. */
export const linkedAccounts = z.array(
  z.object({ provider: z.string().meta({ examples: ["google"] }), linkedAt: timestamp }).meta({
    id: "LinkedAccount",
  }),
);

/** The field of a request for a new password that unlinks all accounts at providers. */
export const unlinkAccounts = z
  .boolean()
  .default(false)
  .describe("Whether the linked accounts at providers can no longer sign in");

/** The response of a sign-in on the web. */
export const token = z.string().describe("Access token, a JWT signed with HS256");
export const setsCookies = {
  "Set-Cookie":
    "Session (HttpOnly, SameSite=Lax), refresh token (HttpOnly, SameSite=Strict) and CSRF token cookies",
};
export const signedInOnWeb = {
  description: "Signed in",
  body: z.object({ user: signedInUser, token, expiresIn, refreshToken }),
  headers: setsCookies,
} as const;

/** The response of a sign-in on a device. */
export const deviceAccess = {
  accessToken: z.string().describe("JWT, for the `Authorization` header"),
  expiresIn: z.literal(MOBILE_ACCESS_TOKEN_SECONDS).describe("Seconds until the access token expires"),
};
export const signedInOnDevice = z.object({ ...deviceAccess, refreshToken, user: mobileUser });

export const forgotPassword = {
  summary: "Request an email to reset the password",
  description:
    "The response and its timing are the same whether or not the address has an account. The link is valid for 30 minutes and one use, until a newer " +
    "link is sent. An address receives at most three such emails in 30 minutes.",
  auth: "none",
  limit: limits.forgotPassword,
  response: { status: 202, description: "Accepted", body: done },
  grants: { table: "write", queues: ["notifications"] },
} as const;

export const resetPassword = {
  ...hashesPassword,
  summary: "Set a new password with the link of an email",
  description:
    "Ends every session, web and mobile, and every API key. The address counts as verified from then on; an account whose address was never verified " +
    "is handed over to the owner of the address. `linkedAccounts` can still sign in: send `unlinkAccounts` unless the user knows all of them. " +
    "Within 24 hours after another reset, it also removes the passkeys, authenticator and linked accounts that were added since.",
  auth: "none",
  limit: limits.resetPassword,
  response: { description: "The password is changed", body: done.extend({ linkedAccounts }) },
  proof: signsIn,
  errors: [InvalidResetToken, WeakPassword, AccountBlocked],
  grants: { table: "write", writesPasskeys: true, credentials: ["mailLink", "password", "secondFactor"] },
} as const;

/** A proof of who acts, for the session. The web and the app have the same. */
export const proofOfSession = {
  id: "prove",
  path: "/proof",
  method: "POST",
  summary: "Prove who acts, for the sensitive actions of the next five minutes",
  description:
    "An action that touches credentials, secrets, exports or money beyond the allowance needs a proof at most five minutes old; without " +
    "one it answers 403 `STEP_UP_REQUIRED`. The sign-in counts as a proof with its methods. The strongest method that the account has in " +
    "this session is required: a `passkey` (its response to the options of `POST …/proof/options`), or the key of a device with biometrics " +
    "(header `X-Biometric-Assertion`); else a code of the " +
    "authenticator or a recovery code (`code`); else the `password`; an account with none of them signs in again at its provider. A recovery " +
    "code always replaces a lost passkey. Without a proof the answer is 403 and `details.methods` names the accepted methods.",
  proof: { notNeeded: "it gives one" },
  limit: limits.proof,
  request: {
    body: z
      .strictObject({
        password: password.optional(),
        code: anyCode.optional(),
        passkey: authenticationResponse.optional(),
      })
      .optional(),
  },
  response: {
    description: "The session has a proof",
    body: z.object({ method: z.enum(proofMethods), validUntil: timestamp }),
  },
  errors: [StepUpRequired, WrongPassword],
  grants: {
    table: "write",
    writesPasskeys: true,
    credentials: ["secondFactor", "password"],
    secrets: ["SEALING_SECRET"],
  },
} as const;

export const proofOptions = {
  id: "prove-options",
  path: "/proof/options",
  method: "POST",
  summary: "Request the options to prove who acts with a passkey",
  description:
    "Pass `options` to `navigator.credentials.get`, or to the system of the device, and its response to the proof as `passkey`. The challenge " +
    "is valid for 5 minutes, in this session and once. Without a passkey the answer is 403 and `details.methods` names the accepted methods.",
  limit: limits.proof,
  response: { description: "The options", body: z.object({ options: requestOptions }) },
  errors: [StepUpRequired],
  grants: { table: "write" },
} as const;

/** Grants of the routes of the second factor, on the web and in the app. */
export const secondFactorGrants = {
  table: "write",
  credentials: ["secondFactor"],
  secrets: ["SEALING_SECRET"],
} as const;

export const switchedOff = done.extend({ enabled: z.literal(false) });

/** The route `verify`, on the web and in the app. */
export const verifyCode = {
  id: "verify",
  path: "/verify",
  summary: "Verify a code: the first one turns the second factor on",
  description: "A code is valid once, also for sign-in. At most ten wrong codes in 15 minutes (429).",
  request: { body: z.strictObject({ code: totpCode }) },
  proof: { notNeeded: "the setup that it completes was confirmed when it began" },
  response: { description: "The code was correct", body: verified },
  errors: [TwoFactorInvalid, TwoFactorNotBegun],
} as const;

/** A code in the body is a proof. Without one, the session or a header must have a proof. */
export const provenByCode = {
  request: { body: z.strictObject({ code: anyCode.optional() }).optional() },
  proof: { accepts: "`code`" },
} as const;

/** The route `recovery`, on the web and in the app. */
export const renewRecoveryCodes = {
  ...provenByCode,
  id: "recovery",
  path: "/recovery-codes",
  summary: "Replace the recovery codes by ten new ones",
  description:
    "A code or recovery code in the body is a proof, and is not needed if the session has one, such as by a passkey. An account needs an " +
    "authenticator or a passkey. The old codes end.",
  response: { description: "The new codes", body: z.object({ recoveryCodes }) },
  errors: [TwoFactorInvalid, TwoFactorNotBegun],
} as const;

// The export and erasure of personal data: GDPR, articles 15, 17 and 20.

export const exported = z
  .object({
    status: z.enum(jobStatuses),
    requestedAt: timestamp,
    readyAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().describe("When the file is deleted"),
  })
  .meta({ id: "DataExport" });

export const file = jobFile.meta({ id: "DataExportFile" });

export const blockers = z.array(
  z.object({
    code: z.enum(blockerCodes),
    message: z.string().describe("The problem, and how to resolve it"),
    amounts: z.array(z.object({ asset: z.string(), amount: z.string() })).optional(),
  }),
);

export const erasure = z
  .object({
    graceDays: z.int().describe("How long a sign-in cancels a requested erasure"),
    dueAt: timestamp.nullable().describe("When it is executed; null if none was requested"),
    blockers: blockers.describe("What must be resolved first"),
  })
  .meta({ id: "Erasure" });

export const asked = z.object({ erasure: z.object({ dueAt: timestamp }) });

export const askExport = {
  id: "ask-export",
  method: "POST",
  path: "/export",
  summary: "Request an export of the caller's data",
  description:
    "Creates one JSON file with all data of the account by kind: profile, devices, accounts with their movements, payments, cards, identity checks, " +
    "notifications. Data about other users is limited to what the apps show. An email is sent when it is ready; it is stored for 30 days. An export in progress, or " +
    "less than a day old, is returned instead.",
  response: { status: 202, description: "The export is in progress", body: z.object({ export: exported }) },
} as const;

export const readExport = {
  id: "read-export",
  method: "GET",
  path: "/export",
  summary: "Retrieve the status of the latest export",
  response: {
    description: "The latest export; null if there is none",
    body: z.object({ export: exported.nullable() }),
  },
  grants: { table: "read" },
} as const;

export const linkExport = {
  id: "link-export",
  method: "POST",
  path: "/export/link",
  summary: "Create a link to download the export",
  description: "The link works for 15 minutes.",
  response: { description: "The link", body: file },
  errors: [ExportNotReady],
} as const;

export const readErasure = {
  id: "read-erasure",
  method: "GET",
  path: "/erasure",
  summary: "Retrieve whether the account can be deleted, and what blocks it",
  response: { description: "The status", body: erasure },
  grants: { table: "read" },
} as const;

export const askErasure = {
  id: "ask-erasure",
  method: "POST",
  path: "/erasure",
  summary: "Request the deletion of the account and its data",
  description:
    "Ends every session and API key immediately. The data is erased after `graceDays`; signing in before cancels it. `blockers` lists what must be " +
    "resolved first, and how. Data that the law requires is retained without names; the ledger is retained permanently, under an id that identifies no person. An " +
    "email is sent for each step.",
  response: { status: 202, description: "The date is set and the session has ended", body: asked },
  errors: [ErasureBlocked],
} as const;

/** The routes that verify an email address, on the web and in the app. */
export const requestEmail = {
  path: "/request",
  summary: "Request an email that verifies the account's address",
  limit: limits.emailLinks,
  response: { status: 202, description: "The email is on its way", body: done },
  errors: [EmailVerifiedAlready],
  grants: { table: "write", queues: ["notifications"] },
} as const;
const byEmail = {
  limit: limits.emailCodes,
  proof: confirmsByMessage,
  request: { body: linkProof },
  grants: { table: "write", credentials: ["mailLink"], secrets: ["SEALING_SECRET"] },
} as const;
export const verifyEmail = {
  ...byEmail,
  summary: "Verify the account's address with the email's link or code",
  response: { description: "Verified", body: done },
  errors: [InvalidMailLink],
} as const;
export const confirmNewEmail = {
  ...byEmail,
  response: { description: "The account has the new address", body: done.extend({ email: z.string() }) },
  errors: [InvalidMailLink, EmailTaken],
} as const;

/** The route that verifies a phone number, on the web and in the app. */
export const verifyPhone = {
  summary: "Verify the account's phone number with the text message's code",
  description:
    "From then on other users can pay the account by this number (`toPhone`). A code allows five attempts; repeating the correct one returns the same. A " +
    "number is verified for one account: a later verification moves it to that account, and the previous owner is notified. It ends with another number " +
    "in the profile, and with the account's hand-over.",
  limit: limits.phone,
  proof: confirmsByMessage,
  request: { body: z.strictObject({ code: phoneCode }) },
  response: { description: "The number is verified", body: done.extend({ phone: z.string() }) },
  errors: [InvalidPhoneCode],
  grants: { table: "write", credentials: ["phoneCode"], secrets: ["SEALING_SECRET"] },
} as const;

export const PHONE_MESSAGE =
  "The message has a six-digit code, valid for 10 minutes, until a newer one is sent. Limits: 10 an hour for an account, 10 an hour and 20 a day for a " +
  "number, 50 a day for an address. Some countries may not be served. The response is the same whether or not another account has the number.";
