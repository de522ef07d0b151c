import type Stripe from "stripe";
import { AUTHENTICATION_REQUIRED } from "./cards.ts";
import { chargeOf } from "./charges.ts";
import type { Settings } from "./endpoint.ts";
import { cardError, type ErrorBody, invalid, type Refusal, wrongState } from "./errors.ts";
import { assertUnused, saveWithCustomer, testCardOf } from "./payment-methods.ts";
import { idOf, type Tx } from "./tx.ts";

/** Attempts to pay a payment intent. `capture.ts` and `debits.ts` have the later steps. */

type Intent = Stripe.PaymentIntent;
type Method = Stripe.PaymentMethod;

/** How long a bank holds an authorized amount. */
const AUTHORISED_MS = 7 * 86_400_000;
/** The time after which a dispute card disputes its payment. */
const DISPUTED_MS = 86_400_000;
/** How long a SEPA debit takes. */
const DEBIT_MS = 3 * 60_000;

/** @throws StripeFault if the intent has another status */
export function requireStatus(intent: Intent, allowed: readonly string[], verb: string): void {
  if (allowed.includes(intent.status)) return;
  throw wrongState(
    "payment_intent_unexpected_state",
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb.replace(/e?$/, "ed")}: ${allowed.join(", ")}.`,
    { payment_intent: intent },
  );
}

/** @throws StripeFault if the method belongs to another customer, was used, or has a type that the intent does not accept */
export function assertUsable(
  tx: Tx,
  intent: Pick<Intent, "customer" | "payment_method_types">,
  method: Method,
): void {
  const owner = idOf(method.customer);
  const customer = idOf(intent.customer);
  if (owner !== undefined && customer === undefined)
    throw invalid(
      "The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.",
      "payment_method",
    );
  if (owner !== undefined && owner !== customer)
    throw invalid(
      `The provided PaymentMethod (${method.id}) does not belong to the Customer you supplied ${customer}. Please use this payment method with the Customer that it belongs to instead.`,
      "payment_method",
    );
  assertUnused(tx, method);
  if (!intent.payment_method_types.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(", ")}.`,
      "payment_method",
    );
}

export interface Circumstances {
  /** Whether the customer is absent and cannot authenticate. */
  readonly offSession: boolean;
  /** Whether to fail instead of requiring the customer's action. */
  readonly noAction: boolean;
  readonly returnUrl: string | null;
}

const PRESENT: Circumstances = { offSession: false, noAction: false, returnUrl: null };

/** Tries to pay an intent. @throws StripeFault card_error if the bank declines */
export function pay(
  tx: Tx,
  settings: Settings,
  intent: Intent,
  method: Method,
  circumstances: Circumstances = PRESENT,
): void {
  assertUsable(tx, intent, method);
  intent.next_action = null;
  intent.payment_method = method.id;
  if (method.type === "sepa_debit") debit(tx, intent, method);
  else if (!needsAuthentication(tx, method)) authorise(tx, intent, method, false);
  else requestAuthentication(tx, settings, intent, method, circumstances);
}

/** Returns whether the card's bank requires 3-D Secure. */
function needsAuthentication(tx: Tx, method: Method): boolean {
  const { authentication } = testCardOf(method);
  return (
    authentication === "always" ||
    (authentication === "until-set-up" && tx.notes(method.id)["setUp"] !== true)
  );
}

function requestAuthentication(
  tx: Tx,
  settings: Settings,
  intent: Intent,
  method: Method,
  circumstances: Circumstances,
): void {
  if (circumstances.offSession || circumstances.noAction)
    throw declinePayment(tx, intent, method, AUTHENTICATION_REQUIRED);
  intent.status = "requires_action";
  intent.last_payment_error = null;
  intent.next_action = challenge(settings, intent.id, intent.client_secret, circumstances.returnUrl);
  tx.save(intent);
  tx.emit("payment_intent.requires_action", intent);
}

