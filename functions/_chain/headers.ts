import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { envFlag } from "../../core/kernel/env.ts";
import { presents } from "./credential.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { allowedOrigin } from "./origin.ts";
import { type State, stateOf } from "./state.ts";
import { versionHeaders } from "./version.ts";

/**
 * Headers of every response: security, CORS, rate limit, request id. A handler's own header of the same name
 * stays.
 */

const security: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "cross-origin-resource-policy": "same-site",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const exposed =
  "x-request-id, www-authenticate, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, retry-after, idempotency-replayed, " +
  "x-svc-version, deprecation, sunset, link";

/** What a browser of an allowed origin is told; nothing for any other. */
export function cors(origin: string | undefined): Record<string, string> {
  if (!allowedOrigin(origin)) return { vary: "origin" };
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposed,
  };
}

/**
 * Headers that a page must ask for before it sends them; MCP's among them, as its clients in browsers send
 * them.
 */
const accepted =
  "authorization, content-type, idempotency-key, x-csrf-token, x-correlation-id, x-api-key, last-event-id, " +
  "mcp-protocol-version, mcp-method, mcp-name, x-biometric-assertion, x-2fa-code, x-svc-timestamp, x-svc-signature";

/** Whether a browser asks what a page of another site may send. */
export const isPreflight = (event: APIGatewayProxyEventV2): boolean =>
  event.requestContext.http.method === "OPTIONS" &&
  header(event, "access-control-request-method") !== undefined;

/** The answer to a preflight. @param methods those that the path takes, separated by commas */
export const preflight = (event: APIGatewayProxyEventV2, methods: string) => ({
  statusCode: 204,
  headers: {
    ...cors(header(event, "origin")),
    "access-control-allow-methods": methods,
    "access-control-allow-headers": accepted,
    "access-control-max-age": "600",
  },
});

/** Adds the headers that every response carries, whatever became of the request. */
export function finishHeaders({ event, response }: StepRequest, more: Record<string, string> = {}): void {
  if (!response) return;
  response.headers = {
    ...security,
    ...cors(header(event, "origin")),
    ...ofRequest(stateOf(event)),
    ...more,
    ...(response.headers?.["content-language"] !== undefined && inALanguage),
    ...(response.headers?.["location"] !== undefined && response.body === undefined && forBrowsers),
    ...response.headers,
  };
}

/** What has texts would have others for who reads another language. */
const inALanguage = { vary: "origin, accept-language" };

/** A redirect without a body: API Gateway calls whatever has no type JSON, which no browser asked for. */
const forBrowsers = { "content-type": "text/html; charset=utf-8" };

/** How much the limit is: of what is true of a request, this alone is so of everybody's. The distribution makes the rest of it. */
const LIMIT = "x-ratelimit-limit";

/** What is true of one request alone. */
const ofRequest = ({ limit, requestId, replayed }: State): Record<string, string> => ({
  "x-request-id": requestId,
  ...(limit && {
    "x-ratelimit-limit": String(limit.limit),
    "x-ratelimit-remaining": String(limit.remaining),
    "x-ratelimit-reset": String(limit.resetSeconds),
  }),
  ...(limit?.retryAfterSeconds !== undefined && { "retry-after": String(limit.retryAfterSeconds) }),
  ...(replayed && { "idempotency-replayed": "true" }),
});

/**
 * Lets a good answer to nobody in particular be kept for everybody, where the route says so: whoever keeps it gives this very
 * answer to others, so what is true of this request alone is not told. One that must tell what is left of its caller's limit
 * is kept for everybody by our distribution alone, which makes that anew; elsewhere its caller keeps it, and nobody else.
 */
function allowKeeping(spec: RouteSpec, { event, response }: StepRequest): void {
  if (!spec.cache || response?.statusCode !== 200 || presents(spec, event)) return;
  if (response.cookies?.length) return;
  const { seconds, tellsLimit = false } = spec.cache;
  const isPublic = !tellsLimit || envFlag("EDGE_REQUIRED", false);
  const control = `${isPublic ? "public" : "private"}, max-age=${seconds}`;
  response.headers = { ...response.headers, "cache-control": control };
  if (!isPublic) return;
  for (const name of Object.keys(ofRequest(stateOf(event))))
    if (!(tellsLimit && name === LIMIT)) delete response.headers[name];
}

export const headers = (spec: RouteSpec): Step => ({
  after: (request) => {
    finishHeaders(request, versionHeaders(spec, request.event));
    allowKeeping(spec, request);
  },
  onError: (request) => finishHeaders(request, versionHeaders(spec, request.event)),
});
