import * as z from "zod";
import { TwoFactorAlreadyOn, TwoFactorInvalid, WrongPassword } from "../../core/identity/errors.ts";
import { password } from "../../core/identity/schema.ts";
import { setup } from "../../core/identity/second-factor/schema.ts";
import { provenByCode, renewRecoveryCodes, secondFactorGrants, switchedOff, verifyCode } from "../account.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** The second factor of an account on the web. The app has the same. */

const route = defineFamily({
  id: "auth.two-factor",
  path: "/api/auth/2fa",
  family: "auth",
  auth: "session",
  limit: limits.twoFactor,
  method: "POST",
  grants: secondFactorGrants,
});

export const status = route({
  id: "status",
  method: "GET",
  summary: "Retrieve the status of the second factor",
  description:
    "`enabled` is whether a sign-in with the password also requires a code, a recovery code or a passkey. An account without an authenticator has a " +
    "second factor while it has passkeys.",
  proof: { notNeeded: "it shows no secret" },
  limit: limits.sessions,
  response: {
    description: "The status",
    body: z.object({
      enabled: z.boolean(),
      authenticator: z.boolean().describe("Whether the account has an authenticator"),
      recoveryCodesLeft: z.int().describe("How many of the recovery codes are unused"),
      hasPassword: z.boolean().describe("False for an account that signs in only at providers"),
    }),
  },
  grants: { table: "read", credentials: ["secondFactor"] },
});

export const enable = route({
  id: "enable",
  path: "/enable",
  summary: "Begin the setup of the second factor",
  description:
    "It is on once a code is verified, within 10 minutes; each call starts over. A `password` counts as a proof of an account whose strongest method " +
    "it is. Ten wrong passwords in 15 minutes, on all routes together, are a 429.",
  request: { body: z.strictObject({ password: password.optional() }).optional() },
  proof: { accepts: "`password`" },
  response: { description: "The data for the authenticator", body: setup },
  errors: [TwoFactorAlreadyOn, WrongPassword],
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
});

export const verify = route(verifyCode);

export const disable = route({
  ...provenByCode,
  id: "disable",
  path: "/disable",
  summary: "Turn the second factor off",
  description: "A code or recovery code in the body is a proof, and is not needed if the session has one.",
  response: { description: "It is off", body: switchedOff },
  errors: [TwoFactorInvalid],
});

export const recovery = route(renewRecoveryCodes);
