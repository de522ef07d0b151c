import { Duration, type Stack } from "aws-cdk-lib";
import { FunctionUrlAuthType, InvokeMode, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { RouteSpec } from "../contract/route.ts";
import { accept, inStandards } from "./accept.ts";
import { type AlarmTarget, alarm } from "./alarms.ts";
import { type FnOptions, fn } from "./fn.ts";
import { hostOutput } from "./host.ts";
import { routeUnit } from "./units.ts";

/** Where the distribution finds a streamed route. */
export interface StreamOrigin {
  readonly path: string;
  readonly host: string;
}

/**
 * The stack of the functions that stream: API Gateway's HTTP API collects an answer before it sends it, so
 * they stand behind Function URLs. The distribution leads to those, so this stack comes before it.
 */
export function streams(stack: Stack, routes: readonly RouteSpec[], options: FnOptions): StreamOrigin[] {
  return routes.map((route) => {
    const made = fn(stack, routeUnit(route), options);
    const { url } = made.addFunctionUrl({
      // CloudFront could sign its requests, but then clients would have to send a hash of every body. Instead
      // the function serves nobody who does not know the secret that CloudFront adds (EDGE_REQUIRED).
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
    accept(
      made,
      inStandards("LambdaFunctionPublicAccessProhibited"),
      "CloudFront reaches a stream at a Function URL; the function answers 403 to whoever does not show the secret that the distribution alone knows, before it reads anything.",
    );
    watch(stack, route.id, made, options.platform);
    return { path: route.path, host: hostOutput(stack, `${idOf(route)}Host`, url) };
  });
}

/** Nobody sees their 5xx but their callers: they are behind no API. A crash shows as one too. */
function watch(stack: Stack, id: string, made: LambdaFunction, platform: AlarmTarget): void {
  const log = `its log is /svc/${platform.config.stage}/${id}.`;
  const period = Duration.minutes(5);
  alarm(stack, `${id}.faults`, platform, {
    section: "a-stream-or-mcp-answers-5xx",
    description: `${id} answered 5xx: ${log}`,
    // Source: AWS Lambda Developer Guide, Monitoring Lambda function URLs.
    metric: made.metric("Url5xxCount", { period, statistic: "sum" }),
    threshold: 5,
  });
  alarm(stack, `${id}.errors`, platform, {
    section: "a-function-failed",
    description: `${id} crashed or ran out of its time: ${log}`,
    metric: made.metricErrors({ period, statistic: "sum" }),
    threshold: 1,
  });
  alarm(stack, `${id}.throttles`, platform, {
    section: "functions-are-throttled",
    description: `${id} turned callers away: all executions that it may have are taken. ${log}`,
    metric: made.metricThrottles({ period, statistic: "sum" }),
    threshold: 1,
  });
}

/** An output's name is of letters and digits: `notifications.stream` is `NotificationsStream`. */
const idOf = ({ id }: Pick<RouteSpec, "id">): string =>
  id
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
