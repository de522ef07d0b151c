import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging } from "./endpoint.ts";
import { ignored, oneOf, text } from "./params.ts";
import { decimal } from "./prices.ts";
import type { Subscription } from "./subscribing.ts";
import { idOf, type Tx } from "./tx.ts";

/**
 * Invoices of subscriptions: one for each period. What a subscription is paid by belongs to its invoice, and carries no metadata of
 * the subscription's: an invoice says which one that is, and an invoice payment by which intent it was paid.
 */

type Invoice = Stripe.Invoice;
type Item = Stripe.SubscriptionItem;
type Intent = Stripe.PaymentIntent;

const lineOf = (tx: Tx, invoice: string, item: Item): Stripe.InvoiceLineItem => {
  const { price, quantity = 1, subscription, current_period_start: start, current_period_end: end } = item;
  const amount = (price.unit_amount ?? 0) * quantity;
  const product = idOf(price.product) ?? "";
  return {
    id: tx.newId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description: `${quantity} × ${tx.find("product", product)?.name ?? product}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end, start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product },
      type: "price_details",
      unit_amount_decimal: decimal(String(price.unit_amount)),
    },
    quantity,
    quantity_decimal: decimal(String(quantity)),
    subscription,
    subtotal: amount,
    taxes: [],
  };
};

/**
 * Makes the invoice of a period, open to be paid.
 * @param items the subscription's, of that period
 */
export function createInvoice(
  tx: Tx,
  subscription: Subscription,
  items: readonly Item[],
  reason: "subscription_create" | "subscription_cycle",
): Invoice {
  const id = tx.newId("in");
  const customer = tx.find("customer", idOf(subscription.customer) ?? "");
  const lines = items.map((item) => lineOf(tx, id, item));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  // There is none of what is free at first.
  const period = lines[0]?.period ?? { start: tx.now, end: tx.now };
  const invoice: Invoice = {
    id,
    object: "invoice",
    account_country: "FR",
    account_name: "SVC",
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: tx.now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer?.id ?? null,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: tx.now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: tx.now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: tx.now,
  };
  tx.save(invoice);
  subscription.latest_invoice = id;
  return invoice;
}

/** By which intent an invoice is paid. */
function paymentOf(tx: Tx, invoice: Invoice, intent: Intent): Stripe.InvoicePayment {
  const known = tx.notes(invoice.id)["payment"];
  if (typeof known === "string") return tx.get("invoice_payment", known);
  const payment: Stripe.InvoicePayment = {
    id: tx.newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: tx.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  tx.note(invoice.id, { payment: payment.id });
  tx.save(payment);
  return payment;
}

/** The intent of an invoice that somebody tried to pay before. */
export function intentOf(tx: Tx, invoice: Invoice): Intent | undefined {
  const known = tx.notes(invoice.id)["payment"];
  if (typeof known !== "string") return undefined;
  return tx.find("payment_intent", idOf(tx.get("invoice_payment", known).payment.payment_intent) ?? "");
}

/** An invoice was paid. @param intent undefined where there was nothing to pay */
export function payInvoice(tx: Tx, invoice: Invoice, intent: Intent | undefined): void {
  invoice.status = "paid";
  invoice.attempted = true;
  invoice.attempt_count += intent ? 1 : 0;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = tx.now;
  tx.save(invoice);
  tx.emit("invoice.paid", invoice);
  tx.emit("invoice.payment_succeeded", invoice);
  if (!intent) return;
  const payment = paymentOf(tx, invoice, intent);
  payment.status = "paid";
  payment.amount_paid = invoice.amount_paid;
  payment.status_transitions.paid_at = tx.now;
  tx.save(payment);
  tx.emit("invoice_payment.paid", payment);
}

/** The bank has refused to pay an invoice. @param next when it is tried again, in UNIX seconds; null: never */
export function failInvoice(tx: Tx, invoice: Invoice, intent: Intent | undefined, next: number | null): void {
  if (intent) paymentOf(tx, invoice, intent);
  invoice.attempted = true;
  invoice.attempt_count++;
  invoice.next_payment_attempt = next;
  tx.save(invoice);
  tx.emit("invoice.payment_failed", invoice);
}

const subscriptionOf = ({ parent }: Invoice): string | undefined =>
  idOf(parent?.subscription_details?.subscription);

export const invoices = [
  endpoint("GET", "/v1/invoices/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("invoice", id)),
  endpoint(
    "GET",
    "/v1/invoices",
    { ...paging, customer: text.optional(), subscription: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { customer, subscription } = params;
      const all = tx
        .list("invoice")
        .filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (subscription === undefined || subscriptionOf(one) === subscription),
        );
      return page("/v1/invoices", all, params);
    },
  ),
  endpoint(
    "GET",
    "/v1/invoice_payments",
    {
      ...paging,
      invoice: text.optional(),
      payment: z
        .strictObject({ type: oneOf("payment_intent", "payment_record"), payment_intent: text.optional() })
        .optional(),
      status: oneOf("canceled", "open", "paid").optional(),
      expand: ignored,
    },
    ({ tx }, params) => {
      const { invoice, payment: by, status } = params;
      if (invoice !== undefined) tx.get("invoice", invoice, "invoice");
      const all = tx
        .list("invoice_payment")
        .filter(
          (one) =>
            (invoice === undefined || one.invoice === invoice) &&
            (by?.payment_intent === undefined || one.payment.payment_intent === by.payment_intent) &&
            (status === undefined || one.status === status),
        );
      return page("/v1/invoice_payments", all, params);
    },
  ),
];
