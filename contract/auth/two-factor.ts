import * as z from "zod";
import {
  TwoFactorAlreadyOn,
  TwoFactorInvalid,
  TwoFactorNotBegun,
  WrongPassword,
} from "../../core/identity/errors.ts";
import { password } from "../../core/identity/schema.ts";
import { anyCode, recoveryCodes, setup } from "../../core/identity/second-factor/schema.ts";
import { secondFactorGrants, switchedOff, verifyCode } from "../account.ts";
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

const body = z.strictObject({ code: anyCode });

export const enable = route({
  id: "enable",
  path: "/enable",
  summary: "Begin the setup of the second factor",
  description:
    "It is on once a code is verified, within 10 minutes; each call starts over. If the account has a password it is required, so that a stolen " +
    "session cannot lock the owner out.",
  request: { body: z.strictObject({ password: password.optional() }).optional() },
  response: { description: "The data for the authenticator", body: setup },
  errors: [TwoFactorAlreadyOn, WrongPassword],
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
});

export const verify = route(verifyCode);

export const disable = route({
  id: "disable",
  path: "/disable",
  summary: "Turn the second factor off, with a code or a recovery code",
  request: { body },
  response: { description: "It is off", body: switchedOff },
  errors: [TwoFactorInvalid],
});

export const recovery = route({
  id: "recovery",
  path: "/recovery-codes",
  summary: "Replace the recovery codes by ten new ones, with a code",
  request: { body },
  response: { description: "The new codes", body: z.object({ recoveryCodes }) },
  errors: [TwoFactorInvalid, TwoFactorNotBegun],
});
