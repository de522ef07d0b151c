import type Stripe from "stripe";
import type { Subscription } from "./new-subscription.ts";
import { decimal } from "./prices.ts";
import { idOf, type Tx } from "./tx.ts";

/** Creates invoices. */

type Invoice = Stripe.Invoice;
type Item = Stripe.SubscriptionItem;

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

/** Fields that are the same for every new invoice. */
const blank = () =>
  ({
    object: "invoice",
    account_country: "FR",
    account_name: "SVC",
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    collection_method: "charge_automatically",
    custom_fields: null,
    customer_account: null,
    customer_address: null,
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
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }) satisfies Partial<Invoice>;

/**
 * Creates the open invoice of a period.
 * @param items the subscription's items in that period
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
  // A trial's invoice has no lines.
  const period = lines[0]?.period ?? { start: tx.now, end: tx.now };
  const invoice: Invoice = {
    ...blank(),
    id,
    amount_due: total,
    amount_remaining: total,
    billing_reason: reason,
    created: tx.now,
    currency: subscription.currency,
    customer: customer?.id ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    effective_at: tx.now,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: "subscription_details",
    },
    period_end: period.end,
    period_start: period.start,
    status_transitions: {
      finalized_at: tx.now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    webhooks_delivered_at: tx.now,
  };
  tx.save(invoice);
  subscription.latest_invoice = id;
  return invoice;
}
