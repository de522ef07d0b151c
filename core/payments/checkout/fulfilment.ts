import type { Transaction } from "../records/schema.ts";
import * as Subscriptions from "../subscriptions/index.ts";
import { type Charged, confirm, confirmUnpaid, differing, flag } from "./confirm.ts";
import * as Checkout from "./index.ts";

/** What follows when an order is paid: the money is booked, once, and the plan that was bought begins. */

export interface Paid extends Charged {
  /** Whether nothing was to be paid. */
  readonly isFree?: boolean;
  /** The subscription that the order begins, where that is named. */
  readonly subscriptionId: string | undefined;
}

/**
 * The order was paid as it was made. A subscription's first payment has two events, its session's and its
 * first invoice's: both mean the order's own transaction, which is booked once.
 */
export async function fulfil(order: Transaction, payment: Paid): Promise<string> {
  const difference = differing(order, payment);
  if (difference !== undefined) return flag(order, difference, payment.subscriptionId);
  const outcome = await (payment.isFree ? confirmUnpaid(order) : confirm(order));
  const { mode, plan, openedAtSeconds } = await Checkout.find(order.transactionId);
  if (mode === "payment") return outcome;
  // Also of an order that was confirmed before: whoever died in between has yet to do this.
  const activated = await Subscriptions.activate(order.userId, {
    orderId: order.transactionId,
    subscriptionId: payment.subscriptionId,
    plan,
    openedAtSeconds,
  });
  return `${outcome}; ${activated}`;
}
