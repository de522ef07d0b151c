import { fail } from "../errors.ts";
import type { PspHandler } from "../inbound/psp.ts";
import { Contention } from "../ledger/errors.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table.ts";
import * as Subscriptions from "../subscriptions/index.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import { canceled, confirm, confirmUnpaid, differing, failed, flag } from "./confirm.ts";
import * as Checkout from "./index.ts";
import { ORDER } from "./schema.ts";
import { type SessionObject, sessionOf } from "./session.ts";

/** What the provider's events say of orders (spec 3, section 6.1). */

/** Does something for the order that a session is of; sessions that other software made are none of ours. */
const ofOrder =
  (work: (order: Transaction, session: SessionObject) => Promise<string>): PspHandler =>
  async (event) => {
    const session = sessionOf(event);
    const order = await orderOf(session);
    if (order) return work(order, session);
    log.info("a checkout session that is not ours", { eventId: event.id, sessionId: session.id });
    return "not ours";
  };

/** By the session's own id, or by what we had it carry. */
async function orderOf({
  id,
  client_reference_id,
  metadata,
}: SessionObject): Promise<Transaction | undefined> {
  for (const reference of [id, metadata[ORDER], client_reference_id]) {
    const found = reference ? await Transactions.find(reference) : undefined;
    if (found?.type === "checkout") return found;
  }
  return undefined;
}

const completed = ofOrder(async (order, session) => {
  await remember(order, session);
  const status = session.payment_status;
  if (status !== "paid" && status !== "no_payment_required") return "waits for the payment";
  return fulfil(order, session);
});

const paid = ofOrder(async (order, session) => {
  await remember(order, session);
  return fulfil(order, session);
});

/** The order was paid as it was made: books the money, and lets the plan begin. */
async function fulfil(order: Transaction, session: SessionObject): Promise<string> {
  const { amount_total: amountMinor, currency } = session;
  const difference = differing(order, { amountMinor, currency });
  if (difference !== undefined) return flag(order, difference);
  const free = session.payment_status === "no_payment_required";
  const outcome = await (free ? confirmUnpaid(order) : confirm(order));
  const { mode, plan, openedAtSeconds } = await Checkout.find(order.transactionId);
  if (mode === "payment") return outcome;
  // Also of an order that was confirmed before: whoever died in between has yet to do this.
  const begun = await Subscriptions.ordered(order.userId, {
    orderId: order.transactionId,
    subscriptionId: session.subscription,
    plan,
    openedAtSeconds,
  });
  return `${outcome}; ${begun}`;
}

/** Lets the provider's ids of what the session led to name the order. */
async function remember(order: Transaction, { payment_intent, subscription }: SessionObject): Promise<void> {
  for (const reference of [payment_intent, subscription]) if (reference) await refer(reference, order);
}

const MAX_ATTEMPTS = 10;

async function refer(reference: string, order: Transaction): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await Table.transact([Transactions.referring(reference, order)]);
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      // An event before this one has said the same.
      if (error.refusals[0]?.code === "ConditionalCheckFailed") return;
      if (!error.transient) throw error;
      await Table.pause(attempt);
    }
  }
  throw fail(Contention);
}

export const handlers: Readonly<Record<string, PspHandler>> = {
  "checkout.session.completed": completed,
  "checkout.session.async_payment_succeeded": paid,
  "checkout.session.async_payment_failed": ofOrder((order) =>
    failed(order, "The payment failed after the checkout."),
  ),
  "checkout.session.expired": ofOrder(canceled),
};
