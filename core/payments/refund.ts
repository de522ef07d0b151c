import * as Clawback from "../clawback/index.ts";
import { fail, SvcError } from "../errors.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import type { After, Draft } from "../ledger/draft.ts";
import { Contention, PlatformAccountShort } from "../ledger/errors.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, Posting } from "../ledger/schema.ts";
import * as Merchants from "../merchants/index.ts";
import * as Outbox from "../outbox/index.ts";
import * as Table from "../platform/table.ts";
import * as Saveback from "../saveback/accrual.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import { told } from "./decision.ts";
import { paymentRefunded } from "./events.ts";
import type { ChargeFacts } from "./facts.ts";
import { type Refund, refundOf } from "./fees.ts";
import * as Record from "./record.ts";
import { settle } from "./settle.ts";

/**
 * Refunds. The provider has given the money back already and tells how much altogether; what of that is not booked yet is taken
 * back from whoever was credited. So a repeated, late or lost event changes nothing in the end.
 */

/** Another event was faster: what is left to book must be looked at anew. */
class Outrun extends Error {
  override readonly name = "Outrun";
}

const MAX_ATTEMPTS = 20;

/**
 * Books what a charge says was refunded. A payment that nobody knew to be paid is settled first.
 * @returns in a few words what was done
 * @throws as `Ledger.decide`
 */
export async function refund(one: Transaction, charge: ChargeFacts): Promise<string> {
  if (!charge.captured) return "nothing was captured, so nothing was refunded";
  if ((await settle(one, charge)) === "flagged") return "flagged";
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const now = await Record.read(one);
    const upTo = refundedOf(now, charge);
    if (upTo <= now.refundedMinor) return "refunded before";
    try {
      return await book(now, upTo);
    } catch (error) {
      if (!(error instanceof Outrun)) throw error;
      await Table.pause(Math.min(attempt, 5));
    }
  }
  throw fail(Contention);
}

/** How much is refunded altogether: all of it where the event does not say, and never more than was paid. */
function refundedOf({ amountMinor }: Transaction, { refundedMinor = amountMinor }: ChargeFacts): bigint {
  return refundedMinor > amountMinor ? amountMinor : refundedMinor;
}

/** One part of a refund, ready to be booked. */
interface Part extends Refund {
  readonly payment: Transaction;
  /** How much is refunded altogether with it. */
  readonly upTo: bigint;
  readonly amountMinor: bigint;
}

async function book(payment: Transaction, upTo: bigint): Promise<string> {
  const { amountMinor, commissionMinor = 0n, refundedMinor } = payment;
  const shares = refundOf({ amountMinor, commissionMinor }, refundedMinor, upTo);
  const part: Part = { ...shares, payment, upTo, amountMinor: upTo - refundedMinor };
  try {
    return await taken(part, "treasury");
  } catch (error) {
    if (!(error instanceof SvcError && error.is(PlatformAccountShort))) throw error;
    // The platform owes the commission all the same.
    return taken(part, "receivable");
  }
}

/** @param payer the platform's account that gives the commission back */
async function taken(part: Part, payer: "treasury" | "receivable"): Promise<string> {
  const { payment, upTo, returned } = part;
  const { currency: asset, transactionId } = payment;
  const clearing: AccountRef = { account: "clearing:psp", asset };
  const commission: Posting[] =
    returned > 0n ? Ledger.move({ account: payer, asset }, clearing, returned) : [];
  const done = upTo === payment.amountMinor ? "refunded" : "refunded in part";
  const movement = {
    type: "REFUND",
    actorId: "psp",
    reason: `refund of ${transactionId}`,
    events: [Outbox.write(paymentRefunded, told(payment, part.amountMinor))],
    extraWrites: await writesOf(part),
    refused: () => {
      throw new Outrun();
    },
  } as const satisfies Partial<Draft<string>>;
  if (part.taken === 0n)
    return Ledger.post<string>({ ...movement, postings: commission, result: () => done });
  return Clawback.take<string>({
    ...movement,
    from: await creditedWallet(payment),
    amount: part.taken,
    to: clearing,
    also: commission,
    result: () => done,
  });
}

/** The wallet that the payment was credited to. @throws TypeError when its merchant is gone: nothing ever deletes one */
async function creditedWallet({ userId, merchantId, currency }: Transaction): Promise<AccountRef> {
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (merchantId !== undefined && !merchant) throw new TypeError(`the merchant ${merchantId} is gone`);
  return walletRef(walletId(merchant?.userId ?? userId, currency));
}

/** What is written together with the entry: the payment's new state, the refund as its user sees it, and what depends on both. */
async function writesOf({ payment, upTo, amountMinor }: Part) {
  const reduced = await Saveback.reducing(payment, upTo);
  const { merchantId } = payment;
  const volume = merchantId === undefined ? [] : Merchants.volume(merchantId, -amountMinor);
  return (after: After): Table.Write[] => [
    refunded(payment, upTo),
    ...Transactions.opening(refundRecord(payment, amountMinor, after)),
    ...volume,
    ...reduced,
  ];
}

const refunded = (payment: Transaction, upTo: bigint): Table.Write => ({
  update: {
    key: Transactions.keyOf(payment),
    update: "SET refundedMinor = :upTo, #status = :status",
    condition: "attribute_exists(entryId) AND refundedMinor = :seen",
    names: { "#status": "status" },
    values: {
      ":upTo": upTo,
      ":seen": payment.refundedMinor,
      ":status": upTo === payment.amountMinor ? "REFUNDED" : "SUCCEEDED",
    },
  },
});

/** A transaction of its own in the payer's list. */
const refundRecord = (
  { userId, transactionId, currency, description, cardLast4 }: Transaction,
  amountMinor: bigint,
  { entryId, createdAt }: After,
): Transaction => ({
  transactionId: entryId,
  userId,
  type: "refund",
  status: "SUCCEEDED",
  amountMinor,
  currency,
  description: `Refund of ${description === "" ? transactionId : description}`,
  metadata: { payment: transactionId },
  createdAt,
  completedAt: createdAt,
  refundedMinor: 0n,
  needsApproval: false,
  entryId,
  ...(cardLast4 !== undefined && { cardLast4 }),
});
