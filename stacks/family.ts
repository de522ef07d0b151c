import type { Stack } from "aws-cdk-lib";
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { pathsOf, type RouteSpec } from "../contract/route.ts";
import { accept } from "./accept.ts";
import { type FnOptions, fn } from "./fn.ts";
import { routeUnit, type Unit } from "./units.ts";

/** A family's stack: for each route a Lambda, and the API's route that leads to it. */
export function family(stack: Stack, routes: readonly RouteSpec[], options: FnOptions): void {
  for (const route of routes) {
    const keys = pathsOf(route).map((path) => HttpRouteKey.with(path, HttpMethod[route.method]));
    connect(stack, routeUnit(route), keys, options);
  }
  acceptOpenRoutes(stack);
}

/** The stack of the one function that answers what no route does. */
export function fallback(stack: Stack, unit: Unit, options: FnOptions): void {
  connect(stack, unit, [HttpRouteKey.DEFAULT], options);
  acceptOpenRoutes(stack);
}

/** Leads keys of the API to one function, by one integration. */
function connect(stack: Stack, unit: Unit, keys: readonly HttpRouteKey[], options: FnOptions): void {
  const integration = new HttpLambdaIntegration(`${unit.id}.integration`, fn(stack, unit, options), {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
  });
  for (const [index, routeKey] of keys.entries())
    new HttpRoute(stack, `${unit.id}.route${index === 0 ? "" : index + 1}`, {
      httpApi: options.platform.api.httpApi,
      routeKey,
      integration,
    });
}

function acceptOpenRoutes(stack: Stack): void {
  accept(
    stack,
    "AwsSolutions-APIG4",
    "The handler chain authenticates each call, after its rate limit as specified; an authorizer of API Gateway would run before it and answer in its own envelope.",
  );
}
