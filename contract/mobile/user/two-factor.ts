import * as z from "zod";
import { TwoFactorAlreadyOn } from "../../../core/identity/errors.ts";
import { setup } from "../../../core/identity/second-factor/schema.ts";
import { renewRecoveryCodes, secondFactorGrants, switchedOff, verifyCode } from "../../account.ts";
import { defineFamily } from "../../family.ts";
import { shared } from "../schemas.ts";

/** The second factor in the mobile app: MOBILE.md, section User. */

const route = defineFamily({
  ...shared,
  id: "mobile.user.two-factor",
  path: "/api/v1/mobile/user/2fa",
  method: "POST",
  grants: secondFactorGrants,
});

export const enable = route({
  id: "enable",
  path: "/enable",
  summary: "Begin the setup of the second factor, or turn it off",
  description:
    "It is on once a code is verified, within 10 minutes; each call starts over. Codes have 6 digits, 30 seconds and SHA-1 (RFC 6238). `{enabled: " +
    "false}` turns it off; if it is off already, nothing changes. A new password or a reset by email does not turn it off.",
  proof: "always",
  request: { body: z.strictObject({ enabled: z.boolean().optional() }).optional() },
  response: {
    description: "The data for the authenticator, or that it is off",
    body: z.union([setup, switchedOff]),
  },
  errors: [TwoFactorAlreadyOn],
});

export const verify = route(verifyCode);
export const recovery = route(renewRecoveryCodes);
