import * as Flags from "../../flags/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import type { Posting } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { orderEvent } from "../api-events.ts";
import { transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import * as Subscriptions from "../subscriptions/index.ts";
import * as Checkout from "./index.ts";

/**
 * What becomes of an order: paid, failed, or left unpaid. Idempotent, and right in whatever order it comes.
 */

/** What the provider says was paid; what it does not say is as the order has it. */
export interface Charged {
  /** Minor units. */
  readonly amountMinor?: number | bigint | null | undefined;
  /** ISO 4217, in any letter case. */
  readonly currency?: string | null | undefined;
}

/** Whether the money of an order came in; it may have gone back since. */
export const isPaid = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

/**
 * Confirms an order that was paid, once. The platform sold it, so the money is the treasury's.
 * @throws as `Policy.post`
 */
export function confirm(order: Transaction): Promise<string> {
  const entry = Policy.post({ reads: { order: Transactions.keyOf(order) } }, ({ items }) => {
    if (isPaid(items.order ? transaction.parse(items.order) : order)) throw new Transactions.NothingToPost();
    return {
      type: "PAYMENT",
      postings: sale(order),
      actorId: order.userId,
      reason: `order ${order.transactionId}`,
      reference: { kind: "order", id: order.transactionId },
      extraWrites: ({ entryId, createdAt }) => [
        { update: Transactions.keyOf(order), ...paid(createdAt, entryId) },
      ],
      events: [orderEvent(order)],
      result: () => "confirmed",
    };
  });
  return Transactions.unlessNothing(entry, "confirmed before");
}

/** The postings of what the platform has sold. */
export const sale = ({ amountMinor, currency }: Pick<Transaction, "amountMinor" | "currency">): Posting[] =>
  Ledger.move(
    systemRef("live", "clearing:psp", currency),
    systemRef("live", "treasury", currency),
    amountMinor,
  );

const unpaid = Where.oneOf("status", ["PENDING", "FAILED", "CANCELED"]);
const pending = Where.is({ status: "PENDING" });

const paid = (completedAt: string, entryId?: string): Transactions.Change => ({
  set: {
    status: "SUCCEEDED",
    completedAt,
    failureReason: undefined,
    ...(entryId !== undefined && { entryId }),
  },
  where: unpaid,
});

/** Confirms an order that nothing was to be paid for: there is no money to book. */
export async function confirmUnpaid(order: Transaction): Promise<string> {
  const isNew = await Table.tryCommit([
    { update: Transactions.keyOf(order), ...paid(Clock.nowIso()) },
    orderEvent(order),
  ]);
  return isNew ? "confirmed, nothing was to be paid" : NOTHING;
}

const NOTHING = "nothing changed";

/** Records that the payment failed in the end. An order that was paid stays so. */
export const failed = (order: Transaction, failureReason: string): Promise<string> =>
  changed(order, { set: { status: "FAILED", failureReason }, where: pending }, "failed");

/** Records that nobody paid in time. An order that was paid, or whose payment failed, stays so. */
export const canceled = (order: Transaction): Promise<string> =>
  changed(order, { set: { status: "CANCELED" }, where: pending }, "canceled");

/** How what was paid differs from the order, in words, if it does: then it is for a person to look at. */
export function differing(order: Transaction, { amountMinor, currency }: Charged): string | undefined {
  const sameAmount = BigInt(amountMinor ?? order.amountMinor) === order.amountMinor;
  const sameCurrency = (currency?.toUpperCase() ?? order.currency) === order.currency;
  if (sameAmount && sameCurrency) return undefined;
  return `ordered ${order.amountMinor} ${order.currency}, paid ${amountMinor ?? "?"} ${currency?.toUpperCase() ?? "?"} (minor units)`;
}

/** Flags an order for a person to look at: its plan is withheld until it is paid as it was made. */
export async function flag(order: Transaction, why: string, subscriptionId?: string): Promise<string> {
  log.error("an order was not paid as it was made", { orderId: order.transactionId, why });
  const outcome = await changed(order, { set: { flagged: why }, where: unpaid }, "flagged");
  if (outcome === "flagged")
    await Flags.raise({ kind: "order", id: order.transactionId }, { why, userId: order.userId });
  const { transactionId: orderId, userId } = order;
  const { mode, plan, openedAtSeconds } = await Checkout.find(orderId);
  if (outcome === "flagged" && mode === "subscription")
    await Subscriptions.withhold(userId, { orderId, subscriptionId, plan, openedAtSeconds });
  return outcome;
}

/** @returns the outcome, or that the order's state does not let it be changed so */
const changed = async (order: Transaction, change: Transactions.Change, outcome: string): Promise<string> =>
  (await Transactions.change(order, change)) ? outcome : NOTHING;

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
