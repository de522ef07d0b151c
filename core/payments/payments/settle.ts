import * as Flags from "../../flags/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import { type After, type Draft, mergePostings, posting } from "../../ledger/draft.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Counting from "../../loyalty/counting/events.ts";
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
import { clearingTime } from "./clearing.ts";
import * as LimitCount from "./counting.ts";
import { paymentCharged, topUpCompleted } from "./events.ts";
import * as Facts from "./facts.ts";
import * as Fees from "./fees.ts";
import { type Receiver, receiverOf } from "./parties.ts";
import { type DecisionEnd, endDecision, payloadOf } from "./states.ts";

/**
 * Settlement: credits a paid payment exactly once, in one ledger entry. Its transaction also has the payment's new state
 * and everything that follows from it.
 */

/** A payment as the provider reports it. Missing fields count as equal to the request's, or are read from the provider. */
type Paid = Partial<Pick<Facts.Facts, "amountMinor" | "receivedMinor" | "currency" | "cardLast4">>;

type PaidWithClearing = Paid & { readonly clearsAt: string | undefined };

/** The outcome. `flagged`: the payment is implausible or other than requested, and nothing was credited. */
export type Settlement = "settled" | "settled before" | "flagged";

/**
 * Credits a payment to its payer's own wallet, or to its merchant's, less the commission and the payer's saveback.
 * The recipient's debts are paid first.
 * @throws as `Policy.post`
 */
export async function settle(one: Transaction, paid: Paid): Promise<Settlement> {
  const outcome = await settleOnce(one, paid);
  if (outcome === "settled")
    log.info("payment: credited", {
      paymentId: one.transactionId,
      ...Metrics.fields({ paymentsSucceeded: 1 }),
    });
  if (outcome !== "flagged") await LimitCount.updateCount(one);
  return outcome;
}

async function settleOnce(one: Transaction, reported: Paid): Promise<Settlement> {
  if (one.entryId !== undefined) return "settled before";
  const paid = await withReceived(one, reported);
  const difference = one.unlikely ?? differenceOf(one, paid);
  if (difference !== undefined) return flag(one, difference);
  // The money was received, so it is credited in any case.
  if (one.needsApproval && one.approval?.action !== "approve")
    log.error(
      "payment: captured without an approval, will be credited; ask who captured it, refund it if wrong",
      {
        paymentId: one.transactionId,
        userId: one.userId,
        decision: one.approval?.action,
      },
    );
  const receiver = await receiverOf(one);
  const clearsAt = await clearingTime(receiver.ownerId);
  return credit(one, receiver, { ...paid, clearsAt });
}

/**
 * Returns the payment with the received amount, read from the provider if it is unknown: a part of an authorization may
 * have been captured, and not every event states the amount.
 */
async function withReceived(one: Transaction, reported: Paid): Promise<Paid> {
  if (!one.needsApproval || reported.receivedMinor !== undefined) return reported;
  const intent = await Psp.find((stripe) => stripe.paymentIntents.retrieve(one.transactionId));
  return intent ? { ...reported, receivedMinor: Facts.parseIntent(intent).receivedMinor } : reported;
}

/** Returns how the reported payment differs from the requested one; undefined if it does not. */
function differenceOf(one: Transaction, paid: Paid): string | undefined {
  const { amountMinor, currency } = one;
  const { amountMinor: requested, receivedMinor: received } = paid;
  if (paid.currency !== undefined && paid.currency !== currency)
    return `the provider reports ${paid.currency}, agreed was ${currency}`;
  const isOther = (amount: bigint | undefined) => amount !== undefined && amount !== amountMinor;
  const other = isOther(requested)
    ? requested
    : isOther(received) && !isPart(one, received)
      ? received
      : undefined;
  return other === undefined ? undefined : `the provider reports ${other}, agreed was ${amountMinor}`;
}

/** Returns whether an amount is a part of the authorized amount. Only a manual capture can be partial. */
const isPart = (
  { needsApproval, amountMinor }: Transaction,
  received: bigint | undefined,
): received is bigint => needsApproval && received !== undefined && received > 0n && received < amountMinor;

async function flag(one: Transaction, flagged: string): Promise<Settlement> {
  const { transactionId: paymentId, userId } = one;
  await Flags.raise({ kind: "payment", id: paymentId }, { why: flagged, userId });
  await Transactions.change(one, {
    set: { flagged },
    where: Where.all(Where.exists, Where.lacks("entryId")),
  });
  log.error(
    "payment: not credited, flagged for the reason in flagged; compare it with the provider, then resolve its flag in the admin queue",
    {
      paymentId,
      userId,
      flagged,
    },
  );
  return "flagged";
}

function credit(one: Transaction, receiver: Receiver, paid: PaidWithClearing): Promise<Settlement> {
  const { wallet, merchant } = receiver;
  const request = {
    // A merchant does not initiate its payments.
    initiator: merchant ? undefined : wallet.account,
    opens: [wallet],
    reads: { payment: Transactions.keyOf(one) },
    payDebtsFirst: true,
    suspendAs: Transactions.suspenseReference(one),
  };
  const entry = Policy.post(request, ({ items: { payment } }) => {
    const now = transaction.parse(payment ?? {});
    if (now.entryId !== undefined) throw new Transactions.NothingToPost();
    return draftCredit(withCapturedAmount(now, paid), receiver, paid);
  });
  return Transactions.ignoreNothingToPost(entry, "settled before");
}

