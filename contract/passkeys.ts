import * as z from "zod";
import { AccountBlocked, LastSignInMethod } from "../core/identity/errors.ts";
import {
  PasskeyAlreadyRegistered,
  PasskeyInvalid,
  PasskeyLimit,
  PasskeyNotCreated,
  PasskeyNotFound,
} from "../core/identity/passkeys/errors.ts";
import {
  creationOptions,
  ownPasskey,
  passkeyName,
  registrationResponse,
  requestOptions,
} from "../core/identity/passkeys/schema.ts";
import { recoveryCodes } from "../core/identity/second-factor/schema.ts";
import { done } from "./common.ts";
import * as limits from "./limits.ts";
import { signsIn } from "./proof.ts";

/** The routes of passkeys, which the web and the app share. */

export const list = {
  id: "list",
  method: "GET",
  summary: "List the account's passkeys, oldest first",
  response: { description: "The passkeys", body: z.object({ passkeys: z.array(ownPasskey) }) },
  grants: { table: "read" },
} as const;

export const registerOptions = {
  id: "register-options",
  method: "POST",
  path: "/options",
  summary: "Request the options to create a passkey",
  description:
    "Pass `options` to `navigator.credentials.create`, or to the system of the device. The challenge is valid for 5 minutes, in this session and " +
    "once. A passkey belongs to the site's domain, verifies its user by fingerprint, face or PIN, and is found without a user name.",
  proof: "always",
  response: { description: "The options", body: z.object({ options: creationOptions }) },
  errors: [PasskeyLimit],
  grants: { table: "write", credentials: ["secondFactor"] },
} as const;

export const register = {
  id: "register",
  method: "POST",
  summary: "Add the created passkey to the account",
  description:
    "The passkey counts as a proof in this session, and its owner is notified. It is a second factor: from then on a sign-in with the password " +
    "also requires a code, a recovery code or a passkey. `recoveryCodes` are returned with the first one, if the account had none: a recovery " +
    "code replaces a lost passkey. At most ten passkeys.",
  proof: "always",
  request: { body: z.strictObject({ name: passkeyName, response: registrationResponse }) },
  response: {
    status: 201,
    description: "The passkey signs in from now on",
    body: z.object({ passkey: ownPasskey, recoveryCodes: recoveryCodes.optional() }),
  },
  errors: [PasskeyNotCreated, PasskeyAlreadyRegistered, PasskeyLimit],
  grants: { table: "write", writesPasskeys: true, credentials: ["secondFactor"] },
} as const;

const one = { params: z.object({ id: z.string().describe("The passkey's `id`") }) };

export const rename = {
  id: "rename",
  method: "PATCH",
  path: "/{id}",
  summary: "Rename a passkey",
  proof: { notNeeded: "a name gives no access" },
  request: { ...one, body: z.strictObject({ name: passkeyName }) },
  response: { description: "The passkey", body: z.object({ passkey: ownPasskey }) },
  errors: [PasskeyNotFound],
  grants: { table: "write", writesPasskeys: true },
} as const;

export const remove = {
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Remove a passkey",
  description:
    "It no longer signs in, and its owner is notified. The second factor ends with the last passkey, unless the account has an authenticator. " +
    "The passkey stays on the user's device, which offers it until the user deletes it there.",
  proof: "always",
  request: one,
  response: { description: "Removed", body: done },
  errors: [PasskeyNotFound, LastSignInMethod],
  grants: { table: "write", writesPasskeys: true, credentials: ["secondFactor"] },
} as const;

export const signInOptions = {
  id: "sign-in-options",
  method: "POST",
  path: "/sign-in/options",
  summary: "Request the options to sign in with a passkey",
  description:
    "Pass `options` to `navigator.credentials.get`, or to the system of the device. They name no account: the user chooses a passkey. The " +
    "challenge is valid for 5 minutes and once.",
  auth: "none",
  limit: limits.sessionLayer,
  response: { description: "The options", body: z.object({ options: requestOptions }) },
  grants: { table: "write" },
} as const;

export const signIn = {
  id: "sign-in",
  method: "POST",
  path: "/sign-in",
  summary: "Sign in with a passkey",
  proof: signsIn,
  description:
    "A passkey replaces the password and the second factor. A signature counter that has not grown is a 401: the key may have been copied, so " +
    "the attempt is recorded as fraud and the owner notified. Passkeys that a provider synchronizes do not count. Shares its limit with sign-in by password.",
  auth: "none",
  limit: limits.signIn,
  errors: [PasskeyInvalid, AccountBlocked],
} as const;
