import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { proofMethods } from "../actor.ts";

export const secondFactor = entity({
  name: "SecondFactor",
  about:
    "A user's second factor: the sealed secret, the last used step, the hashes of the remaining recovery codes, the latest wrong attempts, and the secret of a pending setup. The user's profile states whether it is enabled.",
  pk: "SECRET#SECONDFACTOR#{userId}",
  sk: "SECONDFACTOR",
  schema: z.object({
    version: z.bigint(),
    ownershipId: z.string(),
    secret: z.string().optional(),
    /** When the authenticator was set up. Missing in items of earlier versions, whose profile has the same time. */
    secretSince: z.string().optional(),
    lastStep: storedNumber.optional(),
    recoveryHashes: z.array(z.string()).default([]),
    /** When the recovery codes were created. Missing in items of earlier versions. */
    recoverySince: z.string().optional(),
    tries: z.array(z.object({ from: z.string(), atMs: storedNumber })).default([]),
    warnedAtMs: storedNumber.optional(),
    pendingSecret: z.string().optional(),
    pendingUntil: storedNumber.optional(),
  }),
  sealed: { secret: "totp:{userId}:{ownershipId}", pendingSecret: "totp:{userId}:{ownershipId}" },
  holds: "IP addresses that sent wrong codes",
  erasure: "deleted",
  answers: { "the second factor of a user": "GetItem pk, sk" },
});

export const halfway = entity({
  name: "HalfwaySignIn",
  about:
    "A browser's sign-in that waits for the second factor, by the hash of its token. Deleted when the session starts.",
  pk: "HALFWAY#{tokenHash}",
  sk: "HALFWAY",
  schema: z.object({
    userId: z.string(),
    securityStamp: z.string(),
    /** The methods of the first step. */
    amr: z.array(z.enum(proofMethods)).default([]),
    callbackUrl: z.string(),
    ttl: storedNumber,
  }),
  expires: "5 minutes after the first proof (attribute ttl)",
  holds: "nothing",
  erasure: "expires",
  answers: {
    "the waiting sign-in of a browser": "GetItem pk, sk, then a conditional DeleteItem",
  },
});
