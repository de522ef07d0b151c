import type middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";

/** One step of the chain. */
export type Step = middy.MiddlewareObj<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context
>;
export type StepRequest = middy.Request<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context
>;

/** A request header by its lower-case name, as API Gateway passes them. */
export const header = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.headers?.[name];

/** The request's cookies by name. The first of a name wins, as in browsers' own order of specificity. */
export function cookiesOf(event: APIGatewayProxyEventV2): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const cookie of event.cookies ?? []) {
    const at = cookie.indexOf("=");
    if (at > 0) cookies[cookie.slice(0, at).trim()] ??= cookie.slice(at + 1).trim();
  }
  return cookies;
}

/** The path and query that were asked for. */
export const addressOf = ({ rawPath, rawQueryString }: APIGatewayProxyEventV2): string =>
  rawQueryString === "" ? rawPath : `${rawPath}?${rawQueryString}`;
