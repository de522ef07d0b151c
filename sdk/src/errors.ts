import type { KnownErrorCode } from "./schema.ts";

export type { KnownErrorCode } from "./schema.ts";

/** A code of the API. A version of the platform may have more than this client knows. */
export type ErrorCode = KnownErrorCode | (string & {});

interface Told {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
}

/** What the API refused, in its own words. Switch on `code`: it never changes its meaning. */
export class SvcError extends Error {
  override readonly name: string = "SvcError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** Name it when you ask for help. */
  readonly requestId: string;
  /** The page that explains the code. */
  readonly docs: string | undefined;
  /** Seconds to wait before the same request may pass, where the API says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { code, message, details, request_id }: Told, retryAfter?: number) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = request_id;
    this.docs = typeof details["docs"] === "string" ? details["docs"] : undefined;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: the platform could not be reached, or the request was aborted. */
export class SvcConnectionError extends Error {
  override readonly name: string = "SvcConnectionError";
}

/** Whether an error is the API's, and of one of these codes where some are named. */
export const isSvcError = <const C extends KnownErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is SvcError & { readonly code: C } =>
  error instanceof SvcError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));

/** The error that an answer tells; of one that the API did not write itself, as much as there is. */
export async function errorOf(response: Response): Promise<SvcError> {
  const text = await response.text();
  const after = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : undefined;
  return new SvcError(response.status, told(text) ?? unknown(response, text), retryAfter);
}

function told(text: string): Told | undefined {
  try {
    const { error } = JSON.parse(text) as { readonly error?: Partial<Told> };
    if (typeof error?.code !== "string") return undefined;
    return { message: error.code, details: {}, request_id: "", ...error, code: error.code };
  } catch {
    return undefined;
  }
}

const unknown = ({ status, headers }: Response, text: string): Told => ({
  code: `HTTP_${status}`,
  message: text.slice(0, 200) || `The answer has status ${status}.`,
  details: {},
  request_id: headers.get("x-request-id") ?? "",
});
