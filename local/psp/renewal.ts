import type { Settings } from "./endpoint.ts";
import { StripeFault } from "./errors.ts";
import { pay } from "./flow.ts";
import { createIntent } from "./new-intent.ts";
import { DAY_MS, periodEnd, type Subscription, scheduleRenewal } from "./subscribing.ts";
import { idOf, type Tx } from "./tx.ts";

/** Subscriptions as they go on, by the platform's clock, and as they end. */

/** When the pauses between tries to be paid are over, a subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** Ends a subscription for good. */
export function end(
  tx: Tx,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed",
): void {
  subscription.status = "canceled";
  subscription.canceled_at ??= tx.now;
  subscription.ended_at = tx.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  tx.never("renew", subscription.id);
  tx.save(subscription);
  tx.emit("customer.subscription.deleted", subscription);
}

/** Charges the saved card for a period. @returns whether its bank agreed */
function charge(tx: Tx, settings: Settings, subscription: Subscription): boolean {
  const customer = tx.find("customer", idOf(subscription.customer) ?? "");
  const methodId =
    idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method);
  const method = methodId === undefined ? undefined : tx.find("payment_method", methodId);
  if (!customer || !method || idOf(method.customer) !== customer.id) return false;
  const amount = subscription.items.data.reduce(
    (sum, { price, quantity = 1 }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  );
  if (amount === 0) return true;
  const intent = createIntent(tx, {
    amount,
    currency: subscription.currency,
    customer: customer.id,
    description: "Subscription update",
    payment_method: method.id,
    allowed_payment_method_types: ["card"],
  });
  try {
    pay(tx, settings, intent, method, { offSession: true, noAction: true, returnUrl: null });
    return true;
  } catch (error) {
    if (error instanceof StripeFault && error.executed) return false;
    throw error;
  }
}

/**
 * A period is over: the next one is charged for, or the subscription ends.
 * @param dueMs when it was: a clock that was moved far is behind
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
  if (charge(tx, settings, subscription)) {
    nextPeriod(subscription, periods);
    subscription.status = "active";
    tx.note(id, { periods: periods + 1, failures: 0 });
    scheduleRenewal(tx, subscription);
  } else {
    const days = RETRY_DAYS[failures];
    if (days === undefined) {
      end(tx, subscription, "payment_failed");
      return;
    }
    subscription.status = "past_due";
    tx.note(id, { failures: failures + 1 });
    tx.later("renew", id, dueMs + days * DAY_MS);
  }
  tx.save(subscription);
  tx.emit("customer.subscription.updated", subscription, previous);
}

function nextPeriod(subscription: Subscription, periods: number): void {
  const anchor = subscription.billing_cycle_anchor;
  subscription.items = {
    ...subscription.items,
    data: subscription.items.data.map((item) => {
      const { interval, interval_count: count } = item.plan;
      return {
        ...item,
        current_period_start: periodEnd(anchor, interval, count * periods),
        current_period_end: periodEnd(anchor, interval, count * (periods + 1)),
      };
    }),
  };
}
