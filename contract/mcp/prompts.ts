import * as z from "zod";
import { email } from "../../core/identity/schema.ts";
import { defineFamily } from "../family.ts";
import { shared } from "../mcp.ts";
import { PersonNotFound, PromptNotFound } from "./errors.ts";

/** The prompts of the MCP server: spec 3, sections 2.8 and 4.6. */

const route = defineFamily({ ...shared, id: "mcp.prompts", path: "/mcp/prompts", method: "POST" });

const prompt = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  })
  .meta({ id: "McpPrompt" });

export const list = route({
  id: "list",
  path: "/list",
  summary: "List the MCP server's prompts",
  description: "Takes no body.",
  response: { description: "All prompts", body: z.object({ prompts: z.array(prompt) }) },
});

export const get = route({
  id: "get",
  path: "/get",
  summary: "Retrieve the messages of a prompt",
  description:
    "Returns instructions for the client's LLM, which calls the tools and writes the report. `email` must be that of the key's owner, unless the owner is " +
    "an administrator; any other is a 404, whether or not it has an account.",
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
  response: {
    description: "The messages",
    body: z.object({
      description: z.string(),
      messages: z.array(
        z.object({
          role: z.enum(["user", "assistant"]),
          content: z.object({ type: z.literal("text"), text: z.string() }),
        }),
      ),
    }),
  },
  errors: [PromptNotFound, PersonNotFound],
});
