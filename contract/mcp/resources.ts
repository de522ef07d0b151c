import * as z from "zod";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { ModelNotFound, ResourceNotFound, SkillNotFound } from "./errors.ts";
import { described } from "./schemas.ts";

/** The resources of the MCP server: spec 3, sections 2.8 and 4.6. */

const route = defineFamily({
  id: "mcp.resources",
  path: "/mcp/resources",
  family: "mcp",
  auth: "apiKey",
  scope: "mcp:read",
  limit: limits.mcp,
});

export const list = route({
  id: "list",
  method: "POST",
  path: "/list",
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

export const read = route({
  id: "read",
  method: "POST",
  path: "/read",
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
