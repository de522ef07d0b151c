import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { env } from "../../core/kernel/env.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { log } from "../../core/platform/log.ts";
import { clientIp } from "./client-ip.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { begin, stateOf } from "./state.ts";

/** The outermost step: who calls and under which correlation id; afterwards one log line and the metrics. */

const metrics = new Metrics({ namespace: "svc", serviceName: "svc" });

const CORRELATION_ID = /^[\w.:-]{8,128}$/;

/** The caller's own id for this request where it is a sane one, otherwise a new one. */
const correlationId = (event: APIGatewayProxyEventV2): string => {
  const given = header(event, "x-correlation-id") ?? header(event, "x-request-id");
  return given !== undefined && CORRELATION_ID.test(given) ? given : Ids.create("request");
};

function finish(spec: RouteSpec, { event, response, error }: StepRequest): void {
  const state = stateOf(event);
  const status = response?.statusCode ?? 500;
  const durationMs = Math.round(performance.now() - state.startedMs);
  const line = {
    route: spec.id,
    requestId: state.requestId,
    method: event.requestContext.http.method,
    path: event.rawPath,
    status,
    durationMs,
    ip: state.ip,
    ...(state.actor && { actor: state.actor.userId, sessionId: state.actor.sessionId }),
    ...(state.replayed && { idempotencyReplayed: true }),
    ...(error && "code" in error && { errorCode: error.code }),
  };
  if (status >= 500 && error) log.error("request failed", { ...line, error });
  else log.info("request", line);

  if (env("POWERTOOLS_METRICS_DISABLED", "false") === "true") return;
  metrics.addDimension("route", spec.id);
  metrics.addMetric("latency", MetricUnit.Milliseconds, durationMs);
  metrics.addMetric(status >= 500 ? "fault" : status >= 400 ? "refusal" : "success", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}

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
