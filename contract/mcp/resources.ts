import * as z from "zod";
import { defineFamily } from "../family.ts";
import { shared } from "../mcp.ts";
import { ModelNotFound, ResourceNotFound, SkillNotFound } from "./errors.ts";

/** The resources of the MCP server: spec 3, sections 2.8 and 4.6. */

const route = defineFamily({ ...shared, id: "mcp.resources", path: "/mcp/resources", method: "POST" });

const described = { name: z.string(), title: z.string(), description: z.string(), mimeType: z.string() };
const resource = z.object({ uri: z.string(), ...described }).meta({ id: "McpResource" });
const template = z.object({ uriTemplate: z.string(), ...described }).meta({ id: "McpResourceTemplate" });

export const list = route({
  id: "list",
  path: "/list",
  summary: "List the MCP server's resources and resource templates",
  description:
    "Returns the configuration, the 15 data models and the knowledge skills, as the standard endpoint `/mcp` does. Takes no body.",
  response: {
    description: "All resources",
    body: z.object({ resources: z.array(resource), resourceTemplates: z.array(template) }),
  },
});

export const read = route({
  id: "read",
  path: "/read",
  summary: "Read a resource",
  description:
    "`svc://config` and `svc://models/{model}` are JSON, `svc://knowledge/{skill}` is Markdown. For an unknown model or skill, the 404 lists the existing ones.",
  request: {
    body: z.strictObject({
      uri: z
        .string()
        .min(1)
        .max(500)
        .meta({ examples: ["svc://config"] }),
    }),
  },
  response: {
    description: "The resource",
    body: z.object({
      contents: z.array(z.object({ uri: z.string(), mimeType: z.string(), text: z.string() })),
    }),
  },
  errors: [ModelNotFound, SkillNotFound, ResourceNotFound],
});
