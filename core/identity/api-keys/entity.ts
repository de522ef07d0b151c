import * as z from "zod";
import { keyModes } from "../../kernel/mode.ts";
import { plans } from "../../platform/ratelimit/schema.ts";
import { entity } from "../../platform/table/entity.ts";

/** A stored secret of a key. */
const keptSecret = z.object({
  /** SHA-256 of the text. Its 32 random bytes need no slower hash. */
  hash: z.string(),
  /** The last 4 characters of the text, by which the owner recognizes it. */
  hint: z.string(),
});
export type KeptSecret = z.output<typeof keptSecret>;

const keptKey = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  /** The owner's stamp at the creation. The key ends when it changes. */
  securityStamp: z.string(),
  name: z.string(),
  mode: z.enum(keyModes),
  /** A minimum plan, beside the owner's. Only demo keys have more than `free`. */
  plan: z.enum(plans),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  /** The ranges from which it may be used. Empty means anywhere. */
  allowedAddresses: z.array(z.string()),
  current: keptSecret,
  /** The former secret, valid until that time (ISO 8601). */
  former: keptSecret.extend({ until: z.string() }).optional(),
});
export type KeptKey = z.output<typeof keptKey>;

export const apiKey = entity({
  name: "ApiKey",
  about:
    "A developer's API key: its scopes and the hash of its secret, whose text names owner and key. Deleted when it is revoked, invalid once its owner has another security stamp.",
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

/** The sealed signing secret that belongs to the secret with this hash. */
const keptSigning = z.object({ hash: z.string(), signing: z.string() });
export type KeptSigning = z.output<typeof keptSigning>;

export const apiKeySigning = entity({
  name: "ApiKeySigning",
  about:
    "The sealed signing secret of a key, for sensitive requests. In an item of its own, because every request reads the key.",
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
    "When an API key was last used, to the minute. In an item of its own, so that a function may write it and nothing else.",
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
  about: "The Idempotency-Key of an accepted signature, which is valid with no other one.",
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
    "How many API keys a user has with one security stamp, so that parallel requests cannot create too many.",
  pk: "USER#{ownerId}",
  sk: "APIKEYCOUNT#{securityStamp}",
  holds: "nothing",
  erasure: "deleted",
  answers: { "may the user make another key": "UpdateItem with a condition, in the key's own transaction" },
});
