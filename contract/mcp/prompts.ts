import * as z from "zod";
import { email } from "../../core/identity/schema.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { PersonNotFound, PromptNotFound } from "./errors.ts";
import { described } from "./schemas.ts";

/** The prompts of the MCP server: spec 3, sections 2.8 and 4.6. */

const route = defineFamily({
  id: "mcp.prompts",
  path: "/mcp/prompts",
  family: "mcp",
  auth: "apiKey",
  scope: "mcp:read",
  limit: limits.mcp,
});

const role = z.enum(["user", "assistant"]);

export const list = route({
  id: "list",
  method: "POST",
  path: "/list",
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

export const get = route({
  id: "get",
  method: "POST",
  path: "/get",
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
