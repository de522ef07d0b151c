import * as z from "zod";
import { TwoFactorAlreadyOn, TwoFactorInvalid, TwoFactorNotBegun } from "../../../core/identity/errors.ts";
import { setup, totpCode, verified } from "../../../core/identity/second-factor/schema.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";

/** The second factor in the mobile app: MOBILE.md, section User. */

const route = defineFamily({
  id: "mobile.user.two-factor",
  path: "/api/v1/mobile/user/2fa",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
  grants: { table: "write", credentials: ["secondFactor"], secrets: ["SEALING_SECRET"] },
});

export const enable = route({
  id: "enable",
  method: "POST",
  path: "/enable",
  summary: "Begin to set up the second factor, or switch it off",
  description:
    "It is not on before a code was verified: until then, within 10 minutes, and each call begins anew. One-time codes are of 6 digits, " +
    "30 seconds and SHA-1 (RFC 6238). `{enabled: false}` switches it off; off already, that changes nothing. It stays on through a new " +
    "password and a reset by mail.",
  stepUp: { when: "it is switched off, or the device has biometrics on" },
  request: { body: z.strictObject({ enabled: z.boolean().optional() }).optional() },
  responses: {
    200: {
      description: "What the authenticator is given, or that it is off",
      body: z.union([
        setup,
        z.object({ success: z.literal(true), message: z.string(), enabled: z.literal(false) }),
      ]),
    },
  },
  errors: [TwoFactorAlreadyOn],
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
