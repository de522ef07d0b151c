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
  disputeOf,
  disputeStatus,
  type Gone,
  isOver,
  type ReturnEvent,
  of as seenOf,
} from "./state.ts";

/** What is written, and which events are sent, of money that went back of a payment or came again. */

/** What an event changes. */
export interface Change {
  readonly payment: Transaction;
  readonly event: ReturnEvent;
  readonly before: Gone;
  readonly after: Gone;
  readonly returns: Returns;
}

const movedOf = ({ before, after }: Change): bigint => after.goneMinor - before.goneMinor;

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** For the ledger: "refund of pi_1". */
export function reasonOf({ event, payment: { transactionId } }: Change): string {
  if (event.kind === "refund") return `refund of ${transactionId}`;
  if (event.kind === "dispute") return `dispute ${event.disputeId} of ${transactionId}`;
  return `refund ${event.refundId} of ${transactionId} has failed`;
}

/** What of the provider's it is; of refunds it may tell the sum alone, by the payment. */
export function referenceOf({ event, payment: { transactionId, type } }: Change): Reference {
  if (event.kind === "refund")
    return { kind: type === "checkout" ? "order" : "payment_intent", id: transactionId };
  if (event.kind === "dispute") return { kind: "dispute", id: event.disputeId };
  return { kind: "refund", id: event.refundId };
}

/**
 * The write that changes a payment's record, over what was read.
 * @param owedMinor what its receiver owes more
 */
export function recordWrite({ payment, returns, after }: Change, owedMinor: bigint): Table.Write {
  const { amountMinor, entryId, told, returns: seen } = payment;
  const { refundedMinor, disputedMinor } = after;
  const disputed = disputeStatus(returns);
  return {
    update: Transactions.keyOf(payment),
    set: {
      refundedMinor,
      disputedMinor,
      returns,
      ...(disputed !== undefined && { disputed }),
      told: nextSequence(payment),
      ...(entryId !== undefined && { status: refundedMinor === amountMinor ? "REFUNDED" : "SUCCEEDED" }),
    },
    add: owedMinor > 0n ? { owedMinor } : {},
    // Whether it was credited is part of what was read: it says which status it has.
    where: Where.all(Where.exists, Where.is({ entryId, told, "returns.version": seen?.version })),
  };
}

/** A transaction of its own in the payer's list. */
export function recordOf(change: Change, { entryId, createdAt }: After): NewTransaction {
  const { payment, event } = change;
  const { userId, transactionId, currency, cardLast4 } = payment;
  const moved = movedOf(change);
  const isDispute = event.kind === "dispute";
  const [went, came] = isDispute ? ["Dispute", "Won dispute"] : ["Refund", "Failed refund"];
  return {
    transactionId: entryId,
    userId,
    type: moved < 0n ? "reversal" : isDispute ? "dispute" : "refund",
    status: "SUCCEEDED",
    amountMinor: absolute(moved),
    currency,
    description: `${moved > 0n ? went : came} of ${payment.description || "a payment"}`,
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
 * The payer's e-mail of a refund, and of one that failed; the receiver's of a dispute, and of what comes
 * again.
 * @param settledMinor how much of what comes again pays what the receiver owed
 */
export function eventsOf(change: Change, ownerId: string, settledMinor: bigint): Table.Write[] {
  const { payment, event } = change;
  const moved = movedOf(change);
  const payer = payloadOf(payment, absolute(moved));
  const owner = { ...payer, userId: ownerId };
  const restored = Outbox.write(paymentRestored, {
    ...owner,
    settled: payloadOf(payment, settledMinor).amount,
  });
  const isOwn = payment.type === "checkout" || ownerId === payment.userId;
  if (event.kind === "dispute") {
    if (payment.type === "checkout") return [];
    return [moved > 0n ? Outbox.write(paymentDisputed, owner) : restored, ...disputeChanged(change, ownerId)];
  }
  if (moved > 0n)
    return [Outbox.write(paymentRefunded, payer), ...refundEvents("payment.refunded", change, ownerId)];
  return [
    Outbox.write(refundFailed, payer),
    ...(isOwn ? [] : [restored]),
    ...refundEvents("payment.refund_failed", change, ownerId),
  ];
}

/** What webhooks are told of a dispute by an event that says something new, whether it moves money or not. */
export function disputeChanged({ payment, event, returns }: Change, ownerId: string): Table.Write[] {
  if (event.kind !== "dispute" || payment.type === "checkout") return [];
  const { disputeId } = event;
  const [before, now] = [disputeOf(seenOf(payment), disputeId), disputeOf(returns, disputeId)];
  if (!now || (before && isAlike(before, now))) return [];
  const hasEnded = isOver(now) && !(before && isOver(before));
  const type = hasEnded ? "dispute.closed" : before ? "dispute.updated" : "dispute.created";
  const { amountMinor, createdSeconds } = event.about ?? {
    amountMinor: now.withdrawnMinor,
    createdSeconds: event.atSeconds,
  };
  const one = { ...now, disputeId, amountMinor, createdSeconds };
  return [disputeEvent(type, one, payment, { userId: ownerId, sequence: nextSequence(payment) })];
}

/** Whether they differ in nothing that is shown: the provider tells of one and the same more than once. */
const isAlike = (one: Dispute, other: Dispute): boolean =>
  one.status === other.status &&
  one.withdrawnMinor === other.withdrawnMinor &&
  one.reinstatedMinor === other.reinstatedMinor;

/** What webhooks are told of a refund. An order's customer has its own event of what was bought alone. */
const refundEvents = (
  type: "payment.refunded" | "payment.refund_failed",
  { payment, after: { refundedMinor } }: Change,
  ownerId: string,
): Table.Write[] =>
  payment.type === "checkout"
    ? []
    : cardPaymentEvents(type, { ...payment, refundedMinor }, ownerId, nextSequence(payment));