/** Returns the payment with the received amount. The rest of the authorization was released. */
const withCapturedAmount = (one: Transaction, { receivedMinor }: Paid): Transaction =>
  isPart(one, receivedMinor) ? { ...one, amountMinor: receivedMinor, authorizedMinor: one.amountMinor } : one;

async function draftCredit(
  one: Transaction,
  { wallet, merchant }: Receiver,
  paid: PaidWithClearing,
): Promise<Draft<Settlement>> {
  const { amountMinor, transactionId: paymentId, userId, currency: asset } = one;
  const commissionMinor = merchant ? Fees.commissionOf(amountMinor, merchant.commissionRate) : 0n;
  const program = await Saveback.findProgram(userId, one.merchantId);
  const points = await Counting.rateOf(userId, program);
  const shares = Fees.sharesOf({ amountMinor, commissionMinor, rewardRate: program?.rate }, 0n);
  const savebackMinor = shares.reward;
  const earning = { paymentId, userId, asset, paidMinor: amountMinor, amountMinor: savebackMinor };
  const decided = endDecision(one, "approve");
  const own = recipientCredit(wallet, shares.receiver, paid.clearsAt);
  const volume = merchant ? Merchants.volumeWrites(merchant.merchantId, amountMinor) : [];
  return {
    type: merchant ? "PAYMENT" : "TOP_UP",
    postings: [...platformPostings(one, shares), ...own.postings],
    holds: own.holds,
    actorId: one.userId,
    reason: `payment ${one.transactionId}`,
    reference: { kind: "payment_intent", id: one.transactionId },
    events: (after) => [
      // The notification of an approval includes the charge.
      ...(decided.events.length > 0 ? decided.events : [payerEvent(one, { wallet, merchant }, after)]),
      ...cardPaymentEvents(
        "payment.succeeded",
        { ...one, status: "SUCCEEDED", completedAt: after.createdAt, failureReason: undefined },
        merchant?.userId,
        nextSequence(one),
      ),
    ],
    extraWrites: (after) => [
      creditUpdate(one, decided, after, {
        ...own.holdFields(one, after),
        ...(merchant && { commissionMinor }),
        ...(savebackMinor > 0n && { savebackMinor }),
        ...(points && { points }),
        ...(paid.cardLast4 !== undefined && { chargedLast4: paid.cardLast4 }),
      }),
      ...decided.removals,
      ...volume,
      ...(program ? Saveback.openWrites(program, earning) : []),
      ...Fees.loyaltyWrites(
        { ...one, completedAt: after.createdAt, points },
        merchant,
        0n,
        one.returns?.version,
      ),
    ],
    result: () => "settled",
  };
}

function payerEvent(
  one: Transaction,
  { wallet, merchant }: Pick<Receiver, "wallet" | "merchant">,
  after: After,
) {
  const about = payloadOf(one, one.amountMinor);
  if (merchant) return Outbox.write(paymentCharged, about);
  const settled = Assets.format(after.settled(wallet.account), one.currency);
  return Outbox.write(topUpCompleted, { ...about, settled });
}

/** Returns the recipient's share, which is held until it clears. The part that pays debts is not held. */
function recipientCredit(wallet: AccountRef, amount: BaseUnits, clearsAt: string | undefined) {
  const holdId = Ids.create("hold");
  return {
    postings: mergePostings([posting(wallet, amount, clearsAt === undefined ? "available" : "held")]),
    holds: amount > 0n && clearsAt !== undefined ? [{ ...wallet, holdId, change: amount }] : [],
    /** The attributes of the payment's record for a hold. */
    holdFields: ({ transactionId }: Transaction, { settled, suspended }: After) =>
      clearsAt === undefined || settled(wallet.account) + suspended(wallet.account) === amount
        ? {}
        : { holdId, clearsAt, ...clearingDue.at(transactionId, clearsAt) },
  };
}

/** Returns the postings of the received money and of the platform's shares. */
const platformPostings = (
  { amountMinor, currency: asset }: Transaction,
  { commission, reward }: Fees.Shares,
): Posting[] =>
  mergePostings([
    posting(systemRef("live", "clearing:psp", asset), -amountMinor),
    posting(systemRef("live", "treasury", asset), commission),
    posting(systemRef("live", "saveback", asset), reward),
  ]);

/** Returns the write that marks a payment as credited. It fails after a concurrent credit, failure or decision. */
const creditUpdate = (
  one: Transaction,
  decided: DecisionEnd,
  { entryId, createdAt }: After,
  fields: Readonly<Record<string, unknown>>,
): Table.Write => ({
  update: Transactions.keyOf(one),
  set: {
    ...decided.set,
    ...fields,
    ...(one.authorizedMinor !== undefined && {
      amountMinor: one.amountMinor,
      authorizedMinor: one.authorizedMinor,
    }),
    status: "SUCCEEDED",
    completedAt: createdAt,
    entryId,
    told: nextSequence(one),
    failureReason: undefined,
  },
  where: Where.all(Where.exists, Where.is({ entryId: undefined, told: one.told }), decided.where),
});
