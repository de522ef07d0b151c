import * as z from "zod";
import * as Flags from "../../flags/index.ts";
import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { max, min } from "../../kernel/money/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Where from "../../platform/table/where.ts";
import { confirm, describeDifference, flag, isPaid } from "../checkout/confirm.ts";
import * as Customers from "../customers/index.ts";
import * as Facts from "../payments/facts.ts";
import { settle } from "../payments/settle.ts";
import { ignoreUnknown, secondsOf } from "../payments/webhooks.ts";
import * as Transactions from "../records/index.ts";
import { ORDER, objectId } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import { book } from "./index.ts";
import type { Dispute } from "./state.ts";

/** The provider's events of refunds, failed refunds and disputes. A won dispute reinstates the payment. */

const disputeObject = z.looseObject({
  id: z.string(),
  payment_intent: objectId.nullish(),
  amount: z.int().min(0),
  currency: z.string(),
  status: z.string().default(""),
  created: z.int().optional(),
  balance_transactions: z
    .array(z.looseObject({ amount: z.int(), currency: z.string().nullish() }))
    .nullish()
    .transform((list) => list ?? []),
});
type DisputeObject = z.output<typeof disputeObject>;

const refundObject = z.looseObject({
  id: z.string(),
  payment_intent: objectId.nullish(),
  amount: z.int().min(0),
  created: z.int().default(0),
  status: z.string().nullish(),
});

/** Finds the payment or order of an intent in our records or at the provider. */
async function findPayment(intentId: string | null | undefined): Promise<Transaction | undefined> {
  if (intentId === undefined || intentId === null) return undefined;
  const known = await Transactions.find(intentId);
  if (known) return known;
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(intentId));
  const facts = intent && Facts.parseIntent(intent);
  return facts && ((await findOrder(facts)) ?? Facts.findOrOpen(facts));
}

/** Returns the order of a charge or intent by our metadata: its session's event may still be pending. */
async function findOrder({ metadata }: Facts.Facts): Promise<Transaction | undefined> {
  const orderId = metadata[ORDER];
  return orderId === undefined ? undefined : Transactions.find(orderId);
}

const chargeRefunded: PspHandler = async (event) => {
  const charge = Facts.parseCharge(event.data.object);
  if (!charge) return ignoreUnknown(event);
  const one = (await findOrder(charge)) ?? (await Facts.findOrOpen(charge));
  if (!one) return handleUnknownRefund(event, charge);
  if (!charge.captured) return "nothing was captured, so nothing was refunded";
  if (!(await (one.type === "payment" ? isSettled(one, charge) : isConfirmed(one, charge)))) return "flagged";
  // Settlement may have found a partial capture.
  return refund(await Transactions.read(one), totalRefunded(charge, event), event.created);
};

/**
 * From this version of the provider's API on, a partial capture is not a refund. Before it, the released part counts as
 * refunded (docs.stripe.com/changelog/basil/2025-03-31: "Partially capturing or canceling payments no longer
 * creates a Refund").
 */
const RELEASES_ARE_NO_REFUNDS_SINCE = "2025-03-31";

/** Returns the total refunded part of the captured amount; undefined if the event does not state it. */
function totalRefunded(
  { amountMinor, receivedMinor, refundedMinor }: Facts.ChargeFacts,
  { api_version: version }: PspEvent,
): bigint | undefined {
  const isOld = version !== undefined && version !== null && version < RELEASES_ARE_NO_REFUNDS_SINCE;
  if (!isOld || refundedMinor === undefined || amountMinor === undefined) return refundedMinor;
  const released = amountMinor - (receivedMinor ?? amountMinor);
  return max(refundedMinor - released, 0n);
}

const isSettled = async (payment: Transaction, paid: Partial<Facts.Facts> = {}): Promise<boolean> =>
  (await settle(payment, paid)) !== "flagged";

/** Returns whether an order is paid, or can be confirmed as paid. */
async function isConfirmed(order: Transaction, charge: Facts.ChargeFacts): Promise<boolean> {
  if (isPaid(order)) return true;
  const difference = describeDifference(order, charge);
  if (difference === undefined) await confirm(order);
  else await flag(order, difference);
  return difference === undefined;
}

/** @param refundedMinor the total; defaults to the paid amount, which is also the maximum */
async function refund(
  one: Transaction,
  refundedMinor: bigint | undefined,
  atSeconds: number,
): Promise<string> {
  const { amountMinor: paidMinor } = one;
  const amountMinor = min(refundedMinor ?? paidMinor, paidMinor);
  const { before, after } = await book(one, { kind: "refund", amountMinor, atSeconds: BigInt(atSeconds) });
  if (after.refundedMinor === before.refundedMinor) return "refunded before";
  return after.refundedMinor === paidMinor ? "refunded" : "refunded in part";
}

/**
 * Handles a refund of a payment without a record. If the customer is ours, the payment's event may still be pending, so
 * this event is retried for a day; after that the refund is not booked, and the payment is flagged.
 */
