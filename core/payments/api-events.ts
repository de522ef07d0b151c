import * as ApiEvents from "../platform/api-events/index.ts";
import type { Write } from "../platform/table/index.ts";
import type { Transaction } from "./records/schema.ts";

/** Webhook events of payments, orders and disputes, all in the live ledger. */

interface PaymentFacts {
  readonly paymentId: string;
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly asset: string;
  readonly method: "account" | "card" | "qr" | "scheduled";
  readonly merchantId: string | undefined;
  readonly description: string;
  readonly createdAt: string;
  readonly failureReason?: string | undefined;
}

type PaymentEventType = "payment.succeeded" | "payment.failed" | "payment.refunded" | "payment.refund_failed";

/**
 * Returns the event of a payment for one user.
 * @param sequence the number of events of the payment, this one included
 */
function paymentEvent(
  type: PaymentEventType,
  one: PaymentFacts,
  { userId, direction }: { readonly userId: string; readonly direction: "in" | "out" },
  sequence: bigint,
): Write {
  const owner = { mode: "live" as const, userId };
  const paid = one.refunded > 0n && one.refunded === one.amount ? "refunded" : "succeeded";
  const payment = {
    ...ApiEvents.objectOf("payment", owner, { id: one.paymentId, createdAt: one.createdAt }),
    direction,
    amount: ApiEvents.amountOf(one.amount, one.asset),
    refunded_amount: ApiEvents.amountOf(one.refunded, one.asset),
    asset: one.asset,
    status: type === "payment.failed" ? "failed" : paid,
    method: one.method,
    merchant: one.merchantId ?? null,
    description: one.description || null,
    failure_reason: one.failureReason ?? null,
  };
  return ApiEvents.eventWrite(owner, type, payment, sequence);
}

/** Returns the events of a payment for its payer and for its merchant's owner. */
export const paymentEvents = (
  type: PaymentEventType,
  one: PaymentFacts,
  { payerId, ownerId }: { readonly payerId: string; readonly ownerId: string },
  sequence: bigint,
): Write[] => [
  paymentEvent(type, one, { userId: payerId, direction: "out" }, sequence),
  paymentEvent(type, one, { userId: ownerId, direction: "in" }, sequence),
];

/** Returns the next sequence number of a transaction's events. */
export const nextSequence = ({ told = 0n }: Pick<Transaction, "told">): bigint => told + 1n;

/** Returns the events of a card payment for its payer and its merchant's owner; of a top-up only for its payer. */
export const cardPaymentEvents = (
  type: PaymentEventType,
  one: Transaction,
  ownerId: string | undefined,
  sequence: bigint,
): Write[] => {
  const facts: PaymentFacts = {
    paymentId: one.transactionId,
    amount: one.amountMinor,
    refunded: one.refundedMinor,
    asset: one.currency,
    method: "card",
    merchantId: one.merchantId,
    description: one.description,
    createdAt: one.createdAt,
    failureReason: one.failureReason,
  };
  const { userId, merchantId } = one;
  if (merchantId !== undefined && ownerId !== undefined)
    return paymentEvents(type, facts, { payerId: userId, ownerId }, sequence);
  return [
    paymentEvent(type, facts, { userId, direction: merchantId === undefined ? "in" : "out" }, sequence),
  ];
};

/** Returns the event of a paid order for its customer. */
export const orderEvent = ({ userId, transactionId, ...order }: Transaction): Write => {
  const owner = { mode: "live" as const, userId };
  return ApiEvents.eventWrite(owner, "order.paid", {
    ...ApiEvents.objectOf("order", owner, { id: transactionId, createdAt: order.createdAt }),
    amount: ApiEvents.amountOf(order.amountMinor, order.currency),
    asset: order.currency,
    status: "paid",
    description: order.description || null,
  });
};

interface DisputeFacts {
  readonly disputeId: string;
  readonly amountMinor: bigint;
  readonly withdrawnMinor: bigint;
  readonly reinstatedMinor: bigint;
  readonly status: string;
  /** UNIX seconds. */
  readonly createdSeconds: bigint;
}

/** Returns the event of a dispute for the recipient of the payment. */
export function disputeEvent(
  type: "dispute.created" | "dispute.updated" | "dispute.closed",
  one: DisputeFacts,
  { transactionId, currency }: Pick<Transaction, "transactionId" | "currency">,
  { userId, sequence }: { readonly userId: string; readonly sequence: bigint },
): Write {
  const owner = { mode: "live" as const, userId };
  const createdAt = new Date(Number(one.createdSeconds) * 1000).toISOString();
  const amount = (units: bigint) => ApiEvents.amountOf(units, currency);
  const dispute = {
    ...ApiEvents.objectOf("dispute", owner, { id: one.disputeId, createdAt }),
    payment: transactionId,
    amount: amount(one.amountMinor),
    taken_amount: amount(one.withdrawnMinor),
    returned_amount: amount(one.reinstatedMinor),
    asset: currency,
    status: one.status,
  };
  return ApiEvents.eventWrite(owner, type, dispute, sequence);
}
