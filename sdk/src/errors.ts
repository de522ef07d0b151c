import type { KnownErrorCode } from "./schema.ts";

export type { KnownErrorCode } from "./schema.ts";

/** A code of the API. Later versions of the platform may have codes that this client does not know. */
export type ErrorCode = KnownErrorCode | (string & {});

interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** An error response of the API. Switch on `code`, whose meaning never changes. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** Give it when you contact support. */
  readonly requestId: string;
  /** The page that explains the code. */
  readonly docs: string | undefined;
  /** Seconds to wait before a retry, if the API states them. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { code, message, details, request_id }: ErrorBody, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = request_id;
    this.docs = typeof details["docs"] === "string" ? details["docs"] : undefined;
    this.retryAfter = retryAfter;
  }
}

/** Thrown without a response: the platform could not be reached, or the request was aborted. */
export class SvcConnectionError extends Error {
  override readonly name: string = "SvcConnectionError";
}

/** Returns whether an error is a `SvcError`, and has one of the codes if any are named. */
export const isSvcError = <const C extends KnownErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is SvcError & { readonly code: C } =>
  error instanceof SvcError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));

/** Converts a response to an error. A response that is not from the API has fewer details. */
export async function errorOf(response: Response): Promise<SvcError> {
  const text = await response.text();
  const after = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : undefined;
  return new SvcError(response.status, parse(text) ?? unknown(response, text), retryAfter);
}

function parse(text: string): ErrorBody | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<ErrorBody> };
    if (typeof error?.code !== "string") return undefined;
    return { message: error.code, details: {}, request_id: "", ...error, code: error.code };
  } catch {
    return undefined;
  }
}

const unknown = ({ status, headers }: Response, text: string): ErrorBody => ({
  code: `HTTP_${status}`,
  message: text.slice(0, 200) || `The response has status ${status}.`,
  details: {},
  request_id: headers.get("x-request-id") ?? "",
});
