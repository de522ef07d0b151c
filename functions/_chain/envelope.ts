import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { EdgeRequired } from "../../contract/edge.ts";
import { errorsOf, MethodNotAllowed, statusIn } from "../../contract/errors.ts";
import type { Family, RouteSpec } from "../../contract/route.ts";
import { ApiKeyExpired } from "../../core/identity/api-keys/errors.ts";
import { SessionEnded, StepUpRequired, TokenExpired } from "../../core/identity/errors.ts";
import { env, envFlag } from "../../core/kernel/env.ts";
import {
  type ErrorDefinition,
  type FieldProblem,
  fail,
  Internal,
  RateLimited,
  type RenderedError,
  SvcError,
  Unauthenticated,
  Unavailable,
} from "../../core/kernel/errors.ts";
import { inLanguage, type Language, type Reader, type Text, text } from "../../core/kernel/texts/index.ts";
import { InvalidKey, KeyReused } from "../../core/platform/idempotency/errors.ts";
import { log } from "../../core/platform/log.ts";
import { challengeOf } from "./credential.ts";
import { header, readerOf, type State, type Step, stateOf } from "./request.ts";

/** Renders errors as each family's clients expect them (DESIGN section 4, Errors). Causes are logged, never returned. */

/** Redirects a browser without a session to the sign-in page. */
export class SignInRequired extends Error {
  override readonly name = "SignInRequired";
  readonly location: string;
  /** @param wanted the path and query to return to */
  constructor(signInAt: string, wanted: string) {
    super("sign-in required");
    this.location = `${signInAt}?callbackUrl=${encodeURIComponent(wanted)}`;
  }
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the specification's short body for a rejected credential or a caller over the limit. If the credential was
 * valid before, a code states what to do.
 */
const short = (error: SvcError, { message }: RenderedError): Body | undefined => {
  if (error.is(Unauthenticated)) return { error: "Unauthorized" };
  if ([TokenExpired, SessionEnded, ApiKeyExpired].some((one) => error.is(one)))
    return { error: "Unauthorized", code: error.code, message };
  if (error.is(RateLimited)) return { error: "Too many requests" };
  return undefined;
};

const coded = (error: SvcError, rendered: RenderedError): Body =>
  short(error, rendered) ?? { error: rendered.message, code: error.code, ...rendered.details };

/** Makes the body of an error in the caller's language. */
type Envelope = (error: SvcError, rendered: RenderedError, requestId: string, language: Language) => Body;

const attempts = (seconds: unknown): Text =>
  text(
    `Too many attempts. Try again in ${seconds} seconds.`,
    `Trop de tentatives. Réessayez dans ${seconds} secondes.`,
  );

/** Returns the methods of a missing proof, and the end of a wait, in the format of the payments routes, which has only fields. */
const methodsOf = ({ details }: RenderedError): readonly Body[] => [
  { field: "proof", message: [details["methods"]].flat().join(", ") },
  ...("allowedFrom" in details ? [{ field: "allowedFrom", message: details["allowedFrom"] }] : []),
];

const envelopes: Readonly<Record<Family, Envelope>> = {
  auth: (error, rendered, _, language) => {
    const limited = error.is(RateLimited);
    const unauthorized = limited ? undefined : short(error, rendered);
    if (unauthorized) return unauthorized;
    const { retryAfter = null, ...details } = rendered.details;
    return {
      error: limited ? "Too many requests" : rendered.message,
      code: limited ? "AUTH_RATE_LIMIT" : error.code,
      message: limited ? attempts(retryAfter).in(language) : rendered.message,
      retryAfter,
      ...details,
    };
  },
  admin: coded,
  defi: coded,
  web: coded,
  mobile: (error, rendered) => {
    const { fields, ...details } = rendered.details;
    const more = fields ?? (Object.keys(details).length > 0 ? details : undefined);
    return { error: error.code, message: rendered.message, ...(more !== undefined && { details: more }) };
  },
  payments: (error, rendered, _, language) => ({
    success: false,
    error: {
      code: statusIn("payments", error),
      message: rendered.message,
      details: error.is(StepUpRequired) ? methodsOf(rendered) : inLanguage(problemsOf(error), language),
    },
  }),
  // The specification states the message for a provider's rejected signature. Our own faults include the request's id.
  inbound: ({ message, details: { requestId } }) => ({
    error: message,
    ...(requestId !== undefined && { requestId }),
  }),
  mcp: (error, rendered) => short(error, rendered) ?? { error: rendered.message, ...rendered.details },
  public: (error, { message, details }, requestId) => ({
    error: {
      code: error.code,
      message,
      details: { ...details, docs: `${env("PUBLIC_URL", "")}/docs/errors#${error.code}` },
      request_id: requestId,
    },
  }),
};

const KEY = "Idempotency-Key";

/** The problems of a header, in the form of field problems. */
const headerProblems: readonly (readonly [ErrorDefinition, FieldProblem])[] = [
  [
    InvalidKey,
    {
      field: KEY,
      message: text(
        "must be 1 to 255 printable ASCII characters without spaces",
        "doit compter de 1 à 255 caractères ASCII imprimables, sans espace",
      ),
    },
  ],
  [
    KeyReused,
    { field: KEY, message: text("was used for another request", "a servi pour une autre requête") },
  ],
];

function problemsOf(error: SvcError): readonly unknown[] {
  const { fields, requestId } = error.given;
  if (Array.isArray(fields)) return fields;
  if (requestId !== undefined) return [{ field: "requestId", message: requestId }];
  return headerProblems.filter(([definition]) => error.is(definition)).map(([, problem]) => problem);
}

/** Names of AWS errors for which a retry may succeed: throttling and network failures. */
const TRANSIENT =
  /OutcomeUnknown|Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|ServiceUnavailable|InternalServerError|TimeoutError|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|socket hang up/;

/** Returns the error that the caller sees for a thrown value. */
export function publicError(error: unknown, requestId: string): SvcError {
  if (error instanceof SvcError)
    return error.kind === "internal" || error.kind === "unavailable"
      ? error.copyWith({ details: { requestId, ...error.given } })
      : error;
  const text =
    error instanceof Error ? `${error.name} ${"code" in error ? error.code : ""} ${error.message}` : "";
  return new SvcError(TRANSIENT.test(text) ? Unavailable : Internal, {
    details: { requestId },
    cause: error,
  });
}

/** Renders an error in a family's envelope. */
export function renderError(
  { family }: Pick<RouteSpec, "family">,
  error: SvcError,
  requestId: string,
  {
    language = "en",
    renamed = (named) => named,
  }: Partial<Pick<Reader, "language"> & Pick<State, "renamed">> = {},
): APIGatewayProxyStructuredResultV2 {
  const rendered = renamed(error).in(language);
  const retryAfter = error.details["retryAfter"] ?? (error.kind === "unavailable" ? 1 : undefined);
  return {
    statusCode: statusIn(family, error),
    headers: {
      "content-type": "application/json",
      "content-language": family === "inbound" ? "en" : language,
      ...(typeof retryAfter === "number" && { "retry-after": String(retryAfter) }),
    },
    body: JSON.stringify(envelopes[family](error, rendered, requestId, language)),
  };
}

/** Renders the error for a method that a path does not support. @param methods that the path supports */
export function wrongMethod(
  event: APIGatewayProxyEventV2,
  spec: Pick<RouteSpec, "auth" | "family">,
  methods: readonly string[],
): APIGatewayProxyStructuredResultV2 {
  const { method } = event.requestContext.http;
  const message = text(
    `${method} is not supported at ${event.rawPath}. Use ${methods.join(" or ")}.`,
    `${method} n'est pas pris en charge à l'adresse ${event.rawPath}. Utilisez ${methods.join(" ou ")}.`,
  );
  const { language } = readerOf(event, spec);
  const error = fail(MethodNotAllowed, { message });
  const response = renderError(spec, error, stateOf(event).requestId, { language });
  return { ...response, headers: { ...response.headers, allow: methods.join(", ") } };
}

/** Returns whether responses are checked against the contract: in tests and the local runtime (`CONTRACT_CHECK`). */
export const strict = (): boolean => envFlag("CONTRACT_CHECK", false);

/** Adds advice on the next step to an error with an unknown outcome. */
function withAdvice(error: SvcError, spec: RouteSpec, event: APIGatewayProxyEventV2): SvcError {
  if (!error.is(Unavailable) || error.message !== Unavailable.message) return error;
  const advice = adviceFor(spec, event);
  return error.copyWith({
    message: text(`${error.text.en} ${advice.en}`, `${error.text.fr} ${advice.fr}`),
  });
}

function adviceFor(spec: RouteSpec, event: APIGatewayProxyEventV2): Text {
  if (!spec.idempotent) return text("Try again.", "Réessayez.");
  if (header(event, "idempotency-key") !== undefined)
    return text("Try again with the same Idempotency-Key.", "Réessayez avec la même Idempotency-Key.");
  return text(
    "The request may have succeeded: check before you try again. Send an Idempotency-Key to make retries safe.",
    "La requête a peut-être abouti : vérifiez avant de réessayer. Envoyez une Idempotency-Key pour réessayer sans risque.",
  );
}

export const envelope = (spec: RouteSpec): Step => ({
  onError: (request) => {
    const { requestId, renamed } = stateOf(request.event);
    if (request.error instanceof SignInRequired) {
      request.response = { statusCode: 302, headers: { location: request.error.location } };
      return;
    }
    let error = publicError(request.error, requestId);
    if (![...errorsOf(spec), EdgeRequired].some((one) => error.is(one))) {
      log.error("response: undeclared error, add its code to the errors of the route's contract", {
        route: spec.id,
        code: error.code,
      });
      if (strict()) error = new SvcError(Internal, { details: { requestId, undeclared: error.code } });
    }
    const { language } = readerOf(request.event, spec);
    const rendered = withAdvice(error, spec, request.event);
    const response = renderError(spec, rendered, requestId, { language, renamed });
    const challenge = challengeOf(spec, request.event, error);
    request.response = {
      ...response,
      headers: { ...response.headers, ...(challenge !== undefined && { "www-authenticate": challenge }) },
    };
  },
});
