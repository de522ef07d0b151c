import { isAnyOf } from "../../kernel/errors.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type { EntryType } from "../../ledger/schema.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Suspense from "../../policy/suspense.ts";
import * as Merchants from "../merchants/index.ts";
import * as Counting from "../payments/counting.ts";
import * as Fees from "../payments/fees.ts";
import { type Receiver, receiverOf } from "../payments/parties.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { planRebooking } from "./postings.ts";
import {
  type Change,
  disputeEventWrites,
  eventWrites,
  formatReason,
  recordWrite,
  toReference,
  toTransaction,
} from "./records.ts";
import * as State from "./state.ts";

/**
 * Refunds and disputes of payments and orders, and their reversals. The provider has already moved the money, and its
 * events come in any order and more than once. The ledger follows their total (`state.ts`) by the difference to the
 * previous total (`postings.ts`).
 */

type Booked = Pick<Change, "before" | "after">;

/**
 * Books an event. If the event moves money, the payment must be credited already.
 * @throws as `Policy.post`; TypeError if the payment is not credited
 */
export async function book(one: Transaction, event: State.ReturnEvent): Promise<Booked> {
  const booked = await bookReturn(one, event);
  await Counting.updateCount(one);
  return booked;
}

const bookReturn = (one: Transaction, event: State.ReturnEvent): Promise<Booked> =>
  Table.retryPlan(
    async () => {
      const payment = await Transactions.read(one);
      const seen = State.readReturns(payment);
      const returns = State.applyEvent(seen, event);
      const before = State.sumReturned(payment.amountMinor, seen);
      const after = State.sumReturned(payment.amountMinor, returns);
      if (returns === seen) return { before, after };
      const change = { payment, event, before, after, returns: { ...returns, version: seen.version + 1n } };
      const receiver = await receiverOf(payment);
      if (after.returnedMinor === before.returnedMinor) await recordOnly(change, receiver);
      else await rebook(change, receiver);
      warnOfExcess(change);
      return { before, after };
    },
    (error) => isAnyOf(error, [PlatformAccountShort]),
  );

/** Stores an event that moves no money: a dispute's status, or a repeated refund. */
async function recordOnly(change: Change, { ownerId }: Receiver): Promise<void> {
  await Table.commit([recordWrite(change, 0n), ...disputeEventWrites(change, ownerId)]);
}

/** Logs a payment whose refunds and disputes exceed its amount together. No flag is raised. */
function warnOfExcess({ payment: { transactionId: paymentId, amountMinor }, after }: Change): void {
  const { refundedMinor, disputedMinor } = after;
  if (refundedMinor + disputedMinor > amountMinor)
    log.error(
      "payment: refunded and disputed beyond its amount; compare both at the provider, contest the dispute",
      {
        paymentId,
        amountMinor,
        refundedMinor,
        disputedMinor,
      },
    );
}

/** Books the moved money in one entry with everything that follows from it. */
async function rebook(change: Change, receiver: Receiver): Promise<void> {
  const { payment, before, after } = change;
  const { userId, transactionId: paymentId, currency, entryId: creditId } = payment;
  if (creditId === undefined) throw new TypeError(`the payment ${paymentId} was not credited`);
  const { wallet, merchant } = receiver;
  const [reward, treasury] = await Promise.all([
    Saveback.find({ userId, paymentId }),
    Ledger.balance("treasury", currency),
  ]);
  const holds = payment.holdId === undefined ? [] : [{ ...wallet, holdId: payment.holdId }];
  const credited = { ...toCredited(payment), rewardRate: reward?.rate };
  const suspendAs = Transactions.suspenseReference(payment);
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
      const booked = planRebooking(credited, before.returnedMinor, after.returnedMinor, accounts);
      const { postings, holds: held, owedMinor, rewardMinor, debtWrites } = booked;
      const note = { by: "psp", note: "it was returned to its payer" };
      const suspenseWrites = Suspense.takeWrites(flag, booked.suspendedMinor, note);
      const refundedMinor = after.returnedMinor;
      return {
        type: typeOf(payment, after.returnedMinor > before.returnedMinor),
        postings,
        holds: held,
        actorId: "psp",
        reason: formatReason(change),
        reference: toReference(change),
        events: ({ settled }) => eventWrites(change, receiver.ownerId, settled(wallet.account)),
        extraWrites: (entry) => [
          { ...recordWrite(change, owedMinor), onConditionFailed: () => new Table.ConcurrentUpdate() },
          ...Transactions.openWrites(toTransaction(change, entry)),
          ...(merchant
            ? Merchants.volumeWrites(merchant.merchantId, before.returnedMinor - after.returnedMinor)
            : []),
          ...(reward ? Saveback.changeWrites(reward, { amountMinor: rewardMinor, refundedMinor }) : []),
          ...debtWrites,
          ...suspenseWrites,
          ...Fees.loyaltyWrites(payment, merchant, refundedMinor, change.returns.version),
        ],
        result: () => undefined,
      };
    },
  );
}

/** Returns the type of an entry that returns money to the payer, or reverses a return. */
const typeOf = ({ merchantId, type }: Transaction, isRefund: boolean): EntryType =>
  merchantId === undefined && type === "payment"
    ? isRefund
      ? "TOP_UP_REFUND"
      : "TOP_UP"
    : isRefund
      ? "REFUND"
      : "PAYMENT";

/** An order is the platform's own sale, so all of it is commission. */
const toCredited = ({ type, amountMinor, commissionMinor = 0n }: Transaction) => ({
  amountMinor,
  commissionMinor: type === "checkout" ? amountMinor : commissionMinor,
});
