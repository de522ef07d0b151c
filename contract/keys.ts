import * as z from "zod";
import { ApiKeyLimit, ApiKeyNotFound } from "../core/identity/api-keys/errors.ts";
import {
  addressRange,
  MAX_ADDRESSES,
  MAX_OVERLAP_SECONDS,
  type Scope,
  scopes,
} from "../core/identity/api-keys/schema.ts";
import { keyModes } from "../core/kernel/mode.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { DAY_SECONDS } from "../core/kernel/time.ts";
import { plans } from "../core/platform/ratelimit/schema.ts";
import { givenName, idOf, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** API keys of a user, for the public API and the MCP server, managed with a session. */

const route = defineFamily({ id: "keys", path: "/api/keys", family: "defi", auth: "session" });

const scope = z.enum(["*", ...Object.keys(scopes)] as ["*", ...Scope[]]).describe(
  `\`*\` is all. \`mcp:…\` opens the MCP server, \`prices:read\` prices, the others the public API (\`/v1\`) only: routes that need a session accept no key. ${Object.entries(
    scopes,
  )
    .map(([one, about]) => `\`${one}\`: ${about}.`)
    .join(" ")}`,
);

const shownKey = z
  .object({
    id: idOf("apiKey"),
    name: z.string(),
    mode: z.enum(keyModes).describe("Live keys act on real money, test keys never do"),
    plan: z.enum(plans),
    scopes: z.array(z.string()),
    hint: z.string().describe("The secret's last four characters"),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().describe("Null if it never expires"),
    allowedAddresses: z
      .array(z.string())
      .describe("The address ranges (CIDR) that may use it; if empty, all addresses"),
    lastUsedAt: timestamp.nullable().describe("Its last use, to the minute"),
    previousUntil: timestamp
      .nullable()
      .describe("Until when the secret before the last rotation is valid as well; null if it is not"),
  })
  .meta({ id: "ApiKey" });

const shownSecrets = {
  secret: z.string().describe("The key itself, shown only once"),
  signingSecret: z
    .string()
    .describe("The secret for `X-Svc-Signature` of sensitive requests, shown only once"),
};

const writing = {
  limit: limits.createKey,
  grants: { table: "write", credentials: ["apiKey"], secrets: ["SEALING_SECRET"] },
} as const;
const params = z.object({ id: z.string() });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's API keys, without their secrets",
  response: { description: "The keys, oldest first", body: z.object({ keys: z.array(shownKey) }) },
  grants: { table: "read" },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Create an API key and show its secret, once",
  proof: { when: "`mode` is `live`" },
  description:
    "The secret is `svc_live_…` or `svc_test_…`; only its hash is stored, so it cannot be shown again. A key acts for its owner within its scopes, through the MCP " +
    "server and the public API (`/v1`); routes that need a session accept none. At most 20 keys at a time. A new password, and everything else that ends all " +
    "sessions, ends all keys.",
  request: {
    body: z.strictObject({
      name: givenName.meta({ examples: ["Accounting"] }),
      mode: z.enum(keyModes).default("live"),
      scopes: z
        .array(scope)
        .min(1)
        .max(Object.keys(scopes).length + 1)
        .refine(
          (value) => new Set(value).size === value.length,
          rule("must not contain the same scope twice", "ne doit pas contenir deux fois la même portée"),
        ),
      expiresAt: timestamp.optional().describe("Without it the key never expires"),
      allowedAddresses: z
        .array(addressRange)
        .max(MAX_ADDRESSES)
        .optional()
        .meta({
          description: "The addresses or ranges (CIDR) that may use it. Defaults to all addresses",
          examples: [["203.0.113.0/24", "2001:db8::/32"]],
        }),
    }),
  },
  response: { status: 201, description: "The key", body: shownKey.extend(shownSecrets) },
  errors: [ApiKeyLimit],
});

export const rotate = route({
  ...writing,
  id: "rotate",
  method: "POST",
  path: "/{id}/rotate",
  summary: "Rotate an API key's secrets, shown once",
  proof: { when: "the key is a live one" },
  description:
    "For `overlapSeconds` (a day by default) the previous secrets are valid as well, each with its own signing secret; 0 ends them immediately. Secrets of an " +
    "earlier rotation end now.",
  request: {
    params,
    body: z
      .strictObject({ overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DAY_SECONDS) })
      .default({ overlapSeconds: DAY_SECONDS }),
  },
  response: { description: "The key", body: shownKey.extend(shownSecrets) },
  errors: [ApiKeyNotFound],
});

export const revoke = route({
  id: "revoke",
  method: "DELETE",
  path: "/{id}",
  summary: "Revoke an API key, from its next use on",
  proof: { notNeeded: "the revocation of a leaked key must not wait" },
  request: { params },
  response: { status: 204, description: "Revoked" },
  errors: [ApiKeyNotFound],
  grants: { table: "write", credentials: ["apiKey"] },
});
