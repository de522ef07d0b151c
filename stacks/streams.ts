import type { Stack } from "aws-cdk-lib";
import { FunctionUrlAuthType, InvokeMode } from "aws-cdk-lib/aws-lambda";
import type { RouteSpec } from "../contract/route.ts";
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
    return { path: route.path, host: hostOutput(stack, `${idOf(route)}Host`, url) };
  });
}

/** An output's name is of letters and digits: `notifications.stream` is `NotificationsStream`. */
const idOf = ({ id }: Pick<RouteSpec, "id">): string =>
  id
    .split(".")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
