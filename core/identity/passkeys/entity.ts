import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";
import { entity } from "../../platform/table/entity.ts";
import { purposes } from "./schema.ts";

export const passkey = entity({
  name: "Passkey",
  about:
    "A passkey (WebAuthn) of a user: public key, signature counter, and name. Its id is the hash of the credential id, which can be longer than a key of the table. Only the functions that serve passkeys may write it. Stays after a new password, invalid after a hand-over of the account.",
  pk: "PASSKEYS#{userId}",
  sk: "PASSKEY#{passkeyId}",
  schema: z.object({
    userId: z.string(),
    passkeyId: z.string(),
    ownershipId: z.string(),
    /** Base64url, as the authenticator chose it. */
    credentialId: z.string(),
    /** COSE, in base64url. */
    publicKey: z.string(),
    /** The number of signatures, of authenticators that count them. Otherwise 0. */
    counter: storedNumber,
    /** How a browser reaches the authenticator. */
    transports: z.array(z.string()).default([]),
    /** Whether a provider may copy the passkey to other devices of the user. */
    isSynced: z.boolean(),
    /** Whether it was copied, at its last use. */
    isBackedUp: z.boolean(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().optional(),
  }),
  holds: "the name of a passkey, and when it was used",
  erasure: "deleted",
  exported: ["name", "isSynced", "isBackedUp", "createdAt", "lastUsedAt"],
  answers: {
    "a passkey of a user": "GetItem pk, sk",
    "the passkeys of a user": "Query pk, sk begins with PASSKEY#",
  },
});

export const passkeyClaim = entity({
  name: "PasskeyClaim",
  about:
    "The user of a passkey. Written and deleted in the transaction that changes the passkey, so that a passkey never has two users.",
  pk: "PASSKEY#{passkeyId}",
  sk: "PASSKEY",
  schema: z.object({ userId: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "which user does this passkey sign in": "GetItem pk, sk" },
});

export const passkeyChallenge = entity({
  name: "PasskeyChallenge",
  about:
    "A random value that a passkey signs, for one purpose, in one session if the user has one. Deleted by its first use.",
  pk: "PASSKEYCHALLENGE#{challenge}",
  sk: "PASSKEYCHALLENGE",
  schema: z.object({
    purpose: z.enum(purposes),
    sessionId: z.string().optional(),
    ttl: storedNumber,
  }),
  expires: "5 minutes after its request (attribute ttl)",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this challenge issued for this purpose and session": "a conditional DeleteItem" },
});