async function handleUnknownRefund(event: PspEvent, { paymentId, captured, customer }: Facts.ChargeFacts) {
  const userId = customer === undefined ? undefined : await Customers.findUser(customer);
  if (userId === undefined || !captured) return ignoreUnknown(event, paymentId);
  if (Clock.nowSeconds() - secondsOf(event) < DAY_SECONDS)
    throw new Error(`the refunded payment ${paymentId} has no record yet`);
  const why = `the payment is refunded at the provider and has no record; the event ${event.id} was not booked`;
  await Flags.raise({ kind: "payment", id: paymentId }, { why, userId });
  log.error(
    "payment provider: refund not booked, its payment has no record, flagged; in the provider's dashboard resend the payment's events, then this event, then resolve its flag in the admin queue",
    {
      eventId: event.id,
      paymentId,
      userId,
    },
  );
  return "flagged";
}

/** Reverses a failed refund. */
const refundChanged: PspHandler = async (event) => {
  const { id, payment_intent, amount, created, status } = refundObject.parse(event.data.object);
  const hasFailed = event.type === "refund.failed" || status === "failed" || status === "canceled";
  if (!hasFailed) return "the refund has not failed";
  const one = await findPayment(payment_intent);
  if (!one) return ignoreUnknown(event);
  const { before, after } = await book(one, {
    kind: "failed refund",
    refundId: id,
    amountMinor: BigInt(amount),
    createdSeconds: BigInt(created),
    atSeconds: BigInt(secondsOf(event)),
  });
  return after.refundedMinor === before.refundedMinor ? "nothing to undo" : "the refund is undone";
};

type MovedAmounts = Partial<Pick<Dispute, "withdrawnMinor" | "reinstatedMinor">>;

const handleDispute =
  (movedOf: (dispute: DisputeObject) => MovedAmounts): PspHandler =>
  async (event) => {
    const dispute = disputeObject.parse(event.data.object);
    const { id: disputeId, status, currency } = dispute;
    const one = await findPayment(dispute.payment_intent);
    if (!one) return ignoreUnknown(event);
    if (currency.toUpperCase() !== one.currency) return flagDispute(one, dispute);
    const { withdrawnMinor = 0n, reinstatedMinor = 0n } = movedOf(dispute);
    if (withdrawnMinor + reinstatedMinor > 0n && !(await isCredited(one))) return "flagged";
    const { before, after } = await book(one, {
      kind: "dispute",
      disputeId,
      withdrawnMinor,
      reinstatedMinor,
      status,
      atSeconds: BigInt(secondsOf(event)),
      about: {
        amountMinor: BigInt(dispute.amount),
        createdSeconds: BigInt(dispute.created ?? secondsOf(event)),
      },
    });
    const taken = after.disputedMinor - before.disputedMinor;
    if (taken === 0n) return `disputed: ${status}`;
    return taken > 0n ? "disputed: taken back" : "disputed: credited again";
  };

/** Returns whether the disputed payment is credited, or credits it: only a received payment moves money. */
async function isCredited(one: Transaction): Promise<boolean> {
  if (one.type === "checkout") {
    if (!isPaid(one)) await confirm(one);
    return true;
  }
  const isFlagged = one.entryId === undefined && one.flagged !== undefined;
  return !isFlagged && isSettled(one);
}

/** Returns the amount that the provider moved: the sum of its list, or the whole dispute without one. */
function sumOf({ balance_transactions: list, currency, amount }: DisputeObject, sign: 1 | -1): bigint {
  const moved = list.filter((one) => (one.currency ?? currency) === currency && one.amount * sign > 0);
  return BigInt(moved.length > 0 ? moved.reduce((sum, one) => sum + one.amount * sign, 0) : amount);
}

async function flagDispute(one: Transaction, { id, amount, currency }: DisputeObject): Promise<string> {
  const why = `the dispute ${id} is of ${amount} ${currency} (minor units), the payment was in ${one.currency}`;
  await Flags.raise({ kind: "dispute", id }, { why, userId: one.userId });
  await Transactions.change(one, { set: { flagged: why }, where: Where.exists });
  log.error(
    "dispute: in another currency than its payment, not booked, flagged; compare it with the provider, then resolve its flag in the admin queue",
    {
      disputeId: id,
      paymentId: one.transactionId,
      why,
    },
  );
  return "flagged";
}

const statusChanged = handleDispute(() => ({}));

export const handlers: Readonly<Record<string, PspHandler>> = {
  "charge.refunded": chargeRefunded,
  "refund.failed": refundChanged,
  "refund.updated": refundChanged,
  "charge.refund.updated": refundChanged,
  "charge.dispute.created": statusChanged,
  "charge.dispute.updated": statusChanged,
  "charge.dispute.closed": statusChanged,
  "charge.dispute.funds_withdrawn": handleDispute((one) => ({ withdrawnMinor: sumOf(one, -1) })),
  "charge.dispute.funds_reinstated": handleDispute((one) => ({ reinstatedMinor: sumOf(one, 1) })),
};
