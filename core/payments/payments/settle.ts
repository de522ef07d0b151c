import * as Flags from "../../flags/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { After, Draft } from "../../ledger/draft.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Counting from "../../loyalty/counting/events.ts";
import type { PointsRate } from "../../loyalty/counting/schema.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import { log } from "../../platform/log.ts";
import * as Metrics from "../../platform/metrics/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { cardPaymentEvents, nextSequence } from "../api-events.ts";
import * as Merchants from "../merchants/index.ts";
import { clearingDue, transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { clearsAtOf } from "./clearing.ts";
import * as LimitCount from "./counting.ts";
import { paymentCharged, topUpCompleted } from "./events.ts";
import * as Facts from "./facts.ts";
import * as Fees from "./fees.ts";
import { type Receiver, receiverOf } from "./parties.ts";
import { type Ending, ending, payloadOf } from "./states.ts";

/**
 * Settlement: a payment whose money has come in is credited, exactly once, in one ledger entry, and in its
 * transaction the payment's new state and all that follows from it.
 */

/** What the provider says came in; what it does not say is as it was agreed, or asked for. */
type Paid = Partial<Pick<Facts.Facts, "amountMinor" | "receivedMinor" | "currency" | "cardLast4">>;

/** What is credited, and until when it is held. */
type Clearing = Paid & { readonly clearsAt: string | undefined };

/** What became of it. `flagged`: what came in is not what was agreed, and nothing was credited. */
export type Settled = "settled" | "settled before" | "flagged";

/**
 * Credits a payment that was paid: to its payer's own wallet, or to its merchant's less the commission and
 * the payer's saveback. What its receiver owes is paid first.
 * @throws as `Policy.post`
 */
export async function settle(one: Transaction, told: Paid): Promise<Settled> {
  const outcome = await settled(one, told);
  if (outcome === "settled")
    log.info("a card payment was credited", {
      paymentId: one.transactionId,
      ...Metrics.fields({ paymentsSucceeded: 1 }),
    });
  if (outcome !== "flagged") await LimitCount.followCount(one);
  return outcome;
}

async function settled(one: Transaction, told: Paid): Promise<Settled> {
  if (one.entryId !== undefined) return "settled before";
  const paid = await withReceived(one, told);
  const difference = one.unlikely ?? differenceOf(one, paid);
  if (difference !== undefined) return flag(one, difference);
  // What has come in is somebody's, whoever let it in.
  if (one.needsApproval && one.approval?.action !== "approve")
    log.error("a payment was taken at the provider without an approval here: somebody must look", {
      paymentId: one.transactionId,
      decision: one.approval?.action,
    });
  const receiver = await receiverOf(one);
  const clearsAt = await clearsAtOf(receiver.ownerId);
  return credit(one, receiver, { ...paid, clearsAt });
}

/**
 * What came in, asked for where only the provider knows: of an authorisation a part may have been captured, and
 * not every event says how much.
 */
async function withReceived(one: Transaction, told: Paid): Promise<Paid> {
  if (!one.needsApproval || told.receivedMinor !== undefined) return told;
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(one.transactionId));
  return intent ? { ...told, receivedMinor: Facts.ofIntent(intent).receivedMinor } : told;
}

/** In what the money that came in is not the one that was agreed, if in anything. */
function differenceOf(one: Transaction, paid: Paid): string | undefined {
  const { amountMinor, currency } = one;
  const { amountMinor: asked, receivedMinor: received } = paid;
  if (paid.currency !== undefined && paid.currency !== currency)
    return `the provider says ${paid.currency}, agreed was ${currency}`;
  const isOther = (amount: bigint | undefined) => amount !== undefined && amount !== amountMinor;
  const other = isOther(asked) ? asked : isOther(received) && !isPart(one, received) ? received : undefined;
  return other === undefined ? undefined : `the provider says ${other}, agreed was ${amountMinor}`;
}

/** Whether so much is a part of what was authorised: only what waits for a capture can come in in part. */
const isPart = (
  { needsApproval, amountMinor }: Transaction,
  received: bigint | undefined,
): received is bigint => needsApproval && received !== undefined && received > 0n && received < amountMinor;

async function flag(one: Transaction, flagged: string): Promise<Settled> {
  log.error("a payment is not what was agreed: nothing is credited, somebody must look", {
    paymentId: one.transactionId,
    flagged,
  });
  await Flags.raise({ kind: "payment", id: one.transactionId }, { why: flagged, userId: one.userId });
  await Transactions.change(one, {
    set: { flagged },
    where: Where.all(Where.exists, Where.lacks("entryId")),
  });
  return "flagged";
}

function credit(one: Transaction, receiver: Receiver, paid: Clearing): Promise<Settled> {
  const { wallet, merchant } = receiver;
  const request = {
    // A merchant has initiated none of this.
    initiator: merchant ? undefined : wallet.account,
    opens: [wallet],
    reads: { payment: Transactions.keyOf(one) },
    payDebtsFirst: true,
    suspendAs: Transactions.suspenseOf(one),
  };
  const entry = Policy.post(request, ({ items: { payment } }) => {
    const now = transaction.parse(payment ?? {});
    if (now.entryId !== undefined) throw new Transactions.NothingToPost();
    return crediting(captured(now, paid), receiver, paid);
  });
  return Transactions.unlessNothing(entry, "settled before");
}

