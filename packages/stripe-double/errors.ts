/** Errors in Stripe's form: `{"error": {type, code, message, …}}` with their HTTP status. */

export interface ErrorBody {
  readonly type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
  readonly payment_method?: unknown;
  readonly setup_intent?: unknown;
}

export class StripeFault extends Error {
  override readonly name = "StripeFault";
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the request was executed: its changes are committed, and its response is stored for its idempotency key. */
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.executed = executed;
  }

  /** Returns the response's body. */
  toJson(): { error: ErrorBody & { doc_url?: string } } {
    const { code } = this.body;
    const page = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
    return { error: { ...this.body, ...(page && { doc_url: page }) } };
  }
}

/** Makes the error of an invalid parameter. The request was not executed. */
export const invalid = (message: string, param?: string, code?: string): StripeFault =>
  new StripeFault(400, {
    type: "invalid_request_error",
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });

/**
 * Makes the error of a missing object.
 * @param noun Stripe's name: `payment_intent`, `customer`, `PaymentMethod`
 * @param param the parameter with the id; undefined if the URL has it
 */
export const missing = (noun: string, id: string, param?: string): StripeFault =>
  new StripeFault(param === undefined ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param: param ?? (noun.endsWith("_intent") ? "intent" : "id"),
  });

/** Makes the error of a connected account that does not exist or belongs to another platform, as Stripe has one for both. */
export const outOfReach = (id: string): StripeFault =>
  new StripeFault(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });

/** Makes the error of an object whose state does not allow the request. */
export const wrongState = (
  code: string,
  message: string,
  about: Pick<ErrorBody, "payment_intent" | "setup_intent" | "param"> = {},
): StripeFault => new StripeFault(400, { type: "invalid_request_error", code, message, ...about }, true);

/** A bank's reason for declining a card. */
export interface Refusal {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** Makes the error of a declined card. The changes of the attempt are committed. */
export const cardError = (
  { code, decline_code, message }: Refusal,
  about: Omit<ErrorBody, "type" | "message" | "code" | "decline_code"> = {},
): StripeFault =>
  new StripeFault(
    402,
    { type: "card_error", code, ...(decline_code !== undefined && { decline_code }), message, ...about },
    true,
  );
