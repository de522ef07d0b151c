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
  /**
   * Whether the request was carried out: what it changed stays, and its answer is kept for its idempotency
   * key.
   */
  readonly executed: boolean;

  constructor(status: number, body: ErrorBody, executed = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.executed = executed;
  }

  /** What is sent. */
  toJson(): { error: ErrorBody & { doc_url?: string } } {
    const { code } = this.body;
    const page = code && `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
    return { error: { ...this.body, ...(page && { doc_url: page }) } };
  }
}

/** A parameter that is wrong: nothing was carried out. */
export const invalid = (message: string, param?: string, code?: string): StripeFault =>
  new StripeFault(400, {
    type: "invalid_request_error",
    message,
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
  });

/**
 * An object that is not there.
 * @param noun as Stripe names it: `payment_intent`, `customer`, `PaymentMethod`
 * @param param the parameter that named it; undefined where the URL did
 */
export const missing = (noun: string, id: string, param?: string): StripeFault =>
  new StripeFault(param === undefined ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param: param ?? (noun.endsWith("_intent") ? "intent" : "id"),
  });

/** A connected account that is not there, or not this platform's: Stripe tells neither from the other. */
export const outOfReach = (id: string): StripeFault =>
  new StripeFault(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
  });

/** The object is not in a state in which this can be done. */
export const wrongState = (
  code: string,
  message: string,
  about: Pick<ErrorBody, "payment_intent" | "setup_intent" | "param"> = {},
): StripeFault => new StripeFault(400, { type: "invalid_request_error", code, message, ...about }, true);

/** What a bank says of a card. */
export interface Refusal {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

/** A card that is refused: what the attempt left behind stays. */
export const cardError = (
  { code, decline_code, message }: Refusal,
  about: Omit<ErrorBody, "type" | "message" | "code" | "decline_code"> = {},
): StripeFault =>
  new StripeFault(
    402,
    { type: "card_error", code, ...(decline_code !== undefined && { decline_code }), message, ...about },
    true,
  );
