/**
 * The one error type that core throws, and the catalogue entry it is made from.
 *
 * A domain defines its errors once, in its `errors.ts`, with `defineError`. The contract lists them per
 * route, the OpenAPI document describes them, and each family's envelope renders them. Core never names an
 * HTTP status: it names a kind, and `functions/_chain/envelope.ts` knows which status a kind has.
 */

/** What went wrong, in the caller's terms. The HTTP status follows from it. */
export type ErrorKind =
  | "invalid" // the request breaks a rule
  | "unauthenticated" // no credential, or one that no longer holds
  | "payment-required" // the payment was refused
  | "forbidden" // a known caller whose role does not allow it
  | "not-found" // absent, or somebody else's: the caller cannot tell which
  | "method-not-allowed" // the path exists, this method does not
  | "conflict" // the state does not allow it
  | "gone" // it was there, and is not any more
  | "too-large" // larger than the stated limit
  | "unsupported-media-type" // not the content type that the route reads
  | "unprocessable" // well formed, yet it contradicts an earlier request or the schema
  | "rate-limited" // over a stated limit
  | "internal" // ours to mend
  | "unavailable"; // ours or a provider's, worth a retry

/** One entry of the catalogue: a stable code that clients may switch on. */
export interface ErrorDefinition<Code extends string = string> {
  readonly code: Code;
  readonly kind: ErrorKind;
  /** The default message: says what happened and what to do, and never carries a secret. */
  readonly message: string;
}

/** One field that broke one rule. `field` is a dotted path into the request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The only error that core throws on purpose. Anything else that surfaces is a bug and is shown as
 * INTERNAL_ERROR.
 */
export class SvcError extends Error {
  override readonly name = "SvcError";
  readonly code: string;
  readonly kind: ErrorKind;
  /** Public: rendered to the caller. */
  readonly details: ErrorDetails;

  constructor(
    definition: ErrorDefinition,
    options: { message?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(options.message ?? definition.message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = definition.code;
    this.kind = definition.kind;
    this.details = options.details ?? {};
  }

  /** Whether this error was made from that catalogue entry. */
  is(definition: ErrorDefinition): boolean {
    return this.code === definition.code;
  }
}

/** Adds an entry to the catalogue. */
/* @__NO_SIDE_EFFECTS__ */
export function defineError<const Code extends string>(
  code: Code,
  kind: ErrorKind,
  message: string,
): ErrorDefinition<Code> {
  return { code, kind, message };
}

/** Makes the error of a catalogue entry; `throw fail(WalletExists, { details: { assetSymbol } })`. */
export function fail(
  definition: ErrorDefinition,
  options?: { message?: string; details?: ErrorDetails; cause?: unknown },
): SvcError {
  return new SvcError(definition, options);
}

/** The work's answer; where it fails with that error of the catalogue, what `instead` makes of it. */
export async function recover<T, U>(
  definition: ErrorDefinition,
  work: Promise<T>,
  instead: (error: SvcError) => U | Promise<U>,
): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SvcError && error.is(definition)) return instead(error);
    throw error;
  }
}

// Errors that every route can give.

export const InvalidRequest = defineError("INVALID_REQUEST", "invalid", "The request is invalid.");
/** Of the payments routes, which tell it from a request of another shape. */
export const InvalidValue = defineError(
  "INVALID_VALUE",
  "unprocessable",
  "A value of the request breaks its field's rule.",
);
export const MalformedJson = defineError("MALFORMED_JSON", "invalid", "The body is not valid JSON.");
export const Unauthenticated = defineError("UNAUTHORIZED", "unauthenticated", "Unauthorized");
/**
 * Of a provider's webhook, and of a client's request. Spec 3, section 6: a webhook's whole answer is these
 * two words.
 */
export const InvalidSignature = defineError("INVALID_SIGNATURE", "unauthenticated", "Invalid signature");
export const Forbidden = defineError("FORBIDDEN", "forbidden", "Your role does not allow this.");
export const NotFound = defineError("NOT_FOUND", "not-found", "There is nothing at this address.");
export const MethodNotAllowed = defineError(
  "METHOD_NOT_ALLOWED",
  "method-not-allowed",
  "This address exists, but not for this method.",
);
export const BodyTooLarge = defineError("BODY_TOO_LARGE", "too-large", "The body is larger than allowed.");
export const UnsupportedMediaType = defineError(
  "UNSUPPORTED_MEDIA_TYPE",
  "unsupported-media-type",
  "Send the body in the content type that this route reads.",
);
export const RateLimited = defineError("RATE_LIMITED", "rate-limited", "Too many requests");
export const Internal = defineError("INTERNAL_ERROR", "internal", "Something went wrong on our side.");
export const Unavailable = defineError(
  "SERVICE_UNAVAILABLE",
  "unavailable",
  "A part of the platform did not answer in time.",
);
export const Contention = defineError(
  "CONTENTION",
  "unavailable",
  "The account is busy, and nothing was done. Try again.",
);
