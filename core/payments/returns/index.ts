import { SvcError } from "../../kernel/errors.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type { EntryType } from "../../ledger/schema.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Suspense from "../../policy/suspense.ts";
import * as Merchants from "../merchants/index.ts";
import * as LimitCount from "../payments/counting.ts";
import * as Counts from "../payments/fees.ts";
import { type Receiver, receiverOf } from "../payments/parties.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { rebooking } from "./postings.ts";
import {
  type Change,
  disputeChanged,
  eventsOf,
  reasonOf,
  recordOf,
  recordWrite,
  referenceOf,
} from "./records.ts";
import * as State from "./state.ts";

/**
 * Money of a payment, or of an order, that went back by refunds and disputes, or came again. The provider has
 * moved it already, and its events come in any order and more than once; the ledger is brought to what they
 * come to (`state.ts`), by the difference to what was booked before (`postings.ts`).
 */

/** Another event was faster: what is left to book must be looked at anew. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

export type Booked = Pick<Change, "before" | "after">;

/**
 * Books what an event says. Where it moves money, the caller settles the payment first.
 * @throws as `Policy.post`
 */
export async function book(one: Transaction, event: State.ReturnEvent): Promise<Booked> {
  const booked = await bring(one, event);
  await LimitCount.followCount(one);
  return booked;
}

const bring = (one: Transaction, event: State.ReturnEvent): Promise<Booked> =>
  Table.retry(async () => {
    const payment = await Transactions.read(one);
    const seen = State.of(payment);
    const returns = State.after(seen, event);
    const [before, after] = [seen, returns].map((known) => State.goneOf(payment.amountMinor, known)) as [
      State.Gone,
      State.Gone,
    ];
    if (returns === seen) return { before, after };
    const change = { payment, event, before, after, returns: { ...returns, version: seen.version + 1n } };
    if (after.goneMinor === before.goneMinor) await note(change);
    else await post(change);
    warnOfExcess(change);
    return { before, after };
  });

/** Keeps what an event says that moves nothing: a dispute's status, or a refund that was told before. */
async function note(change: Change): Promise<void> {
  const { payment, event } = change;
  const telling = event.kind === "dispute" ? disputeChanged(change, (await receiverOf(payment)).ownerId) : [];
  await Table.commit([recordWrite(change, 0n), ...telling]);
}

/** Why money went back twice over, by a refund and by a dispute, is for a person to find out. */
function warnOfExcess({ payment: { transactionId: paymentId, amountMinor }, after }: Change): void {
  const { refundedMinor, disputedMinor } = after;
  if (refundedMinor + disputedMinor > amountMinor)
    log.error("more went back of a payment than was paid: somebody must look", {
      paymentId,
      amountMinor,
      refundedMinor,
      disputedMinor,
    });
}

/** @throws ConditionFailed where it is to be decided anew */
async function post(change: Change): Promise<void> {
  const { payment } = change;
  const receiver = await receiverOf(payment);
  try {
    await move(change, receiver);
  } catch (error) {
    const isShort = error instanceof SvcError && error.is(PlatformAccountShort);
    if (isShort || error instanceof Overtaken) throw new Table.ConditionFailed();
    throw error;
  }
}

/** Books what moves, in one entry with all that follows from it. */
async function move(change: Change, receiver: Receiver): Promise<void> {
  const { payment, before, after } = change;
  const { userId, transactionId: paymentId, currency, entryId: creditId } = payment;
  if (creditId === undefined) throw new TypeError(`the payment ${paymentId} was not credited`);
  const { wallet, merchant } = receiver;
  const [reward, treasury] = await Promise.all([
    Saveback.find({ userId, paymentId }),
    Ledger.balance("treasury", currency),
  ]);
  const holds = payment.holdId === undefined ? [] : [{ ...wallet, holdId: payment.holdId }];
  const credited = { ...creditedOf(payment), rewardRate: reward?.rate };
  const suspendAs = Transactions.suspenseOf(payment);
  await Policy.post(
    {
      ...{ initiator: wallet.account, opens: [wallet], holds, payDebtsFirst: true, suspendAs },
      reads: { flag: Suspense.flagKey(suspendAs) },
    },
    ({ state, holds: found, items: { flag } }) => {
      const hold = found.get(payment.holdId ?? "");
      const accounts = {
        ...{ wallet, available: state?.available ?? 0n, hold, treasury },
        suspended: Suspense.suspendedOf(flag)?.amount,
      };
      const booked = rebooking(credited, before.goneMinor, after.goneMinor, accounts);
      const { postings, holds: held, owedMinor, rewardMinor, debtWrites } = booked;
      const noted = { by: "psp", note: "it went back to its payer" };
      const suspenseWrites = Suspense.takeWrites(flag, booked.suspendedMinor, noted);
      const refundedMinor = after.goneMinor;
      return {
        type: typeOf(payment, after.goneMinor > before.goneMinor),
        postings,
        holds: held,
        actorId: "psp",
        reason: reasonOf(change),
        reference: referenceOf(change),
        events: ({ settled }) => eventsOf(change, receiver.ownerId, settled(wallet.account)),
        extraWrites: (entry) => [
          { ...recordWrite(change, owedMinor), onConditionFailed: () => new Overtaken() },
          ...Transactions.opening(recordOf(change, entry)),
          ...(merchant ? Merchants.volume(merchant.merchantId, before.goneMinor - after.goneMinor) : []),
          ...(reward ? Saveback.changing(reward, { amountMinor: rewardMinor, refundedMinor }) : []),
          ...debtWrites,
          ...suspenseWrites,
          ...Counts.telling(payment, merchant, refundedMinor, change.returns.version),
        ],
        result: () => undefined,
      };
    },
  );
}

/** What the entry is called: money that went back to the payer, or that came again. */
const typeOf = ({ merchantId, type }: Transaction, isRefund: boolean): EntryType =>
  merchantId === undefined && type === "payment"
    ? isRefund
      ? "TOP_UP_REFUND"
      : "TOP_UP"
    : isRefund
      ? "REFUND"
      : "PAYMENT";

/** An order is the platform's own sale: all of it is its commission. */
const creditedOf = ({ type, amountMinor, commissionMinor = 0n }: Transaction) => ({
  amountMinor,
  commissionMinor: type === "checkout" ? amountMinor : commissionMinor,
});
