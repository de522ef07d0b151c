import * as z from "zod";
import { email } from "../core/identity/schema.ts";
import { CONTENDED_SECONDS } from "./common.ts";
import * as limits from "./limits.ts";
import {
  ModelNotFound,
  PersonNotFound,
  PromptNotFound,
  ResourceNotFound,
  SkillNotFound,
} from "./mcp-errors.ts";
import { route } from "./route.ts";

/** The MCP server: spec 3, sections 2.8, 4.6, 5, 7 and 8. `{mcp_url}` is `/mcp`. */

const shared = { family: "mcp", auth: "apiKey", scope: "mcp:read", limit: limits.mcp } as const;

const described = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
};

const role = z.enum(["user", "assistant"]);

export const listResources = route({
  ...shared,
  id: "mcp.resources.list",
  method: "POST",
  path: "/mcp/resources/list",
  summary: "The MCP server's resources and resource templates",
  description:
    "The configuration, one resource for each of the 15 data models, one for each knowledge skill. Takes no body. The same resources are " +
    "served by the standard endpoint `/mcp`.",
  responses: {
    200: {
      description: "All resources",
      body: z.object({
        resources: z.array(
          z.object({ uri: z.string(), ...described, mimeType: z.string() }).meta({ id: "McpResource" }),
        ),
        resourceTemplates: z.array(
          z
            .object({ uriTemplate: z.string(), ...described, mimeType: z.string() })
            .meta({ id: "McpResourceTemplate" }),
        ),
      }),
    },
  },
});

export const readResource = route({
  ...shared,
  id: "mcp.resources.read",
  method: "POST",
  path: "/mcp/resources/read",
  summary: "Read a resource",
  description:
    "`svc://config` and `svc://models/{model}` are JSON, `svc://knowledge/{skill}` is Markdown. A model or skill that does not exist is a " +
    "404 that names those that do.",
  request: {
    body: z.strictObject({
      uri: z
        .string()
        .min(1)
        .max(500)
        .meta({ examples: ["svc://config"] }),
    }),
  },
  responses: {
    200: {
      description: "What it says",
      body: z.object({
        contents: z.array(z.object({ uri: z.string(), mimeType: z.string(), text: z.string() })),
      }),
    },
  },
  errors: [ModelNotFound, SkillNotFound, ResourceNotFound],
});

export const listPrompts = route({
  ...shared,
  id: "mcp.prompts.list",
  method: "POST",
  path: "/mcp/prompts/list",
  summary: "The MCP server's prompts",
  description: "Takes no body.",
  responses: {
    200: {
      description: "All prompts",
      body: z.object({
        prompts: z.array(
          z
            .object({
              ...described,
              arguments: z.array(
                z.object({ name: z.string(), description: z.string(), required: z.boolean() }),
              ),
            })
            .meta({ id: "McpPrompt" }),
        ),
      }),
    },
  },
});

export const getPrompt = route({
  ...shared,
  id: "mcp.prompts.get",
  method: "POST",
  path: "/mcp/prompts/get",
  summary: "The messages of a prompt",
  description:
    "Instructions for the client's LLM, which runs the tool calls and puts the report together; nothing runs here. `email` must be that of " +
    "the key's owner, unless the owner is an administrator: any other is a 404, whether or not it has an account.",
  request: {
    body: z.strictObject({
      name: z
        .string()
        .min(1)
        .max(100)
        .meta({ examples: ["resume_portefeuille"] }),
      arguments: z.object({ email }),
    }),
  },
  responses: {
    200: {
      description: "The messages",
      body: z.object({
        description: z.string(),
        messages: z.array(
          z.object({ role, content: z.object({ type: z.literal("text"), text: z.string() }) }),
        ),
      }),
    },
  },
  errors: [PromptNotFound, PersonNotFound],
});

export const server = route({
  ...shared,
  id: "mcp.server",
  method: "ANY",
  path: "/mcp",
  summary: "The MCP server: streamable HTTP, protocol revisions 2026-07-28 and 2025-11-25",
  description:
    "Resources with templates and completion, prompts, and 37 tools over the same functions as the routes. Stateless: no session, so `GET` " +
    "and `DELETE` are 405. The API key comes in `X-API-Key` or as a bearer token. Tools that change something need the scope `mcp:write` " +
    "and an `idempotencyKey`. Pages of other sites are refused (`Origin`), unless they are configured " +
    "(`CORS_ORIGINS`); in a deployed stage without a domain of its own that goes for all pages.",
  stream: true,
  responses: {
    200: {
      description: "A JSON-RPC response, or a stream of JSON-RPC messages (`text/event-stream`)",
      contentType: "application/json",
    },
    202: { description: "A notification was taken" },
  },
  grants: { table: "write" },
  memoryMb: 1024,
  timeoutSeconds: CONTENDED_SECONDS,
  // Its URL is open to everybody who guesses it: what floods it must not starve payments and webhooks.
  reservedConcurrency: 100,
});
