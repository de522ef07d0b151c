import { PastTheEdge } from "../../contract/edge.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import { log } from "../../core/platform/log.ts";
import * as Metrics from "../../core/platform/metrics/index.ts";
import { clientIp } from "./client-ip.ts";
import { correlationId } from "./correlated.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { begin, stateOf } from "./state.ts";

/** The outermost step: who calls, and under which id; afterwards one log line, which tells the metrics too. */

function finish(spec: RouteSpec, { event, response, error }: StepRequest): void {
  // A flood past the distribution would write our logs, which cost more than to refuse it; the access log has it.
  if (error instanceof SvcError && error.is(PastTheEdge)) return;
  const state = stateOf(event);
  const status = response?.statusCode ?? 500;
  const durationMs = Math.round(performance.now() - state.startedMs);
  const line = {
    // The access log has a line with the same.
    gatewayRequestId: event.requestContext.requestId,
    method: event.requestContext.http.method,
    path: event.rawPath,
    status,
    ...told(status, durationMs, { family: spec.family, route: spec.id }),
    ip: state.ip,
    ...(state.actor && { actor: state.actor.userId, sessionId: state.actor.sessionId }),
    ...(state.replayed && { idempotencyReplayed: true }),
    ...(error && "code" in error && { errorCode: error.code }),
  };
  if (status >= 500 && error) log.error("request failed", { ...line, error });
  else log.info("request", line);
}

/** What a request tells of itself, by its status. */
export const told = (status: number, durationMs: number, about: Metrics.About) =>
  Metrics.fields({ durationMs, [status >= 500 ? "fault" : status >= 400 ? "refusal" : "success"]: 1 }, about);

export const observe = (spec: RouteSpec): Step => ({
  before: async ({ event }) => {
    begin(event, {
      requestId: correlationId(event),
      ip: await clientIp(event.requestContext.http.sourceIp, (name) => header(event, name)),
      startedMs: performance.now(),
    });
  },
  after: (request) => finish(spec, request),
  onError: (request) => finish(spec, request),
});
