import type Stripe from "stripe";
import type { TestCard } from "./cards.ts";
import { endpoint, page, paging } from "./endpoint.ts";
import type { Refusal } from "./errors.ts";
import { clearable, ignored, mergeMetadata, metadata, text } from "./params.ts";
import { testCardOf } from "./payment-methods.ts";
import { idOf, randomText, type Tx } from "./tx.ts";

/** Charges: the results of attempts to pay an intent. */

type Details = Stripe.Charge.PaymentMethodDetails;

const cardDetails = (
  { card }: Stripe.PaymentMethod,
  amount: number,
  authenticated: boolean,
): NonNullable<Details["card"]> => ({
  amount_authorized: amount,
  authorization_code: randomText(6).toUpperCase(),
  brand: card?.brand ?? null,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: card?.country ?? null,
  electronic_commerce_indicator: null,
  exp_month: card?.exp_month ?? 0,
  exp_year: card?.exp_year ?? 0,
  extended_authorization: { status: "disabled" },
  fingerprint: card?.fingerprint ?? null,
  funding: card?.funding ?? null,
  incremental_authorization: { status: "unavailable" },
  installments: null,
  last4: card?.last4 ?? null,
  mandate: null,
  multicapture: { status: "unavailable" },
  network: card?.brand ?? null,
  network_token: { used: false },
  network_transaction_id: randomText(15).toUpperCase(),
  overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
  regulated_status: "unregulated",
  three_d_secure: authenticated
    ? {
        authentication_flow: "challenge",
        electronic_commerce_indicator: "05",
        exemption_indicator: null,
        result: "authenticated",
        result_reason: null,
        transaction_id: randomText(24),
        version: "2.2.0",
      }
    : null,
  transaction_link_id: null,
  wallet: null,
});

function detailsOf(method: Stripe.PaymentMethod, amount: number, authenticated: boolean): Details {
  const { sepa_debit: sepa } = method;
  if (!sepa) return { type: "card", card: cardDetails(method, amount, authenticated) };
  const { bank_code, branch_code, country, fingerprint, last4 } = sepa;
  return {
    type: "sepa_debit",
    sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: null },
  };
}

function outcomeOf(card: TestCard, refusal: Refusal | undefined): Stripe.Charge.Outcome {
  const common = { advice_code: null, network_advice_code: null, risk_level: "normal", risk_score: 20 };
  if (!refusal)
    return {
      ...common,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      seller_message: "Payment complete.",
      type: "authorized",
    };
  return {
    ...common,
    network_decline_code: card.brand === "visa" ? "05" : null,
    network_status: "declined_by_network",
    reason: refusal.decline_code ?? refusal.code,
    seller_message: "The bank returned a decline code.",
    type: "issuer_declined",
  };
}

export interface Attempt {
  readonly intent: Stripe.PaymentIntent;
  readonly method: Stripe.PaymentMethod;
  /** Whether the bank has authenticated its customer. */
  readonly authenticated?: boolean;
  readonly refusal?: Refusal | undefined;
  /** A debit whose result comes later. */
  readonly pending?: boolean;
}

/** Creates the charge of an attempt, with a copy of the intent's metadata. */
export function chargeOf(tx: Tx, attempt: Attempt): Stripe.Charge {
  const { intent, method, authenticated = false, refusal, pending = false } = attempt;
  const id = tx.newId("ch");
  const captured = !refusal && !pending && intent.capture_method !== "manual";
  const charge: Stripe.Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: captured ? tx.newId("txn") : null,
    billing_details: { ...method.billing_details, tax_id: null },
    calculated_statement_descriptor: intent.statement_descriptor ?? "SVC",
    captured: captured || pending,
    created: tx.now,
    currency: intent.currency,
    customer: idOf(intent.customer) ?? null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: intent.on_behalf_of,
    outcome: outcomeOf(testCardOf(method), refusal),
    paid: !refusal && !pending,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent.amount, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: refusal ? "failed" : pending ? "pending" : "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
  tx.save(charge);
  return charge;
}

/** Captures an authorized charge, or a part of it. The rest is released, which is not a refund. */
export function captureCharge(tx: Tx, charge: Stripe.Charge, amount: number): void {
  charge.captured = true;
  charge.amount_captured = amount;
  charge.balance_transaction = tx.newId("txn");
  tx.save(charge);
  tx.emit("charge.captured", charge);
}

export const charges = [
  endpoint("GET", "/v1/charges/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("charge", id)),
  endpoint(
    "GET",
    "/v1/charges",
    { ...paging, customer: text.optional(), payment_intent: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { customer, payment_intent: intent } = params;
      const all = tx
        .list("charge")
        .filter(
          (charge) =>
            (customer === undefined || charge.customer === customer) &&
            (intent === undefined || charge.payment_intent === intent),
        );
      return page("/v1/charges", all, params);
    },
  ),
  endpoint(
    "POST",
    "/v1/charges/:id",
    { description: clearable.optional(), metadata, expand: ignored },
    ({ tx, ids: [id = ""] }, { description, metadata: changes }) => {
      const charge = tx.get("charge", id);
      if (description !== undefined) charge.description = description;
      charge.metadata = mergeMetadata(charge.metadata, changes);
      tx.save(charge);
      tx.emit("charge.updated", charge);
      return charge;
    },
  ),
];

/** Returns the platform's balance: captures less refunds and disputes, without fees and payouts. */

function balanceOf(tx: Tx): Stripe.Balance.Available[] {
  const sums = new Map<string, number>();
  const add = (currency: string, amount: number) => sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const { status, currency, amount_captured } of tx.list("charge"))
    if (status === "succeeded") add(currency, amount_captured);
  // The refund of an uncaptured charge moves no money.
  for (const { balance_transaction, currency, amount } of tx.list("refund"))
    if (balance_transaction !== null) add(currency, -amount);
  for (const { balance_transactions } of tx.list("dispute"))
    for (const { currency, net } of balance_transactions) add(currency, net);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export const balance = [
  endpoint("GET", "/v1/balance", { expand: ignored }, ({ tx }) => ({
    object: "balance",
    available: balanceOf(tx),
    livemode: false,
    pending: [],
  })),
];
