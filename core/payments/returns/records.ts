import { assertNever } from "../../kernel/errors.ts";
import { max } from "../../kernel/money/index.ts";
import type { After } from "../../ledger/draft.ts";
import type { Reference } from "../../ledger/schema.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { cardPaymentEvents, disputeEvent, nextSequence } from "../api-events.ts";
import { paymentDisputed, paymentRefunded, paymentRestored, refundFailed } from "../payments/events.ts";
import { payloadOf } from "../payments/states.ts";
import * as Transactions from "../records/index.ts";
import type { NewTransaction, Returns, Transaction } from "../records/schema.ts";
import {
  type Dispute,
  findDispute,
  isClosed,
  latestDisputeStatus,
  type ReturnEvent,
  type Returned,
  readReturns,
} from "./state.ts";

/** The records and events of returned and reinstated money. */

export interface Change {
  readonly payment: Transaction;
  readonly event: ReturnEvent;
  readonly before: Returned;
  readonly after: Returned;
  readonly returns: Returns;
}

const movedOf = ({ before, after }: Change): bigint => after.returnedMinor - before.returnedMinor;

/** Returns the reason of the entry: "refund of pi_1". */
export function formatReason({ event, payment: { transactionId } }: Change): string {
  switch (event.kind) {
    case "refund":
      return `refund of ${transactionId}`;
    case "dispute":
      return `dispute ${event.disputeId} of ${transactionId}`;
    case "failed refund":
      return `refund ${event.refundId} of ${transactionId} has failed`;
    default:
      return assertNever(event);
  }
}

/** Returns the entry's reference: the dispute, the failed refund, or for a refund the payment, whose total it states. */
export function toReference({ event, payment: { transactionId, type } }: Change): Reference {
  switch (event.kind) {
    case "refund":
      return { kind: type === "checkout" ? "order" : "payment_intent", id: transactionId };
    case "dispute":
      return { kind: "dispute", id: event.disputeId };
    case "failed refund":
      return { kind: "refund", id: event.refundId };
    default:
      return assertNever(event);
  }
}

/** Returns the write of a payment's record if the version is unchanged since it was read. @param owedMinor the recipient's new debt */
export function recordWrite({ payment, returns, after }: Change, owedMinor: bigint): Table.Write {
  const { amountMinor, entryId, told, returns: seen } = payment;
  const { refundedMinor, disputedMinor } = after;
  return {
    update: Transactions.keyOf(payment),
    set: {
      refundedMinor,
      disputedMinor,
      returns,
      disputed: latestDisputeStatus(returns),
      told: nextSequence(payment),
      ...(entryId !== undefined && { status: refundedMinor === amountMinor ? "REFUNDED" : "SUCCEEDED" }),
    },
    add: owedMinor > 0n ? { owedMinor } : {},
    // The condition includes the credit, since the status depends on it.
    where: Where.all(Where.exists, Where.is({ entryId, told, "returns.version": seen?.version })),
  };
}

/** Returns the transaction of the return in the payer's list. */
export function toTransaction(change: Change, { entryId, createdAt }: After): NewTransaction {
  const { payment, event } = change;
  const { userId, transactionId, currency, cardLast4 } = payment;
  const moved = movedOf(change);
  const isReversal = moved < 0n;
  const isDispute = event.kind === "dispute";
  const [returned, reversed] = isDispute ? ["Dispute", "Won dispute"] : ["Refund", "Failed refund"];
  return {
    transactionId: entryId,
    userId,
    type: isReversal ? "reversal" : isDispute ? "dispute" : "refund",
    status: "SUCCEEDED",
    amountMinor: max(moved, -moved),
    currency,
    description: `${isReversal ? reversed : returned} of ${payment.description || "a payment"}`,
    metadata: { payment: transactionId },
    createdAt,
    completedAt: createdAt,
    refundedMinor: 0n,
    needsApproval: false,
    entryId,
    cardLast4,
  };
}

/**
 * Returns the notifications of a refund or a failed refund for the payer, and of a dispute or a reinstatement for the
 * recipient, with their webhook events.
 * @param settledMinor the part of a reinstatement that paid the recipient's debts
 */
export function eventWrites(change: Change, ownerId: string, settledMinor: bigint): Table.Write[] {
  const { payment, event } = change;
  const moved = movedOf(change);
  const payer = payloadOf(payment, max(moved, -moved));
  const owner = { ...payer, userId: ownerId };
  const restored = Outbox.write(paymentRestored, {
    ...owner,
    settled: payloadOf(payment, settledMinor).amount,
  });
  if (event.kind === "dispute") {
    if (payment.type === "checkout") return [];
    return [
      moved > 0n ? Outbox.write(paymentDisputed, owner) : restored,
      ...disputeEventWrites(change, ownerId),
    ];
  }
  if (moved > 0n)
    return [Outbox.write(paymentRefunded, payer), ...refundEvents("payment.refunded", change, ownerId)];
  return [
    Outbox.write(refundFailed, payer),
    ...(ownerId === payment.userId ? [] : [restored]),
    ...refundEvents("payment.refund_failed", change, ownerId),
  ];
}

/** Returns the webhook event of a dispute that changed, whether money moves or not. */
export function disputeEventWrites({ payment, event, returns }: Change, ownerId: string): Table.Write[] {
  if (event.kind !== "dispute" || payment.type === "checkout") return [];
  const { disputeId } = event;
  const [before, now] = [findDispute(readReturns(payment), disputeId), findDispute(returns, disputeId)];
  if (!now || (before && isSameState(before, now))) return [];
  const hasEnded = isClosed(now) && !(before && isClosed(before));
  const type = hasEnded ? "dispute.closed" : before ? "dispute.updated" : "dispute.created";
  const one = { ...now, disputeId, ...event.about };
  return [disputeEvent(type, one, payment, { userId: ownerId, sequence: nextSequence(payment) })];
}

/** Returns whether two states have the same fields in events. The provider may report one state twice. */
const isSameState = (one: Dispute, other: Dispute): boolean =>
  one.status === other.status &&
  one.withdrawnMinor === other.withdrawnMinor &&
  one.reinstatedMinor === other.reinstatedMinor;

/** Returns the webhook events of a refund. An order has an event of its purchase only. */
const refundEvents = (
  type: "payment.refunded" | "payment.refund_failed",
  { payment, after: { refundedMinor } }: Change,
  ownerId: string,
): Table.Write[] =>
  payment.type === "checkout"
    ? []
    : cardPaymentEvents(type, { ...payment, refundedMinor }, ownerId, nextSequence(payment));
