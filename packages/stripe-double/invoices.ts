import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging } from "./endpoint.ts";
import { ignored, oneOf, text } from "./params.ts";
import { idOf, type Tx } from "./tx.ts";

/**
 * Invoices of subscriptions, one for each period. A subscription's payment intent belongs to its invoice and has none of the
 * subscription's metadata. The invoice names the subscription, and the invoice payment names the intent.
 */

type Invoice = Stripe.Invoice;
type Intent = Stripe.PaymentIntent;

/** Returns the payment of an invoice, and creates it at the first attempt. */
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
  tx.addNotes(invoice.id, { payment: payment.id });
  tx.save(payment);
  return payment;
}

/** Returns the intent of an earlier attempt to pay an invoice. */
export function intentOf(tx: Tx, invoice: Invoice): Intent | undefined {
  const known = tx.notes(invoice.id)["payment"];
  if (typeof known !== "string") return undefined;
  return tx.find("payment_intent", idOf(tx.get("invoice_payment", known).payment.payment_intent) ?? "");
}

/** Marks an invoice as paid. @param intent undefined if nothing was due */
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

/**
 * Records a declined payment of an invoice.
 * @param next the time of the next attempt in UNIX seconds, or null
 */
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
          (invoice) =>
            (customer === undefined || invoice.customer === customer) &&
            (subscription === undefined || subscriptionOf(invoice) === subscription),
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
          (payment) =>
            (invoice === undefined || payment.invoice === invoice) &&
            (by?.payment_intent === undefined || payment.payment.payment_intent === by.payment_intent) &&
            (status === undefined || payment.status === status),
        );
      return page("/v1/invoice_payments", all, params);
    },
  ),
];
