import {
  BodyTooLarge,
  type ErrorDefinition,
  type ErrorKind,
  Forbidden,
  Internal,
  InvalidRequest,
  MalformedJson,
  RateLimited,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
} from "../core/errors.ts";
import { InvalidKey, KeyReused } from "../core/idempotency/errors.ts";
import { Contention } from "../core/ledger/errors.ts";
import type { RouteSpec } from "./route.ts";

/** The HTTP status of each kind of error. */
export const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  "payment-required": 402,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  unprocessable: 422,
  "rate-limited": 429,
  internal: 500,
  unavailable: 503,
};

/** Every error that a route can give: those it names and those that its credential, limit and input imply. */
export function errorsOf(spec: RouteSpec): readonly ErrorDefinition[] {
  const { request } = spec;
  return [
    ...(request ? [InvalidRequest] : []),
    ...(request?.body ? [MalformedJson, BodyTooLarge, UnsupportedMediaType] : []),
    ...(spec.idempotent ? [InvalidKey, KeyReused, Contention] : []),
    ...(spec.auth === "none" ? [] : [Unauthenticated]),
    ...(spec.auth === "none" && (spec.method === "GET" || !request?.body) ? [] : [Forbidden]),
    ...(spec.limit ? [RateLimited] : []),
    ...(spec.errors ?? []),
    Internal,
    Unavailable,
  ];
}
