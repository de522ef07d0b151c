import type { ReadableStream } from "node:stream/web";
import {
  type CreateMcpHandlerOptions,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
  type Server,
} from "@modelcontextprotocol/server";
import { ORIGIN_SECRET_HEADER } from "../../../contract/edge.ts";
import { server } from "../../../contract/mcp.ts";
import { env, envFlag } from "../../../core/kernel/env.ts";
import { log } from "../../../core/platform/log.ts";
import type { Client } from "../../_chain/call.ts";
import type { StreamReply } from "../../_chain/stream.ts";

/** A batch would be many requests for the limit's one; the protocol has none since 2025-06-18. */
const refusedBatch = ({ rawBody }: Client): Response | undefined =>
  /^\s*\[/.test(rawBody)
    ? Response.json(
        {
          jsonrpc: "2.0",
          error: { code: -32600, message: "Send one message at a time: batches are not taken." },
          id: null,
        },
        { status: 400 },
      )
    : undefined;

/** Answers one request, unless it comes from a site that may not ask. */
export async function answer(
  client: Client,
  respond: (request: Request) => Promise<Response>,
): Promise<StreamReply> {
  const request = requestOf(client);
  return replyOf(refusedSite(request) ?? refusedBatch(client) ?? (await respond(request)));
}

/**
 * Responds by the SDK, with a server that is made for each request: both revisions of the protocol, without
 * sessions.
 */
export const stateless =
  (makeServer: () => Server, options: Pick<CreateMcpHandlerOptions, "bus"> = {}) =>
  (request: Request): Promise<Response> =>
    createMcpHandler(makeServer, {
      ...options,
      maxRequestBodySize: server.request.maxBodyBytes,
      onerror: (error) => log.info("mcp: request rejected", { reason: error.message }),
    }).fetch(request);

/** Credentials end with the chain, those of the distribution too. */
const DROPPED = new Set(["authorization", "x-api-key", "cookie", ORIGIN_SECRET_HEADER, "content-length"]);

function requestOf({ method, path, headers, rawBody }: Client): Request {
  const passed = Object.entries(headers).filter(([name]) => !DROPPED.has(name));
  return new Request(`http://localhost${path}`, {
    method,
    headers: passed,
    ...(method !== "GET" && method !== "HEAD" && rawBody !== "" && { body: rawBody }),
  });
}

/**
 * Refuses what a page of another site sends, and what comes under a name that is not ours: a page may have
 * its own name lead to this machine (DNS rebinding). Behind the distribution the name is the function's own,
 * and the distribution has proven itself. A stage without a domain does not tell us its address
 * (`stacks/platform.ts`): there only what `CORS_ORIGINS` names is let in, so the distribution's own address
 * must stand there for pages that it serves.
 */
function refusedSite(request: Request): Response | undefined {
  const behindEdge = envFlag("EDGE_REQUIRED", false);
  const sites = [env("PUBLIC_URL", ""), ...env("CORS_ORIGINS", "").split(",")].map((one) => one.trim());
  const ours = sites.flatMap((site) => (URL.canParse(site) ? [new URL(site).hostname] : []));
  const names = behindEdge ? ours : [...ours, ...localhostAllowedHostnames()];
  const host = behindEdge ? undefined : hostHeaderValidationResponse(request, names);
  return host ?? originValidationResponse(request, names);
}

/** Of the connection to us, not to the client. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

function replyOf(response: Response): StreamReply {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: (response.body as ReadableStream | null) ?? "",
  };
}
