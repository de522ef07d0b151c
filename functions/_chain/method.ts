import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { MethodNotAllowed } from "../../contract/http-errors.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { renderError } from "./envelope.ts";
import { readerOf } from "./reader.ts";
import { stateOf } from "./state.ts";

/** The answer to a method that an address does not take. @param methods those that it does */
export function wrongMethod(
  event: APIGatewayProxyEventV2,
  spec: Pick<RouteSpec, "auth" | "family">,
  methods: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  const { method } = event.requestContext.http;
  const message = text(
    `${method} is not possible at ${event.rawPath}. Use ${methods.join(" or ")}.`,
    `${method} n'est pas possible à l'adresse ${event.rawPath}. Utilisez ${methods.join(" ou ")}.`,
  );
  const { language } = readerOf(event, spec);
  const error = fail(MethodNotAllowed, { message });
  const response = renderError(spec, error, stateOf(event).requestId, { language });
  return { ...response, headers: { ...response.headers, allow: methods.join(", ") } };
}
