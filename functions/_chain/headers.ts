import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { envFlag } from "../../core/kernel/env.ts";
import { presents } from "./credential.ts";
import { allowedOrigin } from "./origins.ts";
import { header, type State, type Step, type StepRequest, stateOf } from "./request.ts";

/**
 * Headers of every response: security, CORS, rate limit, request id. A handler's own header of the same name wins.
 *
 * A response with texts names its language (`Content-Language`) and has `Accept-Language` in `Vary`. It is not cached:
 * the distribution only caches data.
 */

const security: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-resource-policy": "same-site",
  "content-security-policy": "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const exposed =
  "x-request-id, www-authenticate, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed, " +
  "x-svc-version, deprecation, sunset, link";

/** Returns the CORS headers for an allowed origin, and for any other origin only `Vary`. */
function cors(event: APIGatewayProxyEventV2): Record<string, string> {
  const origin = header(event, "origin");
  if (!allowedOrigin(origin)) return { vary: "origin" };
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposed,
  };
}

/** Headers that a page of another site may send, including those of MCP clients in browsers. */
const accepted =
  "authorization, content-type, idempotency-key, x-csrf-token, x-correlation-id, x-api-key, last-event-id, " +
  "mcp-protocol-version, mcp-method, mcp-name, x-biometric-assertion, x-2fa-code, x-svc-timestamp, x-svc-signature";

/** Returns whether a request is a CORS preflight. */
export const isPreflight = (event: APIGatewayProxyEventV2): boolean =>
  event.requestContext.http.method === "OPTIONS" &&
  header(event, "access-control-request-method") !== undefined;

/** Answers a CORS preflight. @param methods the path's methods, separated by commas */
export const preflight = (event: APIGatewayProxyEventV2, methods: string) => ({
  statusCode: 204,
  headers: {
    ...cors(event),
    "access-control-allow-methods": methods,
    "access-control-allow-headers": accepted,
    "access-control-max-age": "600",
  },
});

const LIMIT = "x-ratelimit-limit";

/** Returns the headers that apply to one request only. */
const requestHeaders = ({ limit, requestId, replayed }: State): Record<string, string> => ({
  "x-request-id": requestId,
  ...(limit && {
    [LIMIT]: String(limit.limit),
    "x-ratelimit-remaining": String(limit.remaining),
    "x-ratelimit-reset": String(limit.resetSeconds),
  }),
  ...(limit?.retryAfterSeconds !== undefined && { "retry-after": String(limit.retryAfterSeconds) }),
  ...(replayed && { "idempotency-replayed": "true" }),
});

function addHeaders({ event, response }: StepRequest): void {
  if (!response) return;
  const own = response.headers;
  response.headers = {
    ...security,
    ...cors(event),
    ...requestHeaders(stateOf(event)),
    ...(own?.["content-language"] !== undefined && { vary: "origin, accept-language" }),
    // API Gateway labels a response without a type as JSON, which a redirected browser does not expect.
    ...(own?.["location"] !== undefined &&
      response.body === undefined && { "content-type": "text/html; charset=utf-8" }),
    ...own,
  };
}

/**
 * Allows caches to store a successful anonymous response, if the route's `cache` allows it. A cache returns it to other
 * callers, so the headers of this request are removed. If the response must state the rate limit, only our distribution
 * may share it, because it computes the limit's other headers itself. Elsewhere the response is private to the caller.
 */
function allowCaching(spec: RouteSpec, { event, response }: StepRequest): void {
  if (!spec.cache || response?.statusCode !== 200 || presents(spec, event)) return;
  if (response.cookies?.length) return;
  const { seconds, includesLimit = false } = spec.cache;
  const isPublic = !includesLimit || envFlag("EDGE_REQUIRED", false);
  const control = `${isPublic ? "public" : "private"}, max-age=${seconds}`;
  response.headers = { ...response.headers, "cache-control": control };
  if (!isPublic) return;
  for (const name of Object.keys(requestHeaders(stateOf(event))))
    if (!(includesLimit && name === LIMIT)) delete response.headers[name];
}

export const headers = (spec: RouteSpec): Step => ({
  after: (request) => {
    addHeaders(request);
    allowCaching(spec, request);
  },
  onError: addHeaders,
});
