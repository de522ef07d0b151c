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

/** The outcome of an order: paid, failed or canceled. Idempotent, for events in any order. */

/** A payment as the provider reports it. A missing field counts as equal to the order's. */
interface ReportedPayment {
  /** Minor units. */
  readonly amountMinor?: number | bigint | null | undefined;
  /** ISO 4217, in upper or lower case. */
  readonly currency?: string | null | undefined;
}

/** Returns whether an order was paid, even if it was refunded later. */
export const isPaid = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

/** Confirms a paid order once. The platform is the seller, so the money goes to the treasury. @throws as `Policy.post` */
export function confirm(order: Transaction): Promise<string> {
  const entry = Policy.post({ reads: { order: Transactions.keyOf(order) } }, ({ items }) => {
    if (isPaid(items.order ? transaction.parse(items.order) : order)) throw new Transactions.NothingToPost();
    return {
      type: "PAYMENT",
      postings: salePostings(order),
      actorId: order.userId,
      reason: `order ${order.transactionId}`,
      reference: { kind: "order", id: order.transactionId },
      extraWrites: ({ entryId, createdAt }) => [
        { update: Transactions.keyOf(order), ...paidChange(createdAt, entryId) },
      ],
      events: [orderEvent(order)],
      result: () => "confirmed",
    };
  });
  return Transactions.ignoreNothingToPost(entry, "confirmed before");
}

export const salePostings = ({
  amountMinor,
  currency,
}: Pick<Transaction, "amountMinor" | "currency">): Posting[] =>
  Ledger.move(
    systemRef("live", "clearing:psp", currency),
    systemRef("live", "treasury", currency),
    amountMinor,
  );

const unpaid = Where.oneOf("status", ["PENDING", "FAILED", "CANCELED"]);
const pending = Where.is({ status: "PENDING" });

const paidChange = (completedAt: string, entryId?: string): Transactions.Change => ({
  set: {
    status: "SUCCEEDED",
    completedAt,
    failureReason: undefined,
    ...(entryId !== undefined && { entryId }),
  },
  where: unpaid,
});

/** Confirms a free order, which has no money to book. */
async function confirmFree(order: Transaction): Promise<string> {
  const isNew = await Table.tryCommit([
    { update: Transactions.keyOf(order), ...paidChange(Clock.nowIso()) },
    orderEvent(order),
  ]);
  return isNew ? "confirmed without a payment" : NOTHING;
}

const NOTHING = "nothing changed";

/** Records that the payment of a pending order failed. */
export const recordFailure = (order: Transaction, failureReason: string): Promise<string> =>
  changeOrder(order, { set: { status: "FAILED", failureReason }, where: pending }, "failed");

/** Records that a pending order was not paid in time. */
export const recordCancellation = (order: Transaction): Promise<string> =>
  changeOrder(order, { set: { status: "CANCELED" }, where: pending }, "canceled");

/** Describes for a staff member how the payment differs from the order; undefined if it does not. */
export function describeDifference(
  order: Transaction,
  { amountMinor, currency }: ReportedPayment,
): string | undefined {
  const sameAmount = BigInt(amountMinor ?? order.amountMinor) === order.amountMinor;
  const sameCurrency = (currency?.toUpperCase() ?? order.currency) === order.currency;
  if (sameAmount && sameCurrency) return undefined;
  return `ordered ${order.amountMinor} ${order.currency}, paid ${amountMinor ?? "?"} ${currency?.toUpperCase() ?? "?"} (minor units)`;
}

/** Flags an unpaid order for a staff member. Its plan is withheld until the order is paid correctly. */
export async function flag(order: Transaction, why: string, subscriptionId?: string): Promise<string> {
  const { transactionId: orderId, userId } = order;
  const outcome = await changeOrder(order, { set: { flagged: why }, where: unpaid }, "flagged");
  if (outcome === "flagged") {
    await Flags.raise({ kind: "order", id: orderId }, { why, userId });
    log.error(
      "order: payment not booked, order flagged; compare it with the provider, then resolve its flag in the admin queue",
      {
        orderId,
        userId,
        why,
      },
    );
  } else
    log.error("order: paid already, a differing payment not booked; compare the order with the provider", {
      orderId,
      userId,
      why,
    });
  const { mode, plan, openedAtSeconds } = await Checkout.find(orderId);
  if (outcome === "flagged" && mode === "subscription")
    await Subscriptions.withhold(userId, { orderId, subscriptionId, plan, openedAtSeconds });
  return outcome;
}

/** @returns the outcome, or that the order's state does not allow the change */
const changeOrder = async (
  order: Transaction,
  change: Transactions.Change,
  outcome: string,
): Promise<string> => ((await Transactions.change(order, change)) ? outcome : NOTHING);

interface OrderPayment extends ReportedPayment {
  /** Whether the order was free. */
  readonly isFree?: boolean;
  /** The subscription of the order, if known. */
  readonly subscriptionId: string | undefined;
}

/**
 * Books the payment of an order once, and activates its plan. A subscription's first payment has two events, of the
 * session and of the first invoice: both refer to the order's own transaction.
 */
export async function fulfil(order: Transaction, payment: OrderPayment): Promise<string> {
  const difference = describeDifference(order, payment);
  if (difference !== undefined) return flag(order, difference, payment.subscriptionId);
  const outcome = await (payment.isFree ? confirmFree(order) : confirm(order));
  const { mode, plan, openedAtSeconds } = await Checkout.find(order.transactionId);
  if (mode === "payment") return outcome;
  // Also for an order that was confirmed before: the process may have ended in between.
  const activated = await Subscriptions.activate(order.userId, {
    orderId: order.transactionId,
    subscriptionId: payment.subscriptionId,
    plan,
    openedAtSeconds,
  });
  return `${outcome}; ${activated}`;
}
