import type Stripe from "stripe";
import { fingerprintOf } from "./cards.ts";
import type { Refusal } from "./errors.ts";
import { failAttempt, succeed } from "./flow.ts";
import { sepaAccounts } from "./new-method.ts";
import { idOf, type Tx } from "./tx.ts";

/** The results of SEPA debits. */

type Intent = Stripe.PaymentIntent;

const REFUSED_DEBIT: Refusal = {
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
};

/** Settles a pending debit. @returns its intent, or undefined if it was not pending */
export function settleDebit(tx: Tx, id: string): Intent | undefined {
  const intent = tx.find("payment_intent", id);
  const chargeId = idOf(intent?.latest_charge);
  if (intent?.status !== "processing" || chargeId === undefined) return undefined;
  const charge = tx.get("charge", chargeId);
  const method = tx.get("payment_method", idOf(intent.payment_method) ?? "");
  const isRefused = method.sepa_debit?.fingerprint === fingerprintOf(sepaAccounts.refuses);
  charge.status = isRefused ? "failed" : "succeeded";
  charge.paid = !isRefused;
  if (isRefused) {
    charge.failure_code = REFUSED_DEBIT.code;
    charge.failure_message = REFUSED_DEBIT.message;
    charge.captured = false;
  } else charge.amount_captured = charge.amount;
  tx.save(charge);
  tx.emit(isRefused ? "charge.failed" : "charge.succeeded", charge);
  if (isRefused)
    failAttempt(tx, intent, {
      type: "invalid_request_error",
      ...REFUSED_DEBIT,
      charge: charge.id,
      payment_method: method,
    });
  else succeed(tx, intent, intent.amount);
  return intent;
}
