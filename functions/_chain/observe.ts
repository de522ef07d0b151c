import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { EdgeRequired } from "../../contract/edge.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import * as Correlation from "../../core/platform/correlation.ts";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import { clientIp } from "./edge.ts";
import { begin, header, type Step, type StepRequest, stateOf } from "./request.ts";

/** The outermost step: records the client's IP address and the correlation id, then writes one log line with the metrics. */

/** W3C Trace Context, section 3.2: version, trace id, parent id, flags. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Returns the request id for an id of API Gateway, which is in its access log. */
export const requestIdFrom = (gatewayRequestId: string): string =>
  `req_${gatewayRequestId.replace(/[^\w-]/g, "")}`;

/** Returns the client's correlation or request id if it is safe, else its trace id, else API Gateway's request id. */
export function correlationId({ headers, requestContext }: APIGatewayProxyEventV2): string {
  const [, traceId] = TRACEPARENT.exec(headers?.["traceparent"] ?? "") ?? [];
  return (
    Correlation.safe(headers?.["x-correlation-id"]) ??
    Correlation.safe(headers?.["x-request-id"]) ??
    traceId ??
    requestIdFrom(requestContext.requestId)
  );
}

/** Returns the log fields of a request's outcome, which are also its metrics. */
export const outcomeFields = (status: number, durationMs: number, about: Metrics.About) =>
  Metrics.fields({ durationMs, [status >= 500 ? "fault" : status >= 400 ? "refusal" : "success"]: 1 }, about);

function finish(spec: RouteSpec, { event, response, error }: StepRequest): void {
  // Logging a flood that bypasses the distribution would cost more than rejecting it. API Gateway's access log has it.
  if (error instanceof SvcError && error.is(EdgeRequired)) return;
  const state = stateOf(event);
  const status = response?.statusCode ?? 500;
  const durationMs = Math.round(performance.now() - state.startedMs);
  const line = {
    // The request's id in API Gateway's access log.
    gatewayRequestId: event.requestContext.requestId,
    method: event.requestContext.http.method,
    path: event.rawPath,
    status,
    ...outcomeFields(status, durationMs, { family: spec.family, route: spec.id }),
    ip: state.ip,
    ...(state.actor && { actor: state.actor.userId, sessionId: state.actor.sessionId }),
    ...(state.replayed && { idempotencyReplayed: true }),
    ...(error && "code" in error && { errorCode: error.code }),
  };
  if (status >= 500 && error) log.error("request: failed, answered with a server error", { ...line, error });
  else log.info("request: answered", line);
}

export const observe = (spec: RouteSpec): Step => ({
  before: async ({ event }) =>
    begin(event, {
      requestId: correlationId(event),
      ip: await clientIp(event.requestContext.http.sourceIp, (name) => header(event, name)),
      startedMs: performance.now(),
    }),
  after: (request) => finish(spec, request),
  onError: (request) => finish(spec, request),
});
