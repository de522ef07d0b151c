import * as z from "zod";
import { keyModes } from "../../kernel/mode.ts";
import { plans } from "../../platform/ratelimit/schema.ts";
import { entity } from "../../platform/table/entity.ts";

const storedSecret = z.object({
  /** SHA-256 of the secret. Its 32 random bytes need no slower hash. */
  hash: z.string(),
  /** The last 4 characters, by which the owner recognizes the secret. */
  hint: z.string(),
});
export type StoredSecret = z.output<typeof storedSecret>;

const storedKey = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  /** The owner's security stamp at the creation. A change of it makes the key invalid. */
  securityStamp: z.string(),
  name: z.string(),
  mode: z.enum(keyModes),
  /** The minimum plan. The owner's plan counts if it is higher. Only demo keys have more than `free`. */
  plan: z.enum(plans),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  /** The IP ranges from which the key may be used. Empty means any address. */
  allowedAddresses: z.array(z.string()),
  current: storedSecret,
  /** The former secret, valid until `until` (ISO 8601). */
  former: storedSecret.extend({ until: z.string() }).optional(),
});
export type StoredApiKey = z.output<typeof storedKey>;

export const apiKey = entity({
  name: "ApiKey",
  about:
    "A developer's API key: its scopes and the hash of its secret, whose text contains the ids of owner and key. Deleted when it is revoked, invalid if its owner has another security stamp.",
  pk: "USER#{ownerId}",
  sk: "APIKEY#{keyId}",
  schema: storedKey,
  holds: "the key's name, and its allowed IP addresses",
  erasure: "deleted",
  exported: ["keyId", "name", "mode", "scopes", "createdAt", "expiresAt", "allowedAddresses"],
  answers: {
    "is this API key valid, and who owns it": "BatchGetItem pk, sk with its owner's",
    "the API keys of a user": "Query pk, sk begins with APIKEY#",
  },
});

/** The sealed signing secret of the secret with this hash. */
const storedSigning = z.object({ hash: z.string(), signing: z.string() });
export type StoredSigning = z.output<typeof storedSigning>;

export const apiKeySigning = entity({
  name: "ApiKeySigning",
  about:
    "The sealed signing secret of a key, for sensitive requests. A separate item, because every request reads the key.",
  pk: "SECRET#APIKEY#{ownerId}",
  sk: "SIGNING#{keyId}",
  schema: z.object({ current: storedSigning, former: storedSigning.optional() }),
  sealed: { "current.signing": "{keyId}", "former.signing": "{keyId}" },
  holds: "nothing",
  erasure: "deleted",
  answers: { "the signing secret of a key": "BatchGetItem pk, sk with the key's" },
});

export const apiKeyUse = entity({
  name: "ApiKeyUse",
  about:
    "When an API key was last used, to the minute. A separate item, so that a function can have the right to write only this.",
  pk: "APIKEYUSE#{ownerId}",
  sk: "USE#{keyId}",
  schema: z.object({ keyId: z.string(), lastUsedAt: z.string().optional() }),
  holds: "when the owner's software was active",
  erasure: "deleted",
  exported: ["keyId", "lastUsedAt"],
  answers: {
    "was a use recorded within the last minute": "BatchGetItem pk, sk with the key's",
    "when were the keys of a user last used": "Query pk",
  },
});

export const usedSignature = entity({
  name: "UsedSignature",
  about: "The Idempotency-Key of an accepted signature. The signature is valid only with this key.",
  pk: "SIGNATURE#{keyId}#{hash}",
  sk: "USED",
  expires: "a day later (attribute ttl); the signature itself is too old after ten minutes",
  holds: "nothing",
  erasure: "expires",
  answers: { "was this signature used with another Idempotency-Key": "conditional PutItem pk, sk" },
});

export const apiKeyCount = entity({
  name: "ApiKeyCount",
  about:
    "The number of a user's API keys with one security stamp, so that parallel requests cannot exceed the limit.",
  pk: "USER#{ownerId}",
  sk: "APIKEYCOUNT#{securityStamp}",
  holds: "nothing",
  erasure: "deleted",
  answers: { "may the user create another key": "conditional UpdateItem, in the key's own transaction" },
});
