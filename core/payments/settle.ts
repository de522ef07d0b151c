import { SvcError } from "../errors.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import type { After, Draft } from "../ledger/draft.ts";
import { AccountNotFound } from "../ledger/errors.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, Posting } from "../ledger/schema.ts";
import * as Merchants from "../merchants/index.ts";
import { log } from "../platform/log.ts";
import type * as Table from "../platform/table.ts";
import * as Saveback from "../saveback/accrual.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import * as Wallets from "../wallets/opening.ts";
import { type Ending, ending } from "./decision.ts";
import type { Facts } from "./facts.ts";
import { commissionOf } from "./fees.ts";
import * as Record from "./record.ts";

/**
 * Settlement: a payment whose money has come in is credited, exactly once, whoever learns of it first and however often it is
 * told. One ledger entry, and in its transaction the payment's new state and all that follows from it.
 */

/** What became of it. `flagged`: what came in is not what was agreed, and nothing was credited. */
export type Settled = "settled" | "settled before" | "flagged";

/** Somebody else has settled it. */
class Before extends Error {
  override readonly name = "Before";
}

/** Who gets the money, and what the platform keeps of it. */
export interface Terms {
  readonly ownerId: string;
  readonly wallet: AccountRef;
  readonly commissionMinor: bigint;
}

/**
 * Credits a payment that was paid: to its payer's own wallet, or to its merchant's less the commission.
 * @param paid what the provider says came in
 * @throws as `Ledger.decide`
 */
export async function settle(one: Transaction, paid: Facts): Promise<Settled> {
  if (one.entryId !== undefined) return "settled before";
  const difference = differenceOf(one, paid);
  if (difference !== undefined) return flag(one, difference);
  const terms = await termsOf(one);
  try {
    return await credit(one, terms, paid);
  } catch (error) {
    if (!(error instanceof SvcError && error.is(AccountNotFound))) throw error;
    await Wallets.ensure({ userId: terms.ownerId }, one.currency);
    return await credit(one, terms, paid);
  }
}

/** In what the money that came in is not the one that was agreed, if in anything. */
function differenceOf({ amountMinor, currency }: Transaction, paid: Facts): string | undefined {
  const { amountMinor: asked, receivedMinor: received } = paid;
  if (paid.currency !== undefined && paid.currency !== currency)
    return `the provider says ${paid.currency}, agreed was ${currency}`;
  const other = [asked, received].find((amount) => amount !== undefined && amount !== amountMinor);
  return other === undefined ? undefined : `the provider says ${other}, agreed was ${amountMinor}`;
}

async function flag(one: Transaction, flagged: string): Promise<Settled> {
  log.error("a payment is not what was agreed: somebody must look", {
    paymentId: one.transactionId,
    flagged,
  });
  await Record.change(one, {
    update: "SET flagged = :flagged",
    condition: "attribute_exists(pk) AND attribute_not_exists(entryId)",
    values: { ":flagged": flagged },
  });
  return "flagged";
}

/** @throws TypeError when the merchant is gone: nothing ever deletes one */
async function termsOf({ userId, merchantId, currency, amountMinor }: Transaction): Promise<Terms> {
  if (merchantId === undefined)
    return { ownerId: userId, wallet: walletRef(walletId(userId, currency)), commissionMinor: 0n };
  const merchant = await Merchants.find(merchantId);
  if (!merchant) throw new TypeError(`the merchant ${merchantId} is gone`);
  return {
    ownerId: merchant.userId,
    wallet: walletRef(walletId(merchant.userId, currency)),
    commissionMinor: commissionOf(amountMinor, merchant.commissionRate),
  };
}

async function credit(one: Transaction, terms: Terms, paid: Facts): Promise<Settled> {
  // A merchant's wallet is added to unseen, so that its payers do not wait for each other; it has initiated none of this.
  const initiator = one.merchantId === undefined ? terms.wallet.account : undefined;
  try {
    return await Ledger.decide<Settled>(
      { initiator, reads: [Transactions.keyOf(one)] },
      async ({ items }) => {
        const now = Transactions.of(items[0]);
        if (!now) throw new TypeError(`the record of payment ${one.transactionId} is gone`);
        if (now.entryId !== undefined) throw new Before();
        return { ...(await crediting(now, terms, paid)), initiator };
      },
    );
  } catch (error) {
    if (error instanceof Before) return "settled before";
    throw error;
  }
}

async function crediting(one: Transaction, terms: Terms, paid: Facts): Promise<Draft<Settled>> {
  const { commissionMinor } = terms;
  const cardLast4 = paid.cardLast4 ?? one.cardLast4;
  const whole = { ...one, status: "SUCCEEDED" as const, commissionMinor, cardLast4 };
  const accrued = await Saveback.accruing(whole);
  const decided = ending(one, "approve");
  const volume = one.merchantId === undefined ? [] : Merchants.volume(one.merchantId, one.amountMinor);
  return {
    type: "PAYMENT",
    postings: postingsOf(one, terms),
    actorId: one.userId,
    reason: `payment ${one.transactionId}`,
    events: decided.events,
    extraWrites: (after) => [credited(whole, decided, after), ...volume, ...accrued],
    refused: () => "again",
    result: () => "settled",
  };
}

function postingsOf({ amountMinor, currency }: Transaction, { wallet, commissionMinor }: Terms): Posting[] {
  const clearing = { account: "clearing:psp", asset: currency };
  const net = amountMinor - commissionMinor;
  return [
    ...(net > 0n ? Ledger.move(clearing, wallet, net) : []),
    ...(commissionMinor > 0n
      ? Ledger.move(clearing, { account: "treasury", asset: currency }, commissionMinor)
      : []),
  ];
}

/** The write that marks a payment as credited. Refused where it is already, or where somebody has just decided on it. */
function credited(one: Transaction, decided: Ending, { entryId, createdAt }: After): Table.Write {
  const { cardLast4, commissionMinor, merchantId } = one;
  const { set, remove, condition, names, values } = decided;
  const sets = {
    completedAt: createdAt,
    entryId,
    ...(merchantId !== undefined && { commissionMinor }),
    ...(cardLast4 !== undefined && { cardLast4 }),
  };
  const clauses = ["#status = :succeeded", ...Object.keys(sets).map((name) => `${name} = :${name}`), ...set];
  return {
    update: {
      key: Transactions.keyOf(one),
      update: `SET ${clauses.join(", ")} REMOVE ${["failureReason", ...remove].join(", ")}`,
      condition: `attribute_exists(pk) AND attribute_not_exists(entryId) AND ${condition}`,
      names: { "#status": "status", ...names },
      values: {
        ":succeeded": "SUCCEEDED",
        ...Object.fromEntries(Object.entries(sets).map(([name, value]) => [`:${name}`, value])),
        ...values,
      },
    },
  };
}