/** Returns the action that redirects the customer to the bank's page. */
export const challenge = (
  settings: Settings,
  id: string,
  secret: string | null,
  returnUrl: string | null,
) => ({
  type: "redirect_to_url",
  redirect_to_url: {
    return_url: returnUrl,
    url: `${settings.base}/pages/3d-secure/${id}?client_secret=${secret}`,
  },
});

function authorise(tx: Tx, intent: Intent, method: Method, authenticated: boolean): void {
  const { refusal } = testCardOf(method);
  if (refusal) throw declinePayment(tx, intent, method, refusal);
  const charge = chargeOf(tx, { intent, method, authenticated });
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  markUsed(tx, intent, method);
  tx.emit("charge.succeeded", charge);
  if (intent.capture_method !== "manual") {
    succeed(tx, intent, intent.amount);
    return;
  }
  intent.status = "requires_capture";
  intent.amount_capturable = intent.amount;
  tx.save(intent);
  tx.setTimer("expire", intent.id, tx.nowMs + AUTHORISED_MS);
  tx.emit("payment_intent.amount_capturable_updated", intent);
}

/** Marks a method as used, because without a customer it can be used once, unless it is saved. */
function markUsed(tx: Tx, intent: Intent, method: Method): void {
  const customer = idOf(intent.customer);
  if (idOf(method.customer) !== undefined) return;
  if (customer !== undefined && intent.setup_future_usage) {
    tx.addNotes(method.id, { setUp: true });
    saveWithCustomer(tx, method, customer);
  } else tx.addNotes(method.id, { used: true });
}

export function succeed(tx: Tx, intent: Intent, received: number): void {
  intent.status = "succeeded";
  intent.amount_received = received;
  intent.amount_capturable = 0;
  intent.next_action = null;
  intent.processing = null;
  tx.save(intent);
  const method = tx.find("payment_method", idOf(intent.payment_method) ?? "");
  if (method?.type === "card" && testCardOf(method).disputes)
    tx.setTimer("dispute", idOf(intent.latest_charge) ?? "", tx.nowMs + DISPUTED_MS);
  tx.emit("payment_intent.succeeded", intent);
}

/** Records a failed attempt: the intent waits for another payment method. */
export function failAttempt(tx: Tx, intent: Intent, error: Stripe.PaymentIntent.LastPaymentError): void {
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.next_action = null;
  intent.processing = null;
  intent.last_payment_error = error;
  tx.save(intent);
  tx.emit("payment_intent.payment_failed", intent);
}

/** Records a declined payment. @returns the error for the response */
function declinePayment(tx: Tx, intent: Intent, method: Method, refusal: Refusal) {
  const charge = chargeOf(tx, { intent, method, refusal });
  intent.latest_charge = charge.id;
  tx.emit("charge.failed", charge);
  const { code, decline_code, message } = refusal;
  failAttempt(tx, intent, {
    type: "card_error",
    charge: charge.id,
    code,
    ...(decline_code !== undefined && { decline_code }),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`,
    message,
    payment_method: method,
  });
  return cardError(refusal, { charge: charge.id, payment_intent: intent, payment_method: method });
}

function debit(tx: Tx, intent: Intent, method: Method): void {
  const charge = chargeOf(tx, { intent, method, pending: true });
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  intent.status = "processing";
  markUsed(tx, intent, method);
  tx.save(intent);
  tx.setTimer("settle", intent.id, tx.nowMs + DEBIT_MS);
  tx.emit("charge.pending", charge);
  tx.emit("payment_intent.processing", intent);
}

const FAILED_AUTHENTICATION = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
} as const satisfies Pick<ErrorBody, "type" | "code" | "message">;

/** Processes the customer's answer on the bank's page. @throws StripeFault if none was required, or the bank declines */
export function answerChallenge(tx: Tx, intent: Intent, accepted: boolean): void {
  requireStatus(intent, ["requires_action"], "confirm");
  const method = tx.get("payment_method", idOf(intent.payment_method) ?? "");
  if (accepted) {
    intent.next_action = null;
    authorise(tx, intent, method, true);
  } else failAttempt(tx, intent, { ...FAILED_AUTHENTICATION, payment_method: method });
}
