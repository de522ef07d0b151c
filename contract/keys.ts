import * as z from "zod";
import { ApiKeyLimit, ApiKeyNotFound } from "../core/identity/api-keys/errors.ts";
import {
  addressRange,
  MAX_ADDRESSES,
  MAX_OVERLAP_SECONDS,
  type Scope,
  scopes,
} from "../core/identity/api-keys/schema.ts";
import { pattern } from "../core/kernel/ids/schema.ts";
import { keyModes } from "../core/kernel/mode.ts";
import { NO_CONTROL } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { plans } from "../core/platform/ratelimit/schema.ts";
import { timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** API keys, for the public API and the MCP server: a user's own, managed with a session. */

const route = defineFamily({ id: "keys", path: "/api/keys", family: "defi", auth: "session" });

const scope = z.enum(["*", ...Object.keys(scopes)] as ["*", ...Scope[]]).meta({
  description: `\`*\` is all. \`mcp:…\` open the MCP server, \`prices:read\` prices, the others the public API (\`/v1\`) alone: no key opens a route that asks for a session. ${Object.entries(
    scopes,
  )
    .map(([name, about]) => `\`${name}\`: ${about}.`)
    .join(" ")}`,
});

const keyId = z
  .string()
  .regex(
    pattern("apiKey"),
    rule("must be the id of an API key, key_…", "doit être l'identifiant d'une clé d'API, key_…"),
  );

const shownKey = z
  .object({
    id: keyId,
    name: z.string(),
    mode: z.enum(keyModes).meta({ description: "Live keys act on real money, test keys never do" }),
    plan: z.enum(plans),
    scopes: z.array(z.string()),
    hint: z.string().meta({ description: "The secret's last four characters" }),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().meta({ description: "When it ends; null: never" }),
    allowedAddresses: z.array(z.string()).meta({
      description: "Ranges (CIDR) that it may be used from; none: from anywhere",
    }),
    lastUsedAt: timestamp.nullable().meta({ description: "Its last use, to the minute" }),
    previousUntil: timestamp.nullable().meta({
      description: "Until when the secret before the last rotation holds, too; null without one",
    }),
  })
  .meta({ id: "ApiKey" });

/** What is shown once. */
const shownSecrets = {
  secret: z.string().meta({ description: "The key itself, shown this one time" }),
  signingSecret: z.string().meta({
    description: "What `X-Svc-Signature` of sensitive requests is made with, shown this one time",
  }),
};

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's API keys, without their secrets",
  responses: { 200: { description: "The keys, oldest first", body: z.object({ keys: z.array(shownKey) }) } },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Makes an API key and shows its secret, once",
  description:
    "The secret is `svc_live_…` or `svc_test_…`; only its hash is kept, so nobody can show it again. A key acts for its owner " +
    "within its scopes, through the MCP server and the public API (`/v1`); routes that ask for a session take none. " +
    "At most 20 keys at once. All of them end with a new password, and with whatever else ends every session.",
  limit: limits.createKey,
  request: {
    body: z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(
          NO_CONTROL,
          rule("must not have control characters", "ne doit pas contenir de caractères de contrôle"),
        )
        .meta({ examples: ["Accounting"] }),
      mode: z.enum(keyModes).default("live"),
      scopes: z
        .array(scope)
        .min(1)
        .max(Object.keys(scopes).length + 1)
        .refine(
          (given) => new Set(given).size === given.length,
          rule("must name each scope once", "doit nommer chaque portée une seule fois"),
        ),
      expiresAt: timestamp.optional().meta({ description: "When it ends; left out: never" }),
      allowedAddresses: z
        .array(addressRange)
        .max(MAX_ADDRESSES)
        .optional()
        .meta({
          description: "Addresses or ranges (CIDR) that it may be used from; left out: from anywhere",
          examples: [["203.0.113.0/24", "2001:db8::/32"]],
        }),
    }),
  },
  responses: {
    201: { description: "The key", body: shownKey.extend(shownSecrets) },
  },
  errors: [ApiKeyLimit],
  grants: { table: "write", credentials: ["apiKey"], secrets: ["SEALING_SECRET"] },
});

export const rotate = route({
  id: "rotate",
  method: "POST",
  path: "/{id}/rotate",
  summary: "Gives an API key new secrets, shown once",
  description:
    "For `overlapSeconds` (a day unless told) the secrets before hold beside the new ones, each secret with its own signing secret; 0 ends them at once. Those of an earlier rotation end now.",
  limit: limits.createKey,
  request: {
    params: z.object({ id: z.string() }),
    body: z
      .strictObject({ overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(86_400) })
      .default({ overlapSeconds: 86_400 }),
  },
  responses: { 200: { description: "The key", body: shownKey.extend(shownSecrets) } },
  errors: [ApiKeyNotFound],
  grants: { table: "write", credentials: ["apiKey"], secrets: ["SEALING_SECRET"] },
});

export const revoke = route({
  id: "revoke",
  method: "DELETE",
  path: "/{id}",
  summary: "Ends an API key, from its next use on",
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: "It means nothing any more" } },
  errors: [ApiKeyNotFound],
  grants: { table: "write", credentials: ["apiKey"] },
});
