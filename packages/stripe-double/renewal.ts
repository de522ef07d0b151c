import type Stripe from "stripe";
import type { Settings } from "./endpoint.ts";
import { StripeFault } from "./errors.ts";
import { pay } from "./flow.ts";
import { failInvoice, intentOf, payInvoice } from "./invoices.ts";
import { createIntent } from "./new-intent.ts";
import { createInvoice } from "./new-invoice.ts";
import { DAY_MS, periodEnd, type Subscription, scheduleRenewal } from "./new-subscription.ts";
import { idOf, type Tx } from "./tx.ts";

/** Renews and ends subscriptions, by the platform's clock. */

/** The pauses between attempts. After the last one, the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** Ends a subscription. */
export function end(
  tx: Tx,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
): void {
  subscription.status = "canceled";
  subscription.canceled_at ??= tx.now;
  subscription.ended_at = tx.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  tx.cancelTimer("renew", subscription.id);
  tx.save(subscription);
  tx.emit("customer.subscription.deleted", subscription);
}

/** Returns the saved card, if its customer still has it. */
function methodOf(tx: Tx, subscription: Subscription): Stripe.PaymentMethod | undefined {
  const customer = tx.find("customer", idOf(subscription.customer) ?? "");
  const id =
    idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  const method = id === undefined ? undefined : tx.find("payment_method", id);
  return customer && idOf(method?.customer) === customer.id ? method : undefined;
}

/** Returns the invoice of the new period: the open, unpaid one, or a new one. */
function invoiceOf(tx: Tx, subscription: Subscription, items: readonly Stripe.SubscriptionItem[]) {
  const open = tx.find("invoice", idOf(subscription.latest_invoice) ?? "");
  if (open?.status === "open") return open;
  return createInvoice(tx, subscription, items, "subscription_cycle");
}

/**
 * Charges the saved card for a period.
 * @param next the time of the next attempt if the bank declines
 * @returns whether the bank accepted
 */
function charge(
  tx: Tx,
  settings: Settings,
  subscription: Subscription,
  invoice: Stripe.Invoice,
  next: number | null,
): boolean {
  const method = methodOf(tx, subscription);
  let intent = intentOf(tx, invoice);
  try {
    if (method && invoice.amount_due > 0) {
      intent ??= createIntent(tx, {
        amount: invoice.amount_due,
        currency: invoice.currency,
        customer: idOf(invoice.customer),
        description: "Subscription update",
        payment_method: method.id,
        allowed_payment_method_types: ["card"],
      });
      pay(tx, settings, intent, method, { offSession: true, noAction: true, returnUrl: null });
    }
    const isPaid = method !== undefined || invoice.amount_due === 0;
    if (isPaid) payInvoice(tx, invoice, intent);
    else failInvoice(tx, invoice, intent, next);
    return isPaid;
  } catch (error) {
    if (!(error instanceof StripeFault && error.executed)) throw error;
    failInvoice(tx, invoice, intent, next);
    return false;
  }
}

/**
 * Charges for the next period, or ends the subscription.
 * @param dueMs the end of the period, which may be long ago if the clock was moved
 */
export function renew(tx: Tx, settings: Settings, id: string, dueMs: number): void {
  const subscription = tx.find("subscription", id);
  if (!subscription || subscription.status === "canceled") return;
  if (subscription.cancel_at_period_end) {
    end(tx, subscription, "cancellation_requested");
    return;
  }
  const previous = { status: subscription.status, items: subscription.items };
  const { periods = 1, failures = 0 } = tx.notes(id) as { periods?: number; failures?: number };
  const days = RETRY_DAYS[failures];
  const retryMs = days === undefined ? undefined : dueMs + days * DAY_MS;
  const items = nextItems(subscription, periods);
  const invoice = invoiceOf(tx, subscription, items);
  if (charge(tx, settings, subscription, invoice, retryMs === undefined ? null : retryMs / 1000)) {
    subscription.items = { ...subscription.items, data: items };
    subscription.status = "active";
    tx.addNotes(id, { periods: periods + 1, failures: 0 });
    scheduleRenewal(tx, subscription);
  } else {
    if (retryMs === undefined) {
      end(tx, subscription, "payment_failed");
      return;
    }
    subscription.status = "past_due";
    tx.addNotes(id, { failures: failures + 1 });
    tx.setTimer("renew", id, retryMs);
  }
  tx.save(subscription);
  tx.emit("customer.subscription.updated", subscription, previous);
}

/** Returns the subscription's items after `periods` periods. */
function nextItems({ items, billing_cycle_anchor: anchor }: Subscription, periods: number) {
  return items.data.map((item) => {
    const { interval, interval_count: count } = item.plan;
    return {
      ...item,
      current_period_start: periodEnd(anchor, interval, count * periods),
      current_period_end: periodEnd(anchor, interval, count * (periods + 1)),
    };
  });
}
