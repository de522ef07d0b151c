import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Family } from "../../contract/route.ts";
import { fail, MethodNotAllowed } from "../../core/kernel/errors.ts";
import { renderError } from "./envelope.ts";
import { stateOf } from "./state.ts";

/** The answer to a method that an address does not take. @param methods those that it does */
export function wrongMethod(
  event: APIGatewayProxyEventV2,
  family: Family,
  methods: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  const { method } = event.requestContext.http;
  const message = `${method} is not possible at ${event.rawPath}. Use ${methods.join(" or ")}.`;
  const response = renderError(family, fail(MethodNotAllowed, { message }), stateOf(event).requestId);
  return { ...response, headers: { ...response.headers, allow: methods.join(", ") } };
}
