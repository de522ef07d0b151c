import type Stripe from "stripe";
import { invalid } from "./errors.ts";
import { assertUsable } from "./flow.ts";
import { assertChargeable, type Common, type Creating } from "./intent-params.ts";
import { createMethod } from "./new-method.ts";
import { mergeMetadata } from "./params.ts";
import { resolveMethod } from "./payment-methods.ts";
import { randomText, type Tx } from "./tx.ts";

/** Creates payment intents. */

type Intent = Stripe.PaymentIntent;

function newIntent(tx: Tx, params: Creating): Intent {
  const id = `pi_3${randomText(23)}`;
  const { automatic_payment_methods: auto, allowed_payment_method_types: allowed = null } = params;
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: allowed,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: params.application_fee_amount ?? null,
    automatic_payment_methods: { enabled: true, allow_redirects: auto?.allow_redirects ?? "always" },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: params.confirmation_method ?? "automatic",
    created: tx.now,
    currency: params.currency,
    customer: params.customer === undefined ? null : tx.get("customer", params.customer, "customer").id,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: compatibleTypes(params),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
    transfer_data: params.transfer_data
      ? { destination: tx.get("account", params.transfer_data.destination, "transfer_data[destination]").id }
      : null,
    transfer_group: params.transfer_group ?? null,
  };
}

/** Returns the allowed types of payment methods that can pay: cards, and SEPA debits in euros without manual capture. */
export function compatibleTypes({
  currency: code,
  capture_method: method,
  allowed_payment_method_types: allowed,
}: Creating) {
  const all = code === "eur" && method !== "manual" ? ["card", "sepa_debit"] : ["card"];
  const types = allowed ? all.filter((type) => allowed.includes(type)) : all;
  if (types.length > 0) return types;
  throw invalid(
    `None of the payment method types allowed (${allowed?.join(", ")}) can be used for this payment.`,
    "allowed_payment_method_types",
  );
}

/** Returns the payment method that a request names or describes. */
export function methodIn(tx: Tx, params: Pick<Common, "payment_method" | "payment_method_data">) {
  if (params.payment_method !== undefined) return resolveMethod(tx, params.payment_method);
  return params.payment_method_data && createMethod(tx, params.payment_method_data);
}

export function chooseMethod(tx: Tx, intent: Intent, method: Stripe.PaymentMethod): void {
  assertUsable(tx, intent, method);
  intent.payment_method = method.id;
  intent.status = "requires_confirmation";
  intent.next_action = null;
}

/** Creates an intent without paying it. @throws StripeFault */
export function createIntent(tx: Tx, params: Creating): Intent {
  assertChargeable(params.amount, params.currency);
  const intent = newIntent(tx, params);
  const method = methodIn(tx, params);
  if (method) chooseMethod(tx, intent, method);
  tx.save(intent);
  tx.emit("payment_intent.created", intent);
  return intent;
}
