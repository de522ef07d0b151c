import * as z from "zod";
import { CONTENDED_SECONDS } from "./common.ts";
import { defineFamily } from "./family.ts";
import * as limits from "./limits.ts";

/** The MCP server: spec 3, sections 2.8, 4.6, 5, 7 and 8. `{mcp_url}` is `/mcp`. */

const route = defineFamily({
  id: "mcp",
  path: "/mcp",
  family: "mcp",
  auth: "apiKey",
  scope: "mcp:read",
  limit: limits.mcp,
});

const id = z.union([z.string(), z.number()]);

/** A message of JSON-RPC 2.0; what its parameters are, the protocol says for each method. */
const message = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    method: z.string().meta({ examples: ["tools/list"] }),
    id: id.optional().meta({ description: "Left out of a notification, which is answered with 202" }),
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

const refused = (description: string) => ({ description, body: failure });

export const server = route({
  id: "server",
  method: "POST",
  summary: "The MCP server: streamable HTTP, protocol revisions 2026-07-28 and 2025-11-25",
  description:
    "Resources with templates and completion, prompts, and 37 tools over the same functions as the routes. Stateless: no session, so an " +
    "`Mcp-Session-Id` is passed over, and `GET` and `DELETE` are 405. `Accept` must name both `application/json` and `text/event-stream`. The API key comes in `X-API-Key` or as a bearer token. Tools that change something need the scope `mcp:write` " +
    "and an `idempotencyKey`. Pages of other sites are refused (`Origin`), unless they are configured " +
    "(`CORS_ORIGINS`); in a deployed stage without a domain of its own that goes for all pages.",
  stream: true,
  request: {
    body: message,
    raw: true,
    // Above any sensible request; API Gateway's kin take 6 MB.
    maxBodyBytes: 256 * 1024,
  },
  responses: {
    200: {
      description: "A JSON-RPC response, or a stream of JSON-RPC messages",
      body: z.union([result, failure]),
      streamed: true,
    },
    202: { description: "A notification was taken" },
  },
  refusals: {
    400: refused("The message is not JSON, is a batch, or breaks a rule of the protocol"),
    403: refused("A page of another site asks, or the host is not ours"),
    404: refused("There is no such method (revision 2026-07-28)"),
    406: refused("`Accept` does not name `application/json` and `text/event-stream`"),
    413: refused("The message is too large"),
    415: refused("The message does not come as `application/json`"),
    500: refused("Something went wrong on our side"),
  },
  grants: { table: "write" },
  memoryMb: 1024,
  timeoutSeconds: CONTENDED_SECONDS,
  // Its URL is open to everybody who guesses it: what floods it must not starve payments and webhooks.
  reservedConcurrency: 100,
});
