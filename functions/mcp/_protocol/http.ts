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

/** Rejects a batch: it would count as one request. The protocol has no batches since 2025-06-18. */
const rejectBatch = ({ rawBody }: Client): Response | undefined =>
  /^\s*\[/.test(rawBody)
    ? Response.json(
        {
          jsonrpc: "2.0",
          error: { code: -32600, message: "Batches are not supported. Send one message per request." },
          id: null,
        },
        { status: 400 },
      )
    : undefined;

/** Answers a request. Rejects requests of other sites' pages, requests for another host name, and batches. */
export async function answer(
  client: Client,
  respond: (request: Request) => Promise<Response>,
): Promise<StreamReply> {
  const request = requestOf(client);
  return replyOf(rejectSite(request) ?? rejectBatch(client) ?? (await respond(request)));
}

/** Responds through the SDK, with a new server for each request. Supports both revisions of the protocol, without sessions. */
export const stateless =
  (makeServer: () => Server, options: Pick<CreateMcpHandlerOptions, "bus"> = {}) =>
  (request: Request): Promise<Response> =>
    createMcpHandler(makeServer, {
      ...options,
      maxRequestBodySize: server.request.maxBodyBytes,
      onerror: (error) => log.info("mcp: request rejected", { reason: error.message }),
    }).fetch(request);

/** Headers that are not passed on: credentials, which the chain has checked, and the length. */
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
 * Rejects requests of other sites' pages, and requests for a host name that is not ours: a page may resolve its own name
 * to this machine (DNS rebinding). Behind the distribution the host name is the function's, and the distribution's secret
 * was checked. In a stage without a domain, functions do not know the public address (`stacks/platform.ts`), so only the
 * origins of `CORS_ORIGINS` are allowed; it must contain the distribution's address.
 */
function rejectSite(request: Request): Response | undefined {
  const behindEdge = envFlag("EDGE_REQUIRED", false);
  const sites = [env("PUBLIC_URL", ""), ...env("CORS_ORIGINS", "").split(",")].map((one) => one.trim());
  const ours = sites.flatMap((site) => (URL.canParse(site) ? [new URL(site).hostname] : []));
  const names = behindEdge ? ours : [...ours, ...localhostAllowedHostnames()];
  const host = behindEdge ? undefined : hostHeaderValidationResponse(request, names);
  return host ?? originValidationResponse(request, names);
}

/** Headers of a single connection, which must not be passed on to the client. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

function replyOf(response: Response): StreamReply {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: (response.body as ReadableStream | null) ?? "",
  };
}
