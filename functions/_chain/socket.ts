import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import type { APIGatewayProxyStructuredResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { env } from "../../core/kernel/env.ts";
import { Internal, SvcError } from "../../core/kernel/errors.ts";
import { log } from "../../core/platform/log.ts";
import { publicError, renderError } from "./envelope.ts";

/** What the handlers of WebSockets share: the log line, the metrics, and an error's response. */

/**
 * The event of a WebSocket API. Headers and query come with `$connect` alone, headers in the case that the
 * client wrote.
 */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly identity: { readonly sourceIp: string } };
};

export type SocketHandler = (event: SocketEvent) => Promise<APIGatewayProxyStructuredResultV2>;

/** A header by its lower-case name. */
export const socketHeader = (event: SocketEvent, name: string): string | undefined =>
  Object.entries(event.headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];

const metrics = new Metrics({ namespace: "svc", serviceName: "svc" });

function finish(id: string, event: SocketEvent, startedMs: number, status: number, error: unknown): void {
  const { requestId, connectionId } = event.requestContext;
  const durationMs = Math.round(performance.now() - startedMs);
  const line = { route: id, requestId, connectionId, status, durationMs };
  if (status >= 500) log.error("socket event failed", { ...line, error });
  else log.info("socket event", { ...line, ...(error instanceof SvcError && { errorCode: error.code }) });
  if (env("POWERTOOLS_METRICS_DISABLED", "false") === "true") return;
  metrics.addDimension("route", id);
  metrics.addMetric("latency", MetricUnit.Milliseconds, durationMs);
  metrics.addMetric(status >= 500 ? "fault" : status >= 400 ? "refusal" : "success", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
}

/**
 * Makes the Lambda handler of one of a WebSocket's events. What is ours to mend is thrown, so that the
 * function's alarm goes off: nobody sees the answer to a message or an end.
 */
export function socketHandler(id: string, run: (event: SocketEvent) => Promise<void>): SocketHandler {
  return async (event) => {
    const startedMs = performance.now();
    try {
      await run(event);
      finish(id, event, startedMs, 200, undefined);
      return { statusCode: 200 };
    } catch (error) {
      const { requestId } = event.requestContext;
      const shown = publicError(error, requestId);
      const response = renderError({ family: "defi" }, shown, requestId);
      finish(id, event, startedMs, response.statusCode ?? 500, shown.cause ?? shown);
      if (shown.is(Internal)) throw error;
      return response;
    }
  };
}
