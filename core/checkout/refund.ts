import * as Assets from "../assets/index.ts";
import { SvcError } from "../errors.ts";
import type { Draft } from "../ledger/draft.ts";
import { PlatformAccountShort } from "../ledger/errors.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, Posting } from "../ledger/schema.ts";
import * as Money from "../money/index.ts";
import * as Outbox from "../outbox/index.ts";
import { paymentRefunded } from "../payments/events.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import { confirm, differing, flag, isPaid, type Told } from "./confirm.ts";

/** Giving an order's money back: the provider has done it already, the ledger follows. */

/** What an event says of an order's charge. */
export interface RefundedCharge extends Told {
  /** How much of it was refunded up to now, in minor units: cumulative, so a repeated or an old event adds nothing. */
  readonly refundedMinor: bigint;
}

/** Thrown out of the entry that is not to be: this much was refunded before. */
class RefundedBefore extends Error {
  override readonly name = "RefundedBefore";
}

/** How often the treasury may be emptied by others while we look at it. */
const MAX_ATTEMPTS = 5;

/**
 * Books what was refunded of an order and not booked yet: out of the treasury, and what it lacks out of `receivable`. A refund
 * whose payment was not heard of yet settles that first.
 * @throws as `Ledger.decide`
 */
export async function refund(order: Transaction, charge: RefundedCharge): Promise<string> {
  const difference = isPaid(order) ? undefined : differing(order, charge);
  if (difference !== undefined) return flag(order, difference);
  if (!isPaid(order)) await confirm(order);
  let own = order.amountMinor;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attempted(order, charge, own);
    } catch (error) {
      if (error instanceof RefundedBefore) return "refunded before";
      if (!(error instanceof SvcError && error.is(PlatformAccountShort))) throw error;
      own = attempt < MAX_ATTEMPTS ? await Ledger.balance("treasury", order.currency) : 0n;
    }
  }
}

/** @param own how much the treasury can give. @throws RefundedBefore, PLATFORM_ACCOUNT_SHORT */
const attempted = (order: Transaction, { refundedMinor }: RefundedCharge, own: bigint): Promise<string> =>
  Ledger.decide({ reads: [Transactions.keyOf(order)] }, ({ items: [item] }) =>
    refunding(Transactions.of(item) ?? order, refundedMinor, own),
  );

/** The entry that gives back what is left to give of `upTo`. @throws RefundedBefore */
function refunding(order: Transaction, upTo: bigint, own: bigint): Draft<string> {
  const { amountMinor, refundedMinor: before, currency: asset, transactionId: orderId } = order;
  const after = upTo < amountMinor ? upTo : amountMinor;
  const amount = after - before;
  if (amount <= 0n) throw new RefundedBefore();
  const fromTreasury = own < amount ? own : amount;
  return {
    type: "REFUND",
    postings: [
      ...taking({ account: "treasury", asset }, fromTreasury),
      ...taking({ account: "receivable", asset }, amount - fromTreasury),
      { account: "clearing:psp", asset, bucket: "available", amount },
    ],
    actorId: order.userId,
    reason: `refund of order ${orderId}`,
    events: [
      Outbox.write(paymentRefunded, {
        userId: order.userId,
        paymentId: orderId,
        amount: Money.format(amount, Assets.get(asset).decimals),
        asset,
      }),
    ],
    extraWrites: ({ entryId, createdAt }) => [
      { update: refunded(order, after) },
      ...Transactions.opening({
        transactionId: entryId,
        userId: order.userId,
        type: "refund",
        status: "SUCCEEDED",
        amountMinor: amount,
        currency: asset,
        description: `Refund of ${orderId}`,
        metadata: {},
        cardLast4: order.cardLast4,
        createdAt,
        completedAt: createdAt,
        refundedMinor: 0n,
        needsApproval: false,
        entryId,
      }),
    ],
    refused: () => "again",
    result: () => (after === amountMinor ? "refunded" : "refunded in part"),
  };
}

const taking = (from: AccountRef, amount: bigint): Posting[] =>
  amount > 0n ? [{ ...from, bucket: "available", amount: -amount }] : [];

const refunded = (order: Transaction, after: bigint) => ({
  key: Transactions.keyOf(order),
  update: "SET refundedMinor = :after, #status = :status",
  condition: "refundedMinor = :before AND #status = :succeeded",
  names: { "#status": "status" },
  values: {
    ":after": after,
    ":before": order.refundedMinor,
    ":succeeded": "SUCCEEDED",
    ":status": after === order.amountMinor ? "REFUNDED" : "SUCCEEDED",
  },
});
