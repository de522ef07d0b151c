import type Stripe from "stripe";
import { invalid } from "./errors.ts";
import { refuseMethod } from "./flow.ts";
import { type Common, type Creating, refuseAmount } from "./intent-params.ts";
import { createMethod } from "./new-method.ts";
import { mergeMetadata } from "./params.ts";
import { take } from "./payment-methods.ts";
import { chance, type Tx } from "./tx.ts";

/** Payment intents as they are made. */

type Intent = Stripe.PaymentIntent;

function newIntent(tx: Tx, given: Creating): Intent {
  const id = `pi_3${chance(23)}`;
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed = null } = given;
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: allowed,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: given.application_fee_amount ?? null,
    automatic_payment_methods: { enabled: true, allow_redirects: auto?.allow_redirects ?? "always" },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? "automatic_async",
    client_secret: `${id}_secret_${chance(25)}`,
    confirmation_method: given.confirmation_method ?? "automatic",
    created: tx.now,
    currency: given.currency,
    customer: given.customer === undefined ? null : tx.get("customer", given.customer, "customer").id,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: given.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: compatible(given),
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_data: given.transfer_data
      ? { destination: tx.get("account", given.transfer_data.destination, "transfer_data[destination]").id }
      : null,
    transfer_group: given.transfer_group ?? null,
  };
}

/** What can pay of what is allowed: cards, and debits of euro accounts where money is taken at once. */
export function compatible({
  currency: code,
  capture_method: method,
  allowed_payment_method_types: allowed,
}: Creating) {
  const all = code === "eur" && method !== "manual" ? ["card", "sepa_debit"] : ["card"];
  const types = allowed ? all.filter((one) => allowed.includes(one)) : all;
  if (types.length > 0) return types;
  throw invalid(
    `None of the payment method types allowed (${allowed?.join(", ")}) can be used for this payment.`,
    "allowed_payment_method_types",
  );
}

/** The payment method that a request names, or describes. */
export function methodIn(tx: Tx, given: Pick<Common, "payment_method" | "payment_method_data">) {
  if (given.payment_method !== undefined) return take(tx, given.payment_method);
  return given.payment_method_data && createMethod(tx, given.payment_method_data);
}

export function chooseMethod(tx: Tx, intent: Intent, method: Stripe.PaymentMethod): void {
  refuseMethod(tx, intent, method);
  intent.payment_method = method.id;
  intent.status = "requires_confirmation";
  intent.next_action = null;
}

/** Makes an intent, without paying it. @throws StripeFault */
export function createIntent(tx: Tx, given: Creating): Intent {
  refuseAmount(given.amount, given.currency);
  const intent = newIntent(tx, given);
  const method = methodIn(tx, given);
  if (method) chooseMethod(tx, intent, method);
  tx.save(intent);
  tx.emit("payment_intent.created", intent);
  return intent;
}
