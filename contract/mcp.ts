import * as z from "zod";
import { ledgerWrite } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** The MCP server: spec 3, sections 2.8, 4.6, 5, 7 and 8. `{mcp_url}` is `/mcp`. */

/** Settings shared by the routes of the MCP server. */
export const shared = { family: "mcp", auth: "apiKey", scope: "mcp:read", limit: limits.mcp } as const;

const route = defineFamily({ ...shared, id: "mcp", path: "/mcp" });

const id = z.union([z.string(), z.number()]);

/** A message of JSON-RPC 2.0. The protocol defines the parameters of each method. */
const message = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    method: z.string().meta({ examples: ["tools/list"] }),
    id: id.optional().describe("Omitted for a notification, whose response is 202"),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: "McpMessage", examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }] });

const failure = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: id.nullish(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: "McpFailure" });

const result = z
  .object({ jsonrpc: z.literal("2.0"), id, result: z.looseObject({}) })
  .meta({ id: "McpResult" });

const rejected = (description: string) => ({ description, body: failure });

export const server = route({
  ...ledgerWrite,
  id: "server",
  method: "POST",
  summary: "The MCP server: streamable HTTP, protocol revisions 2026-07-28 and 2025-11-25",
  description:
    "Resources with templates and completion, prompts, and 37 tools over the same functions as the routes. The server is stateless: `Mcp-Session-Id` " +
    "is ignored, and `GET` and `DELETE` are 405. `Accept` must list `application/json` and `text/event-stream`. Send the API key in `X-API-Key` or as " +
    "a bearer token. Tools that write need the scope `mcp:write` and an `idempotencyKey`. Requests from other sites' pages are rejected (`Origin`) " +
    "unless configured (`CORS_ORIGINS`); in a deployed stage without its own domain, from all pages.",
  stream: true,
  request: {
    body: message,
    raw: true,
    // Above any sensible request. API Gateway would accept 6 MB.
    maxBodyBytes: 256 * 1024,
  },
  responses: {
    200: {
      description: "A JSON-RPC response, or a stream of JSON-RPC messages",
      body: z.union([result, failure]),
      streamed: true,
    },
    202: { description: "The notification was accepted" },
  },
  refusals: {
    400: rejected("The message is not JSON, is a batch, or violates the protocol"),
    403: rejected("The request comes from another site's page, or the host is unknown"),
    404: rejected("The method does not exist (revision 2026-07-28)"),
    406: rejected("`Accept` does not list `application/json` and `text/event-stream`"),
    413: rejected("The message is too large"),
    415: rejected("The message is not `application/json`"),
    500: rejected("An internal error"),
  },
  memoryMb: 1024,
  // Its URL is public: a flood of requests must not starve payments and webhooks.
  reservedConcurrency: 100,
});
