import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { ApiKeyExpired, ApiKeyRequired } from "../../core/identity/api-keys/errors.ts";
import { SessionEnded, TokenExpired } from "../../core/identity/errors.ts";
import { Forbidden, type SvcError, Unauthenticated } from "../../core/kernel/errors.ts";
import { presents } from "./credential.ts";

/** RFC 6750, section 3: no quotes and backslashes in a description, and nothing that is not ASCII. */
const parameters = (given: Readonly<Record<string, string>>): string =>
  Object.entries(given)
    .map(([name, value]) => `${name}="${value.replace(/[^\x20-\x7e]|["\\]/g, "?")}"`)
    .join(", ");

/**
 * What `WWW-Authenticate` says of a refusal (RFC 6750, section 3): nothing more than who asks where no
 * credential came, otherwise what is wrong with it.
 */
export function challengeOf(
  spec: RouteSpec,
  event: APIGatewayProxyEventV2,
  error: SvcError,
): string | undefined {
  if (spec.auth === "none" || spec.auth === "signature") return undefined;
  const { scope } = error.details;
  if (error.is(Forbidden) && typeof scope === "string")
    return `Bearer ${parameters({ realm: "svc", error: "insufficient_scope", scope })}`;
  if (
    ![Unauthenticated, ApiKeyExpired, ApiKeyRequired, TokenExpired, SessionEnded].some((one) => error.is(one))
  )
    return undefined;
  if (!presents(spec, event)) return `Bearer ${parameters({ realm: "svc" })}`;
  const description = error.is(Unauthenticated) ? "The credential is not valid." : error.message;
  return `Bearer ${parameters({ realm: "svc", error: "invalid_token", error_description: description })}`;
}
