import { inLanguage, type Language, Text, text } from "./texts/index.ts";

/**
 * The errors of core. A domain defines its errors in its `errors.ts` with `defineError`. The contract lists them for
 * each route, the OpenAPI document describes them, and each family's envelope renders them. An error has a kind;
 * `functions/_chain/envelope.ts` maps kinds to HTTP statuses.
 */

/** Determines the HTTP status. */
export type ErrorKind =
  | "invalid" // the request breaks a rule
  | "unauthenticated" // no credential, or one that no longer holds
  | "payment-required" // the payment was refused
  | "forbidden" // a known caller whose role does not allow it
  | "not-found" // missing, or another user's: the caller cannot distinguish them
  | "method-not-allowed" // the path exists, this method does not
  | "conflict" // the state does not allow it
  | "gone" // it was there, and is not any more
  | "too-large" // larger than the stated limit
  | "unsupported-media-type" // not the content type that the route reads
  | "unprocessable" // well formed, yet it contradicts an earlier request or the schema
  | "rate-limited" // over a stated limit
  | "internal" // a defect of the platform
  | "unavailable"; // ours or a provider's, worth a retry

/** A defined error. Its code is stable: clients may depend on it. */
export interface ErrorDefinition<Code extends string = string> {
  readonly code: Code;
  readonly kind: ErrorKind;
  /** The default message: what happened and what to do. It never contains a secret. */
  readonly message: string;
  /** The message in French. */
  readonly french: string;
}

/** A field that breaks a rule. `field` is a dotted path into the request. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Text;
}

/** Further facts of an error. A `Text` in them is rendered in the caller's language. */
export interface ErrorDetails {
  readonly fields?: readonly FieldProblem[];
  readonly [name: string]: unknown;
}

/** An error in one language. */
export interface RenderedError {
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly message?: Text | undefined;
  readonly details?: ErrorDetails;
  readonly cause?: unknown;
}

/** The only error that core throws deliberately. Any other error is a bug, which clients see as INTERNAL_ERROR. */
export class SvcError extends Error {
  override readonly name = "SvcError";
  readonly code: string;
  readonly kind: ErrorKind;
  /** The public details, in English. */
  readonly details: RenderedError["details"];
  /** The message in every language; `message` is its English. */
  readonly text: Text;
  /** The details with texts in every language. */
  readonly given: ErrorDetails;

  constructor(definition: ErrorDefinition, { message, details = {}, cause }: Options = {}) {
    super(message?.en ?? definition.message, cause === undefined ? {} : { cause });
    this.code = definition.code;
    this.kind = definition.kind;
    this.text = message ?? new Text(definition.message, definition.french);
    this.given = details;
    this.details = inLanguage(details, "en") as RenderedError["details"];
  }

  in(language: Language): RenderedError {
    return {
      message: this.text.in(language),
      details: inLanguage(this.given, language) as RenderedError["details"],
    };
  }

  copyWith({ message = this.text, details = this.given }: Pick<Options, "message" | "details">): SvcError {
    const { code, kind, cause } = this;
    return new SvcError(
      { code, kind, message: message.en, french: message.fr },
      { details, ...(cause !== undefined && { cause }) },
    );
  }

  is(definition: ErrorDefinition): boolean {
    return this.code === definition.code;
  }
}

/** Defines an error, with its message in English and French. */
/* @__NO_SIDE_EFFECTS__ */
export function defineError<const Code extends string>(
  code: Code,
  kind: ErrorKind,
  message: string,
  french: string,
): ErrorDefinition<Code> {
  return { code, kind, message, french };
}

/** Makes an error of a definition: `throw fail(WalletExists, { details: { assetSymbol } })`. */
export function fail(definition: ErrorDefinition, options?: Options): SvcError {
  return new SvcError(definition, options);
}

