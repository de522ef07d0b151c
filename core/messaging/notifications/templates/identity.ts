import * as z from "zod";
import { apiKeyCreated } from "../../../identity/api-keys/events.ts";
import { accountHandedOver, RefreshTokenReused } from "../../../identity/events.ts";
import { kycDecided } from "../../../identity/kyc/events.ts";
import { kycKinds, kycStatuses, reason } from "../../../identity/kyc/schema.ts";
import * as Letters from "../../../texts/letters/identity.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** About the account itself. */

const kyc = z.object({
  userId,
  status: z.enum(kycStatuses),
  kind: z.enum(kycKinds),
  reasons: z.array(reason).optional(),
});

export const identity: Templates = [
  [accountHandedOver.type, securityTemplate(z.object({ userId }), Letters.handedOver)],
  [apiKeyCreated.type, securityTemplate(z.object({ userId, keyId: z.string() }), Letters.newKey)],
  [RefreshTokenReused.type, securityTemplate(z.object({ userId, ip: z.string() }), Letters.tokenReused)],
  [kycDecided.type, securityTemplate(kyc, Letters.kyc)],
];
