import {
  AddressNotAllowed,
  AmbiguousCredential,
  ApiKeyExpired,
  ApiKeyRequired,
  SignatureRequired,
  SignatureReused,
  TimestampOutOfRange,
} from "../core/identity/api-keys/errors.ts";
import { SessionEnded, StepUpRequired, TokenExpired } from "../core/identity/errors.ts";
import {
  Contention,
  type ErrorDefinition,
  type ErrorKind,
  Forbidden,
  Internal,
  InvalidRequest,
  InvalidSignature,
  InvalidValue,
  RateLimited,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from "../core/kernel/errors.ts";
import { AlreadyProcessed, InvalidKey, KeyRequired, KeyReused } from "../core/platform/idempotency/errors.ts";
import { BodyTooLarge, MalformedBody, MalformedForm } from "./http-errors.ts";
import type { Family, RouteSpec } from "./route.ts";

/** The HTTP status of each kind of error. */
export const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  "payment-required": 402,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  gone: 410,
  "too-large": 413,
  "unsupported-media-type": 415,
  unprocessable: 422,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
};

/**
 * The HTTP status of an error in its family. The payments routes know no 503: "internal error or provider
 * unavailable" is their 500 (spec 3, section 7).
 */
export const statusIn = (family: Family, { kind }: Pick<ErrorDefinition, "kind">): number =>
  family === "payments" && kind === "unavailable" ? statusOf.internal : statusOf[kind];

/**
 * How a family refuses a value that breaks its field's rule. The payments routes tell that (422) from a
 * request of another shape (400), as their specification has both.
 */
export const wrongValueIn = (family: Family): ErrorDefinition =>
  family === "payments" ? InvalidValue : InvalidRequest;

/** Every error that a route can give: those it names and those that its credential, limit and input imply. */
export function errorsOf(spec: RouteSpec): readonly ErrorDefinition[] {
  const { request } = spec;
  const readsJson = request?.body !== undefined && !request.raw;
  const readsBody = readsJson || request?.form !== undefined;
  const readsInput = request?.params || request?.query || readsBody;
  return [
    ...(readsInput ? new Set([InvalidRequest, wrongValueIn(spec.family)]) : []),
    ...(readsJson ? [MalformedBody] : []),
    ...(request?.form ? [MalformedForm] : []),
    ...(readsBody ? [request.tooLarge ?? BodyTooLarge, UnsupportedMediaType] : []),
    ...(spec.idempotent ? [InvalidKey, KeyReused] : []),
    ...(spec.method === "GET" ? [] : [Contention]),
    ...(spec.idempotent && spec.family === "payments" ? [AlreadyProcessed] : []),
    ...credentialErrors(spec),
    ...(spec.stepUp ? [StepUpRequired] : []),
    ...(spec.limit ? [RateLimited] : []),
    ...(spec.errors ?? []),
    Internal,
    Unavailable,
  ];
}

function credentialErrors({
  auth,
  method,
  orSession,
  request,
  signed,
  signInAt,
}: RouteSpec): ErrorDefinition[] {
  if (auth === "apiKey")
    return [
      Unauthenticated,
      ApiKeyExpired,
      Forbidden,
      AddressNotAllowed,
      AmbiguousCredential,
      ...(orSession ? [TokenExpired, SessionEnded] : [ApiKeyRequired]),
      ...(signed
        ? [SignatureRequired, TimestampOutOfRange, InvalidSignature, KeyRequired, SignatureReused]
        : []),
    ];
  if (auth === "signature") return [InvalidSignature];
  if (auth === "mobile") return [Unauthenticated, SessionEnded, TokenExpired, Forbidden];
  if (auth === "none") return method === "GET" || !request?.body ? [] : [Forbidden];
  return signInAt ? [Forbidden] : [Unauthenticated, TokenExpired, SessionEnded, Forbidden];
}
