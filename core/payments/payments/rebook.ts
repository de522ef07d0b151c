import { isDeepStrictEqual } from "node:util";
import { Contention, fail, SvcError } from "../../kernel/errors.ts";
import * as Clawback from "../../ledger/clawback/index.ts";
import type { After, Draft } from "../../ledger/draft.ts";
import { AccountNotFound, PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Wallets from "../../ledger/wallets/opening.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Merchants from "../merchants/index.ts";
import * as Transactions from "../records/index.ts";
import type { Returns, Transaction } from "../records/schema.ts";
import { type Shares, sharesOf } from "./fees.ts";
import { type Receiver, receiverOf } from "./receiver.ts";
import * as Record from "./record.ts";
import { type Kind, shownAs, telling, updating } from "./returned.ts";
import { type Gone, goneOf, of } from "./returns.ts";

/**
 * Money of a payment, or of an order, that went back by refunds and disputes, or came again. The provider has moved it already and
 * tells of it in any order and more than once; the ledger is brought to what all that was told comes to. What went back is taken
 * from whoever was credited, and the commission and the payer's saveback go with it in proportion; what comes again goes the
 * same way.
 */

/** What an event says. */
export interface Told {
  readonly kind: Kind;
  /** What was told with it; the very same where it says nothing new. May be called more than once. */
  readonly add: (returns: Returns) => Returns;
  /** For the ledger: "refund of pi_1". */
  readonly reason: string;
}

export interface Rebooked {
  readonly before: Gone;
  readonly after: Gone;
}

/** Another event was faster: what is left to book must be looked at anew. */
class Outrun extends Error {
  override readonly name = "Outrun";
}

const MAX_ATTEMPTS = 20;

/**
 * Books what an event says. What was credited must have been: the caller settles first, where the event moves money.
 * @throws as `Ledger.decide`
 */
export async function rebook(one: Transaction, told: Told): Promise<Rebooked> {
  let treasury: bigint | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const payment = await Record.read(one);
    const seen = of(payment);
    const returns = told.add(seen);
    const before = goneOf(payment.amountMinor, seen);
    const after = goneOf(payment.amountMinor, returns);
    if (isDeepStrictEqual(returns, seen)) return { before, after };
    const change: Change = {
      payment,
      told,
      before,
      after,
      returns: { ...returns, version: seen.version + 1n },
    };
    try {
      await booked(change, treasury);
      warnOfExcess(change);
      return { before, after };
    } catch (error) {
      if (error instanceof SvcError && error.is(PlatformAccountShort))
        treasury = await Ledger.balance("treasury", payment.currency);
      else if (error instanceof SvcError && error.is(AccountNotFound))
        await Wallets.ensure({ userId: (await receiverOf(payment)).ownerId }, payment.currency);
      else if (!(error instanceof Outrun)) throw error;
      await Table.pause(Math.min(attempt, 5));
    }
  }
  throw fail(Contention);
}

/** One change of what went back, ready to be booked. */
interface Change {
  readonly payment: Transaction;
  readonly told: Told;
  readonly before: Gone;
  readonly after: Gone;
  readonly returns: Returns;
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

async function booked(change: Change, treasury: bigint | undefined): Promise<void> {
  const { payment, before, after, returns } = change;
  if (after.goneMinor !== before.goneMinor) return moved(change, treasury);
  const update = updating(payment, { returns, after, owedMinor: 0n });
  if (!(await Record.change(payment, update))) throw new Outrun();
}

/** How much of each share moves: below zero where it is taken back. */
type Moves = Shares & { readonly goneMinor: bigint };

/** @param treasury the most that it can give; undefined: whatever it takes */
async function moved(change: Change, treasury: bigint | undefined): Promise<void> {
  const { payment, told, before, after, returns } = change;
  if (payment.entryId === undefined)
    throw new TypeError(`the payment ${payment.transactionId} was not credited`);
  const reward = await Saveback.find({ userId: payment.userId, paymentId: payment.transactionId });
  const credited = { ...creditedOf(payment), rewardRate: reward?.rate };
  const was = sharesOf(credited, before.goneMinor);
  const is = sharesOf(credited, after.goneMinor);
  const moves: Moves = {
    receiver: is.receiver - was.receiver,
    commission: is.commission - was.commission,
    reward: is.reward - was.reward,
    goneMinor: after.goneMinor - before.goneMinor,
  };
  const receiver = await receiverOf(payment);
  await posted(payment, receiver, moves, treasury, {
    type: moves.goneMinor > 0n ? "REFUND" : "PAYMENT",
    actorId: "psp",
    reason: told.reason,
    events: telling(payment, receiver, told.kind, moves.goneMinor),
    refused: () => {
      throw new Outrun();
    },
    writes: (entry, owedMinor) => [
      { update: { key: Transactions.keyOf(payment), ...updating(payment, { returns, after, owedMinor }) } },
      ...Transactions.opening(shownAs(payment, told.kind, moves.goneMinor, entry)),
      ...(receiver.merchant ? Merchants.volume(receiver.merchant.merchantId, -moves.goneMinor) : []),
      ...(reward
        ? Saveback.changing(reward, { amountMinor: is.reward, refundedMinor: after.goneMinor })
        : []),
    ],
  });
}

/** An order is the platform's own sale: all of it is its commission. */
const creditedOf = ({ type, amountMinor, commissionMinor = 0n }: Transaction) => ({
  amountMinor,
  commissionMinor: type === "checkout" ? amountMinor : commissionMinor,
});

type Movement = Pick<Draft<void>, "type" | "actorId" | "reason" | "events" | "refused"> & {
  readonly writes: (after: After, owedMinor: bigint) => readonly Table.Write[];
};

async function posted(
  { currency: asset }: Transaction,
  { wallet }: Receiver,
  moves: Moves,
  treasury: bigint | undefined,
  { writes, ...movement }: Movement,
): Promise<void> {
  const clearing: AccountRef = { account: "clearing:psp", asset };
  const also = [
    ...platforms(asset, moves.commission, treasury),
    ...flow({ account: "saveback", asset }, clearing, -moves.reward),
  ];
  const result = () => undefined;
  const extraWrites = (after: After) => writes(after, 0n);
  if (moves.receiver === 0n) return Ledger.post<void>({ ...movement, postings: also, extraWrites, result });
  if (moves.receiver > 0n)
    return Clawback.give<void>({
      ...movement,
      from: clearing,
      to: wallet,
      amount: moves.receiver,
      also,
      extraWrites,
      result,
    });
  return Clawback.take<void>({
    ...movement,
    from: wallet,
    amount: -moves.receiver,
    to: clearing,
    also,
    extraWrites: (after, { owed }) => writes(after, owed),
    result,
  });
}

/** The commission comes, or goes: out of the treasury, and what that lacks the platform owes all the same. */
function platforms(asset: string, commission: bigint, treasury = -commission): Posting[] {
  const clearing = { account: "clearing:psp", asset };
  const own = { account: "treasury", asset };
  if (commission >= 0n) return flow(clearing, own, commission);
  const given = treasury < -commission ? treasury : -commission;
  return [
    ...flow(own, clearing, given),
    ...flow({ account: "receivable", asset }, clearing, -commission - given),
  ];
}

/** The postings of an amount that moves from one account to another; the other way round where it is below zero. */
function flow(from: AccountRef, to: AccountRef, amount: bigint): Posting[] {
  if (amount === 0n) return [];
  return amount > 0n ? Ledger.move(from, to, amount) : Ledger.move(to, from, -amount);
}
