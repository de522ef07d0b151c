import type { Stack } from "aws-cdk-lib";
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import {
  FunctionUrlAuthType,
  type IFunction,
  InvokeMode,
  type Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";
import { pathsOf, type RouteSpec } from "../contract/route.ts";
import { accept, inStandards } from "./accept.ts";
import { type AlarmTarget, alarm, errorAlarm, PERIOD } from "./alarms.ts";
import { hostOutput } from "./api.ts";
import { Canary } from "./canary.ts";
import { type FnOptions, fn } from "./fn.ts";
import { type ApiName, apiOf, apis } from "./limits.ts";
import { routeUnit, type Unit } from "./units.ts";

/** The distribution's origin of a streamed route. */
export interface StreamOrigin {
  readonly path: string;
  readonly host: string;
}

/**
 * Builds the stack of the streaming functions. They have Function URLs, because API Gateway buffers responses. The
 * distribution depends on this stack.
 */
export function streams(stack: Stack, routes: readonly RouteSpec[], options: FnOptions): StreamOrigin[] {
  return routes.map((route) => {
    const made = fn(stack, routeUnit(route), options);
    const { url } = made.addFunctionUrl({
      // If CloudFront signed its requests, clients would have to send a hash of every body. Instead the function
      // rejects requests without the secret that CloudFront adds (EDGE_REQUIRED).
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
    accept(
      made,
      inStandards("LambdaFunctionPublicAccessProhibited"),
      "CloudFront reaches a stream at a Function URL; before it reads anything, the function answers 403 to a request without the secret that only the distribution knows.",
    );
    watchStream(stack, route.id, made, options.platform);
    return { path: route.path, host: hostOutput(stack, `${idOf(route)}Host`, url) };
  });
}

/** Creates the alarms of a streaming function, whose 5xx no API counts. A crash counts as a 5xx, too. */
function watchStream(stack: Stack, id: string, made: LambdaFunction, platform: AlarmTarget): void {
  const log = `its log is /svc/${platform.config.stage}/${id}.`;
  alarm(stack, `${id}.faults`, platform, {
    section: "a-stream-or-mcp-answers-5xx",
    description: `${id} answered 5xx: ${log}`,
    // Source: AWS Lambda Developer Guide, Monitoring Lambda function URLs.
    metric: made.metric("Url5xxCount", { period: PERIOD, statistic: "sum" }),
    threshold: 5,
  });
  errorAlarm(stack, id, made, platform);
  alarm(stack, `${id}.throttles`, platform, {
    section: "functions-are-throttled",
    description: `${id} rejected callers: all its concurrent executions are in use. ${log}`,
    metric: made.metricThrottles({ period: PERIOD, statistic: "sum" }),
    threshold: 1,
  });
}

/** Formats a route id as an output's name: `notifications.stream` becomes `NotificationsStream`. */
const idOf = ({ id }: Pick<RouteSpec, "id">): string =>
  id
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** Builds a domain's stack: a Lambda for each route, and its routes of the API. */
export function domain(stack: Stack, routes: readonly RouteSpec[], options: FnOptions): void {
  const canary = new Canary(stack, options.platform);
  for (const route of routes) {
    const keys = pathsOf(route).map((path) => HttpRouteKey.with(path, HttpMethod[route.method]));
    const unit = routeUnit(route);
    connect(stack, unit.id, canary.target(route, fn(stack, unit, options)), [apiOf(route)], keys, options);
  }
  acceptOpenRoutes(stack);
}

/** Builds the stack of the function that answers unknown paths. */
export function fallback(stack: Stack, unit: Unit, options: FnOptions): void {
  connect(stack, unit.id, fn(stack, unit, options), apis, [HttpRouteKey.DEFAULT], options);
  acceptOpenRoutes(stack);
}

/** Connects route keys of APIs to a function or its alias, with one integration for each API. */
function connect(
  stack: Stack,
  id: string,
  handler: IFunction,
  by: readonly ApiName[],
  keys: readonly HttpRouteKey[],
  options: FnOptions,
): void {
  for (const [apiIndex, name] of by.entries()) {
    const integration = new HttpLambdaIntegration(`${id}.integration${further(apiIndex)}`, handler, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    });
    for (const [index, routeKey] of keys.entries())
      new HttpRoute(stack, `${id}.route${further(apiIndex + index)}`, {
        httpApi: options.platform.apis[name].httpApi,
        routeKey,
        integration,
      });
  }
}

/** Returns the suffix of the second and further construct ids. The first has none. */
const further = (index: number): string => (index === 0 ? "" : String(index + 1));

function acceptOpenRoutes(stack: Stack): void {
  accept(
    stack,
    "AwsSolutions-APIG4",
    "The handler chain authenticates each call, after its rate limit as specified; an API Gateway authorizer would run first and answer with another error format.",
  );
}