/** Makes the error of fields that break rules. Its message has the first one. */
export function failFields(definition: ErrorDefinition, fields: readonly FieldProblem[]): SvcError {
  const [first] = fields;
  const message =
    first &&
    text(
      `The request is invalid: ${first.field} ${first.message.en}.`,
      `La requête n'est pas valide : ${first.field} ${first.message.fr}.`,
    );
  return fail(definition, { message, details: { fields } });
}

export const isAnyOf = (error: unknown, definitions: readonly ErrorDefinition[]): error is SvcError =>
  error instanceof SvcError && definitions.some((one) => error.is(one));

/** Returns the result of the work; if it fails with an error of this definition, the result of `instead`. */
export async function recover<T, U>(
  definition: ErrorDefinition,
  work: Promise<T>,
  instead: (error: SvcError) => U | Promise<U>,
): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (isAnyOf(error, [definition])) return instead(error);
    throw error;
  }
}

// Errors that every route can return.

export const InvalidRequest = defineError(
  "INVALID_REQUEST",
  "invalid",
  "The request is invalid.",
  "La requête n'est pas valide.",
);
/** Used by the payments routes, which distinguish it from a request of the wrong shape. */
export const InvalidValue = defineError(
  "INVALID_VALUE",
  "unprocessable",
  "A field of the request has an invalid value.",
  "Un champ de la requête a une valeur non valide.",
);
export const MalformedJson = defineError(
  "MALFORMED_JSON",
  "invalid",
  "The request is not valid JSON.",
  "La requête n'est pas du JSON valide.",
);
export const UnsupportedMediaType = defineError(
  "UNSUPPORTED_MEDIA_TYPE",
  "unsupported-media-type",
  "Send the body in a content type that this address accepts.",
  "Envoyez le corps dans un type de contenu que cette adresse accepte.",
);
export const Unauthenticated = defineError("UNAUTHORIZED", "unauthenticated", "Unauthorized", "Non autorisé");
/** For a provider's webhook and a client's request. A webhook's response has only these two words (spec 3, section 6). */
export const InvalidSignature = defineError(
  "INVALID_SIGNATURE",
  "unauthenticated",
  "Invalid signature",
  "Signature non valide",
);
export const Forbidden = defineError(
  "FORBIDDEN",
  "forbidden",
  "Your role does not allow this.",
  "Votre rôle ne le permet pas.",
);
export const NotFound = defineError(
  "NOT_FOUND",
  "not-found",
  "This address does not exist. Check it.",
  "Cette adresse n'existe pas. Vérifiez-la.",
);
export const RateLimited = defineError(
  "RATE_LIMITED",
  "rate-limited",
  "Too many requests",
  "Trop de requêtes",
);
export const Internal = defineError(
  "INTERNAL_ERROR",
  "internal",
  "Something went wrong on our side.",
  "Un problème est survenu de notre côté.",
);
export const Unavailable = defineError(
  "SERVICE_UNAVAILABLE",
  "unavailable",
  "The platform did not respond in time.",
  "La plateforme n'a pas répondu à temps.",
);
export const Contention = defineError(
  "CONTENTION",
  "unavailable",
  "Another operation on this account is in progress, so nothing was changed. Try again.",
  "Une autre opération est en cours sur ce compte : rien n'a été modifié. Réessayez.",
);

/** Ends a switch over a union: the compiler rejects it while a case is missing. @throws TypeError for a value of no case */
export function assertNever(value: never): never {
  throw new TypeError(`no case for ${JSON.stringify(value)}`);
}

/** Makes INVALID_REQUEST for one field. @param message the rule, which follows the field's name */
export const invalidField = (field: string, message: Text): SvcError =>
  failFields(InvalidRequest, [{ field, message }]);

/** Makes the error of a cursor that the list did not issue: INVALID_REQUEST. */
export const wrongCursor = (field = "cursor"): SvcError =>
  invalidField(
    field,
    text("must be the cursor of a page before", "doit être le curseur d'une page précédente"),
  );
