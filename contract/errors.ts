import {
  AddressNotAllowed,
  AmbiguousCredential,
  ApiKeyExpired,
  ApiKeyRequired,
  SignatureRequired,
  SignatureReused,
  TimestampOutOfRange,
} from "../core/identity/api-keys/errors.ts";
import {
  SessionEnded,
  StaffSecondFactorRequired,
  StepUpRequired,
  TokenExpired,
} from "../core/identity/errors.ts";
import {
  assertNever,
  Contention,
  defineError,
  type ErrorDefinition,
  type ErrorKind,
  Forbidden,
  Internal,
  InvalidRequest,
  InvalidSignature,
  InvalidValue,
  MalformedJson,
  RateLimited,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from "../core/kernel/errors.ts";
import { AlreadyProcessed, InvalidKey, KeyRequired, KeyReused } from "../core/platform/idempotency/errors.ts";
import { type Family, type RouteSpec, requiresProof } from "./route.ts";

/** Errors of HTTP requests, and which errors each route can return. */

export const MalformedBody = {
  ...MalformedJson,
  message: "The body is not valid JSON.",
  french: "Le corps n'est pas du JSON valide.",
};
export const MalformedForm = defineError(
  "MALFORMED_FORM",
  "invalid",
  "The request body is not valid multipart/form-data.",
  "Le corps de la requête n'est pas au format multipart/form-data.",
);
export const MethodNotAllowed = defineError(
  "METHOD_NOT_ALLOWED",
  "method-not-allowed",
  "This address does not support this method.",
  "Cette adresse ne prend pas en charge cette méthode.",
);
export const BodyTooLarge = defineError(
  "BODY_TOO_LARGE",
  "too-large",
  "The request body is too large.",
  "Le corps de la requête est trop volumineux.",
);

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
 * Returns the HTTP status of an error in its family. The payments routes use 500 instead of 503: their specification
 * says "internal error or provider unavailable" (spec 3, section 7).
 */
export const statusIn = (family: Family, { kind }: Pick<ErrorDefinition, "kind">): number =>
  family === "payments" && kind === "unavailable" ? statusOf.internal : statusOf[kind];

/**
 * Returns the error for a value that breaks its field's rule. Only the payments routes distinguish it (422) from a
 * request of the wrong shape (400), as their specification does.
 */
export const wrongValueIn = (family: Family): ErrorDefinition =>
  family === "payments" ? InvalidValue : InvalidRequest;

/** Returns every error that a route can return: its own and those that its credential, limit and input imply. */
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
    ...(spec.auth === "admin" || spec.roles ? [StaffSecondFactorRequired] : []),
    ...(requiresProof(spec) ? [StepUpRequired] : []),
    ...(spec.limit ? [RateLimited] : []),
    ...(spec.errors ?? []),
    Internal,
    Unavailable,
  ];
}

function credentialErrors(spec: RouteSpec): ErrorDefinition[] {
  switch (spec.auth) {
    case "apiKey":
      return [
        Unauthenticated,
        ApiKeyExpired,
        Forbidden,
        AddressNotAllowed,
        AmbiguousCredential,
        ...(spec.orSession ? [TokenExpired, SessionEnded] : [ApiKeyRequired]),
        ...(spec.signed
          ? [SignatureRequired, TimestampOutOfRange, InvalidSignature, KeyRequired, SignatureReused]
          : []),
      ];
    case "signature":
      return [InvalidSignature];
    case "mobile":
    case "person":
      return [Unauthenticated, SessionEnded, TokenExpired, Forbidden];
    case "none":
      return spec.method === "GET" || !spec.request?.body ? [] : [Forbidden];
    case "session":
    case "admin":
      return spec.signInAt ? [Forbidden] : [Unauthenticated, TokenExpired, SessionEnded, Forbidden];
    default:
      return assertNever(spec.auth);
  }
}
