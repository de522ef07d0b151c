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

export const server = route({
  id: "server",
  method: "ANY",
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
