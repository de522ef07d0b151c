import { fail, Unavailable } from "../errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import * as Table from "../platform/table.ts";
import * as Transactions from "../transactions/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import { type Facts, recordOf } from "./facts.ts";

/** A payment's record: there is one, whoever learns of the payment first. */

const MAX_ATTEMPTS = 10;

/** What is kept under the client's key in the very transaction that opens the record. */
export interface Kept<T> {
  readonly claim: Idempotency.Claim<T>;
  readonly result: T;
}

/**
 * Opens a payment's record, unless an event of the provider was faster.
 * @returns the record as it stands
 * @throws AlreadyDone when the claim's first request did it
 */
export async function open<T>(wanted: Transaction, kept?: Kept<T>): Promise<Transaction> {
  let known: Transaction | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const claim = kept ? [Idempotency.record(kept.claim, kept.result)] : [];
    const writes = [...claim, ...(known ? [] : Transactions.opening(wanted))];
    if (known && writes.length === 0) return known;
    try {
      await Table.transact(writes);
      return known ?? wanted;
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused)) throw error;
      if (kept) Idempotency.rethrowIfDone(error, 0);
      const isThere = error.refusals[claim.length]?.code === "ConditionalCheckFailed";
      if (isThere) known = await Transactions.find(wanted.transactionId);
      else if (!error.transient) throw error;
      else await Table.pause(attempt);
    }
  }
  throw fail(Unavailable);
}

/** The record that facts belong to; it is opened where they come before it. Undefined where they are of nothing of ours. */
export async function ofFacts(facts: Facts): Promise<Transaction | undefined> {
  const known = await Transactions.find(facts.paymentId);
  if (known) return known;
  const wanted = recordOf(facts);
  return wanted && open(wanted);
}

/** A change of a payment's record, where it is still as the condition says. */
export type Change = Pick<Table.Update, "update" | "condition" | "names" | "values">;

/** Makes a change. @returns the record after it, or undefined where the condition does not hold */
export async function change(one: Transaction, wanted: Change): Promise<Transaction | undefined> {
  try {
    return Transactions.of(await Table.update({ key: Transactions.keyOf(one), ...wanted }));
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return undefined;
    throw error;
  }
}

/** The record as it stands now. @throws TypeError when it is gone: nothing ever deletes one */
export async function read(one: Transaction): Promise<Transaction> {
  const now = Transactions.of(await Table.get(Transactions.keyOf(one)));
  if (!now) throw new TypeError(`the record of payment ${one.transactionId} is gone`);
  return now;
}
