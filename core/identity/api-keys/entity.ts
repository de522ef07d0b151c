import * as z from "zod";
import { keyModes } from "../../kernel/mode.ts";
import { plans } from "../../platform/ratelimit/schema.ts";
import { entity } from "../../platform/table/entity.ts";

/** One of a key's secrets, as it is kept. */
const keptSecret = z.object({
  /** SHA-256 of the whole text: its 32 random bytes need no slower hash. */
  hash: z.string(),
  /** The text's last 4 characters: enough to tell secrets apart, of no use to anybody else. */
  hint: z.string(),
});
export type KeptSecret = z.output<typeof keptSecret>;

export const keptKey = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  /** The owner's when it was made: it dies with it. */
  securityStamp: z.string(),
  name: z.string(),
  mode: z.enum(keyModes),
  /** What it may whatever its owner pays for: more than free in demo keys alone, else it is the owner's plan that counts. */
  plan: z.enum(plans),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  /** Ranges that it may be used from; empty: from anywhere. */
  allowedAddresses: z.array(z.string()),
  current: keptSecret,
  /** The secret before, until when it holds (ISO 8601). */
  former: keptSecret.extend({ until: z.string() }).optional(),
});
export type KeptKey = z.output<typeof keptKey>;

export const apiKey = entity({
  name: "ApiKey",
  about:
    "A developer's API key: what it may do and the hash of its secret, whose text names owner and key. Deleted when it is revoked, dead once its owner has another security stamp.",
  pk: "USER#{ownerId}",
  sk: "APIKEY#{keyId}",
  schema: keptKey,
  holds: "the key's name, and the addresses that it may be used from",
  erasure: "deleted",
  exported: ["keyId", "name", "mode", "scopes", "createdAt", "expiresAt", "allowedAddresses"],
  answers: {
    "does this API key hold, and for whom": "BatchGetItem pk, sk with its owner's",
    "the API keys of a user": "Query pk, sk begins with APIKEY#",
  },
});

/** The signing secret that was shown with a secret, sealed; found by that one's hash. */
const keptSigning = z.object({ hash: z.string(), signing: z.string() });
export type KeptSigning = z.output<typeof keptSigning>;

export const apiKeySigning = entity({
  name: "ApiKeySigning",
  about:
    "What a key's sensitive requests are signed with, sealed. Apart from the key, which every call reads; made, changed and deleted with it.",
  pk: "SECRET#APIKEY#{ownerId}",
  sk: "SIGNING#{keyId}",
  schema: z.object({ current: keptSigning, former: keptSigning.optional() }),
  sealed: { "current.signing": "{keyId}", "former.signing": "{keyId}" },
  holds: "nothing",
  erasure: "deleted",
  answers: { "what is this request signed with": "BatchGetItem pk, sk with the key's" },
});

export const apiKeyUse = entity({
  name: "ApiKeyUse",
  about:
    "When an API key was last used, to the minute. Apart from the key, so that a function that a key opens may note that and write nothing else. Made and deleted with the key.",
  pk: "APIKEYUSE#{ownerId}",
  sk: "USE#{keyId}",
  schema: z.object({ keyId: z.string(), lastUsedAt: z.string().optional() }),
  holds: "when its owner was at work",
  erasure: "deleted",
  exported: ["keyId", "lastUsedAt"],
  answers: {
    "was this use noted a moment ago": "BatchGetItem pk, sk with the key's",
    "when were the keys of a user last used": "Query pk",
  },
});

export const usedSignature = entity({
  name: "UsedSignature",
  about:
    "That a signed request was let through, with its Idempotency-Key: no other key goes with its signature.",
  pk: "SIGNATURE#{keyId}#{hash}",
  sk: "USED",
  expires: "a day later (attribute ttl): its time is over ten minutes after the first use at most",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this signature used with another Idempotency-Key": "PutItem pk, sk, unless it was" },
});

export const apiKeyCount = entity({
  name: "ApiKeyCount",
  about:
    "How many API keys a user has of one security stamp, so that parallel requests cannot make more than allowed.",
  pk: "USER#{ownerId}",
  sk: "APIKEYCOUNT#{securityStamp}",
  holds: "nothing",
  erasure: "deleted",
  answers: { "may the user make another key": "UpdateItem with a condition, in the key's own transaction" },
});
