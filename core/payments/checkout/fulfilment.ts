import * as Table from "../../platform/table/index.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import * as Subscriptions from "../subscriptions/index.ts";
import { confirm, confirmUnpaid, differing, flag, type Told } from "./confirm.ts";
import * as Checkout from "./index.ts";

/** What follows when an order is paid: the money is booked, once, and the plan that was bought begins. */

export interface Paid extends Told {
  /** Whether nothing was to be paid. */
  readonly isFree?: boolean;
  /** What the order has begun, where that is said. */
  readonly subscriptionId: string | undefined;
}

/**
 * The order was paid as it was made. A subscription's first payment is told of twice, by its session and by its first invoice, in
 * whatever order: both mean the order's own transaction, which is booked once.
 */
export async function fulfil(order: Transaction, given: Paid): Promise<string> {
  const difference = differing(order, given);
  if (difference !== undefined) return flag(order, difference, given.subscriptionId);
  const outcome = await (given.isFree ? confirmUnpaid(order) : confirm(order));
  const { mode, plan, openedAtSeconds } = await Checkout.find(order.transactionId);
  if (mode === "payment") return outcome;
  // Also of an order that was confirmed before: whoever died in between has yet to do this.
  const begun = await Subscriptions.activate(order.userId, {
    orderId: order.transactionId,
    subscriptionId: given.subscriptionId,
    plan,
    openedAtSeconds,
  });
  return `${outcome}; ${begun}`;
}

/** Lets ids of the provider's name a transaction. Where an event before this one has said the same, the reference stands. */
export async function refer(references: readonly (string | undefined)[], one: Transaction): Promise<void> {
  for (const reference of references)
    if (reference)
      await Table.transactPatiently([Transactions.referring(reference, one)], (refused) => refused.unmet(0));
}
