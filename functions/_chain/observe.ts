import { timingSafeEqual } from "node:crypto";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../../contract/edge.ts";
import type { RouteSpec } from "../../contract/route.ts";
import * as Ids from "../../core/ids/index.ts";
import { env } from "../../core/platform/env.ts";
import { log } from "../../core/platform/log.ts";
import { secret } from "../../core/platform/secrets.ts";
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

/**
 * The client's address: API Gateway's, or the viewer that CloudFront names, which is believed only together with the
 * secret that our distribution adds to each request. What a client writes into X-Forwarded-For is never read.
 */
async function clientIp(event: APIGatewayProxyEventV2): Promise<string> {
  const direct = event.requestContext.http.sourceIp;
  const viewer = header(event, VIEWER_ADDRESS_HEADER);
  const shown = header(event, ORIGIN_SECRET_HEADER);
  if (viewer === undefined || shown === undefined) return direct;
  const { current, previous } = await secret("ORIGIN_SECRET");
  const equals = (known: string | undefined) =>
    known !== undefined &&
    known.length === shown.length &&
    timingSafeEqual(Buffer.from(known), Buffer.from(shown));
  return equals(current) || equals(previous) ? viewer : direct;
}

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
      ip: await clientIp(event),
      startedMs: performance.now(),
    });
  },
  after: (request) => finish(spec, request),
  onError: (request) => finish(spec, request),
});
