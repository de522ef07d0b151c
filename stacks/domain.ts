import type { Stack } from "aws-cdk-lib";
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { pathsOf, type RouteSpec } from "../contract/route.ts";
import { accept } from "./accept.ts";
import { Canary } from "./canary.ts";
import { type FnOptions, fn } from "./fn.ts";
import { type ApiName, apiOf, apis } from "./limits.ts";
import { routeUnit, type Unit } from "./units.ts";

/** A domain's stack: for each route a Lambda, and the routes of its API that lead to it. */
export function domain(stack: Stack, routes: readonly RouteSpec[], options: FnOptions): void {
  const canary = new Canary(stack, options.platform);
  for (const route of routes) {
    const keys = pathsOf(route).map((path) => HttpRouteKey.with(path, HttpMethod[route.method]));
    const unit = routeUnit(route);
    connect(stack, unit.id, canary.target(route, fn(stack, unit, options)), [apiOf(route)], keys, options);
  }
  acceptOpenRoutes(stack);
}

/** The stack of the one function that answers what no route does. */
export function fallback(stack: Stack, unit: Unit, options: FnOptions): void {
  connect(stack, unit.id, fn(stack, unit, options), apis, [HttpRouteKey.DEFAULT], options);
  acceptOpenRoutes(stack);
}

/** Leads keys of APIs to one function or its alias, by one integration of each. */
function connect(
  stack: Stack,
  id: string,
  handler: IFunction,
  by: readonly ApiName[],
  keys: readonly HttpRouteKey[],
  options: FnOptions,
): void {
  for (const [place, name] of by.entries()) {
    const integration = new HttpLambdaIntegration(`${id}.integration${further(place)}`, handler, {
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    });
    for (const [index, routeKey] of keys.entries())
      new HttpRoute(stack, `${id}.route${further(place + index)}`, {
        httpApi: options.platform.apis[name].httpApi,
        routeKey,
        integration,
      });
  }
}

/** What tells the second of something from the first, which keeps its name. */
const further = (index: number): string => (index === 0 ? "" : String(index + 1));

function acceptOpenRoutes(stack: Stack): void {
  accept(
    stack,
    "AwsSolutions-APIG4",
    "The handler chain authenticates each call, after its rate limit as specified; an authorizer of API Gateway would run before it and answer in its own envelope.",
  );
}
