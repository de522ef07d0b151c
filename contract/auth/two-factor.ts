import * as z from "zod";
import {
  TwoFactorAlreadyOn,
  TwoFactorInvalid,
  TwoFactorNotBegun,
  WrongPassword,
} from "../../core/identity/errors.ts";
import { password } from "../../core/identity/schema.ts";
import {
  anyCode,
  recoveryCodes,
  setup,
  totpCode,
  verified,
} from "../../core/identity/second-factor/schema.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** The second factor of an account, on the web: the same as the app's. */

const route = defineFamily({
  id: "auth.two-factor",
  path: "/api/auth/2fa",
  family: "auth",
  auth: "session",
  limit: limits.twoFactor,
  grants: { table: "write", credentials: ["secondFactor"], secrets: ["SEALING_SECRET"] },
});

const body = z.strictObject({ code: anyCode });

export const enable = route({
  id: "enable",
  method: "POST",
  path: "/enable",
  summary: "Begin to set up the second factor",
  description:
    "It is not on before a code was verified, within 10 minutes; each call begins anew. An account that has a password is asked for it: " +
    "whoever found a session would otherwise shut its owner out.",
  request: { body: z.strictObject({ password: password.optional() }).optional() },
  responses: { 200: { description: "What the authenticator is given", body: setup } },
  errors: [TwoFactorAlreadyOn, WrongPassword],
  grants: { table: "write", credentials: ["secondFactor", "password"], secrets: ["SEALING_SECRET"] },
});

export const verify = route({
  id: "verify",
  method: "POST",
  path: "/verify",
  summary: "Verify a code: the first one switches the second factor on",
  description:
    "A code counts once: the one that was verified signs nobody in. Ten wrong ones within 15 minutes are the most (429).",
  request: { body: z.strictObject({ code: totpCode }) },
  responses: { 200: { description: "The code was right", body: verified } },
  errors: [TwoFactorInvalid, TwoFactorNotBegun],
});

export const disable = route({
  id: "disable",
  method: "POST",
  path: "/disable",
  summary: "Switch the second factor off, by a code or a recovery code",
  request: { body },
  responses: {
    200: {
      description: "It is off",
      body: z.object({ success: z.literal(true), message: z.string(), enabled: z.literal(false) }),
    },
  },
  errors: [TwoFactorInvalid],
});

export const recovery = route({
  id: "recovery",
  method: "POST",
  path: "/recovery-codes",
  summary: "Ten new recovery codes in place of those that are left, by a code",
  request: { body },
  responses: { 200: { description: "The new codes", body: z.object({ recoveryCodes }) } },
  errors: [TwoFactorInvalid, TwoFactorNotBegun],
});