/** The payment with what came in as its amount: what its payer authorised beyond that was let go. */
const captured = (one: Transaction, { receivedMinor }: Paid): Transaction =>
  isPart(one, receivedMinor) ? { ...one, amountMinor: receivedMinor, authorizedMinor: one.amountMinor } : one;

async function crediting(
  one: Transaction,
  { wallet, merchant }: Receiver,
  paid: Clearing,
): Promise<Draft<Settled>> {
  const { amountMinor, transactionId: paymentId, userId, currency: asset } = one;
  const commissionMinor = merchant ? Fees.commissionOf(amountMinor, merchant.commissionRate) : 0n;
  const program = await Saveback.programOf(userId, one.merchantId);
  const points = await Counting.rateOf(userId, program);
  const shares = Fees.sharesOf({ amountMinor, commissionMinor, rewardRate: program?.rate }, 0n);
  const savebackMinor = shares.reward;
  const earning = { paymentId, userId, asset, paidMinor: amountMinor, amountMinor: savebackMinor };
  const decided = ending(one, "approve");
  const own = receiving(wallet, shares.receiver, paid.clearsAt);
  const volume = merchant ? Merchants.volume(merchant.merchantId, amountMinor) : [];
  return {
    type: merchant ? "PAYMENT" : "TOP_UP",
    postings: [...platforms(one, shares), ...own.postings],
    holds: own.holds,
    actorId: one.userId,
    reason: `payment ${one.transactionId}`,
    reference: { kind: "payment_intent", id: one.transactionId },
    events: (after) => [
      // Whoever is told that it was approved is told with it that the card is charged.
      ...(decided.events.length > 0 ? decided.events : [told(one, { wallet, merchant }, after)]),
      ...cardPaymentEvents(
        "payment.succeeded",
        { ...one, status: "SUCCEEDED", completedAt: after.createdAt, failureReason: undefined },
        merchant?.userId,
        nextSequence(one),
      ),
    ],
    extraWrites: (after) => [
      credited(
        one,
        {
          ...{ commissionMinor, savebackMinor, points, chargedLast4: paid.cardLast4 },
          hold: own.noted(one, after),
        },
        decided,
        after,
      ),
      ...decided.settled,
      ...volume,
      ...(program ? Saveback.opening(program, earning) : []),
      ...Fees.telling({ ...one, completedAt: after.createdAt, points }, merchant, 0n, one.returns?.version),
    ],
    result: () => "settled",
  };
}

/** What the payer hears of a payment that was paid. */
function told(one: Transaction, { wallet, merchant }: Pick<Receiver, "wallet" | "merchant">, after: After) {
  const about = payloadOf(one, one.amountMinor);
  if (merchant) return Outbox.write(paymentCharged, about);
  const settled = Assets.format(after.settled(wallet.account), one.currency);
  return Outbox.write(topUpCompleted, { ...about, settled });
}

/** The receiver's part, which is held until it clears. What the ledger pays a debt with of it is not. */
function receiving(wallet: AccountRef, amount: BaseUnits, clearsAt: string | undefined) {
  const posting: Posting = { ...wallet, bucket: clearsAt === undefined ? "available" : "held", amount };
  const holdId = Ids.create("hold");
  return {
    postings: amount > 0n ? [posting] : [],
    holds: amount > 0n && clearsAt !== undefined ? [{ ...wallet, holdId, change: amount }] : [],
    /** What the payment's record keeps of the hold, where there is one. */
    noted: ({ transactionId }: Transaction, { settled, suspended }: After) =>
      clearsAt === undefined || settled(wallet.account) + suspended(wallet.account) === amount
        ? {}
        : { holdId, clearsAt, ...clearingDue.at(transactionId, clearsAt) },
  };
}

/** What comes in, and what of it stays with the platform. */
const platforms = (
  { amountMinor, currency: asset }: Transaction,
  { commission, reward }: Fees.Shares,
): Posting[] =>
  [
    { ...systemRef("live", "clearing:psp", asset), bucket: "available" as const, amount: -amountMinor },
    { ...systemRef("live", "treasury", asset), bucket: "available" as const, amount: commission },
    { ...systemRef("live", "saveback", asset), bucket: "available" as const, amount: reward },
  ].filter(({ amount }) => amount !== 0n);

interface Credit {
  readonly commissionMinor: bigint;
  readonly savebackMinor: bigint;
  readonly points: PointsRate | undefined;
  readonly chargedLast4: string | undefined;
  /** What is noted of a hold. */
  readonly hold: Readonly<Record<string, unknown>>;
}

/**
 * The write that marks a payment as credited. Refused where it is, or where somebody has just decided on it.
 */
const credited = (
  one: Transaction,
  { commissionMinor, savebackMinor, points, chargedLast4, hold }: Credit,
  decided: Ending,
  { entryId, createdAt }: After,
): Table.Write => ({
  update: Transactions.keyOf(one),
  set: {
    ...decided.set,
    ...hold,
    ...(one.authorizedMinor !== undefined && {
      amountMinor: one.amountMinor,
      authorizedMinor: one.authorizedMinor,
    }),
    status: "SUCCEEDED",
    completedAt: createdAt,
    entryId,
    told: nextSequence(one),
    failureReason: undefined,
    ...(one.merchantId !== undefined && { commissionMinor }),
    ...(savebackMinor > 0n && { savebackMinor }),
    ...(points && { points }),
    ...(chargedLast4 !== undefined && { chargedLast4 }),
  },
  where: Where.all(Where.exists, Where.is({ entryId: undefined, told: one.told }), decided.where),
});
