import type Stripe from "stripe";
import { captureCharge } from "./charges.ts";
import type { Settings } from "./endpoint.ts";
import { invalid, wrongState } from "./errors.ts";
import { pay, requireStatus, succeed } from "./flow.ts";
import { createMethod } from "./new-method.ts";
import { idOf, type Tx } from "./tx.ts";

/** Captures and cancels authorized payments. */

type Intent = Stripe.PaymentIntent;

/** Captures an authorized amount. @throws StripeFault if nothing is authorized, or less than requested */
export function capture(tx: Tx, settings: Settings, intent: Intent, requested: number | undefined): void {
  const { capture_method: method, status, latest_charge } = intent;
  const untouched = status === "requires_payment_method" || status === "requires_confirmation";
  if (settings.absentCustomerPays && method === "manual" && untouched && latest_charge === null)
    pay(tx, settings, intent, createMethod(tx, { type: "card", card: { token: "tok_visa" } }));
  if (intent.status !== "requires_capture")
    throw wrongState(
      "payment_intent_unexpected_state",
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { payment_intent: intent },
    );
  const amount = requested ?? intent.amount_capturable;
  if (amount < 1)
    throw invalid(
      "This value must be greater than or equal to 1.",
      "amount_to_capture",
      "parameter_invalid_integer",
    );
  if (amount > intent.amount_capturable)
    throw invalid(
      "This PaymentIntent could not be captured because the requested capture amount is greater than the amount you can capture for this charge.",
      "amount_to_capture",
      "amount_too_large",
    );
  tx.cancelTimer("expire", intent.id);
  captureCharge(tx, tx.get("charge", idOf(intent.latest_charge) ?? ""), amount);
  succeed(tx, intent, amount);
}

const CANCELABLE = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

/** Cancels an unpaid intent. @throws StripeFault if it was paid */
export function cancel(tx: Tx, intent: Intent, reason: Intent["cancellation_reason"], expired = false): void {
  requireStatus(intent, CANCELABLE, "cancel");
  if (intent.status === "processing")
    throw wrongState(
      "payment_intent_unexpected_state",
      "A debit that is being processed cannot be canceled.",
      {
        payment_intent: intent,
      },
    );
  const held = intent.status === "requires_capture" ? idOf(intent.latest_charge) : undefined;
  intent.status = "canceled";
  intent.canceled_at = tx.now;
  intent.cancellation_reason = reason;
  intent.amount_capturable = 0;
  intent.next_action = null;
  tx.save(intent);
  tx.cancelTimer("expire", intent.id);
  // Nothing was captured, so the cancellation is no refund, and the charge stays unchanged.
  if (held !== undefined && expired) tx.emit("charge.expired", tx.get("charge", held));
  tx.emit("payment_intent.canceled", intent);
}
