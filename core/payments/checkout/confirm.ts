import * as Clock from "../../kernel/clock/index.ts";
import type { Draft } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import * as Subscriptions from "../subscriptions/index.ts";
import * as Checkout from "./index.ts";

/** What becomes of an order: paid, failed, or left unpaid. Each is idempotent, and right in whatever order they come. */

/** What the provider says was paid; what it does not say is as the order has it. */
export interface Told {
  /** Minor units. */
  readonly amountMinor?: number | bigint | null | undefined;
  /** ISO 4217, in any letter case. */
  readonly currency?: string | null | undefined;
}

/** Thrown out of the entry that is not to be: the order was paid before. */
class PaidBefore extends Error {
  override readonly name = "PaidBefore";
}

/** Whether the money of an order came in; it may have gone back since. */
export const isPaid = ({ status }: Transaction): boolean => status === "SUCCEEDED" || status === "REFUNDED";

/**
 * Confirms an order that was paid: once, whatever became of it before. The platform sold it, so the money is the treasury's.
 * @throws as `Ledger.decide`
 */
export async function confirm(order: Transaction): Promise<string> {
  try {
    return await Ledger.decide({ reads: [Transactions.keyOf(order)] }, ({ items: [item] }) =>
      crediting(Transactions.of(item) ?? order),
    );
  } catch (error) {
    if (error instanceof PaidBefore) return "confirmed before";
    throw error;
  }
}

/** The entry that credits an order. @throws PaidBefore */
function crediting(order: Transaction): Draft<string> {
  if (isPaid(order)) throw new PaidBefore();
  const asset = order.currency;
  return {
    type: "PAYMENT",
    postings: Ledger.move(
      { account: "clearing:psp", asset },
      { account: "treasury", asset },
      order.amountMinor,
    ),
    actorId: order.userId,
    reason: `order ${order.transactionId}`,
    extraWrites: ({ entryId, createdAt }) => [{ update: paid(order, { entryId, completedAt: createdAt }) }],
    refused: () => "again",
    result: () => "confirmed",
  };
}

const UNPAID = "#status IN (:pending, :failed, :canceled)";
const unpaid = { ":pending": "PENDING", ":failed": "FAILED", ":canceled": "CANCELED" };

const paid = (
  order: Transaction,
  { completedAt, entryId }: { readonly completedAt: string; readonly entryId?: string },
): Table.Update => ({
  key: Transactions.keyOf(order),
  update: `SET #status = :succeeded, completedAt = :at${entryId === undefined ? "" : ", entryId = :entry"} REMOVE failureReason`,
  condition: UNPAID,
  names: { "#status": "status" },
  values: {
    ...unpaid,
    ":succeeded": "SUCCEEDED",
    ":at": completedAt,
    ...(entryId !== undefined && { ":entry": entryId }),
  },
});

/** Confirms an order that nothing was to be paid for: there is no money to book. */
export const confirmUnpaid = (order: Transaction): Promise<string> =>
  changed(paid(order, { completedAt: Clock.nowIso() }), "confirmed, nothing was to be paid");

/** Records that the payment failed in the end. An order that was paid stays so. */
export const failed = (order: Transaction, reason: string): Promise<string> =>
  changed(
    {
      key: Transactions.keyOf(order),
      update: "SET #status = :failed, failureReason = :reason",
      condition: "#status = :pending",
      names: { "#status": "status" },
      values: { ":pending": "PENDING", ":failed": "FAILED", ":reason": reason },
    },
    "failed",
  );

/** Records that nobody paid in time. An order that was paid, or whose payment failed, stays so. */
export const canceled = (order: Transaction): Promise<string> =>
  changed(
    {
      key: Transactions.keyOf(order),
      update: "SET #status = :canceled",
      condition: "#status = :pending",
      names: { "#status": "status" },
      values: { ":pending": "PENDING", ":canceled": "CANCELED" },
    },
    "canceled",
  );

/**
 * How what was paid differs from what was ordered, in words; undefined where it does not.
 * An order is paid whole or not at all: what differs is for a person to look at.
 */
export function differing(order: Transaction, { amountMinor, currency }: Told): string | undefined {
  const sameAmount = BigInt(amountMinor ?? order.amountMinor) === order.amountMinor;
  const sameCurrency = (currency?.toUpperCase() ?? order.currency) === order.currency;
  if (sameAmount && sameCurrency) return undefined;
  return `ordered ${order.amountMinor} ${order.currency}, paid ${amountMinor ?? "?"} ${currency?.toUpperCase() ?? "?"} (minor units)`;
}

/** Marks an order that somebody must look at: the plan that it was to begin is withheld until it is paid as it was made. */
export async function flag(order: Transaction, why: string, subscriptionId?: string): Promise<string> {
  log.error("an order was not paid as it was made", { orderId: order.transactionId, why });
  const outcome = await flagged(order, why);
  const { transactionId: orderId, userId } = order;
  const { mode, plan, openedAtSeconds } = await Checkout.find(orderId);
  if (outcome === "flagged" && mode === "subscription")
    await Subscriptions.withhold(userId, { orderId, subscriptionId, plan, openedAtSeconds });
  return outcome;
}

const flagged = (order: Transaction, why: string): Promise<string> =>
  changed(
    {
      key: Transactions.keyOf(order),
      update: "SET flagged = :why",
      condition: UNPAID,
      names: { "#status": "status" },
      values: { ...unpaid, ":why": why },
    },
    "flagged",
  );

/** @returns the outcome, or that the order's state does not let it be changed so */
async function changed(update: Table.Update, outcome: string): Promise<string> {
  try {
    await Table.update(update);
    return outcome;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return "nothing changed";
    throw error;
  }
}
