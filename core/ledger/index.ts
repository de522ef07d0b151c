import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import { system } from "./accounts.ts";
import type { After, Draft, Request, Snapshot } from "./draft.ts";
import { historyLine, journalEntry, reversalMark } from "./entity.ts";
import { fromItem } from "./entry.ts";
import { AlreadyReversed, EntryNotFound, HoldExceeded, NotReversible, SameAccount } from "./errors.ts";
import { checked } from "./holds.ts";
import { post } from "./post.ts";
import type { AccountRef, Entry, HistoryLine, HoldRef, Posting } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * The ledger: double entry over user and system accounts (DESIGN section 3). Every movement of money on the
 * platform goes through `post`, and nothing else changes a balance.
 */

export { type FixedDraft, type MakeDraft, type Needs, post, readsOf } from "./post.ts";

/** What every movement says beside its amounts. */
export type Movement<T> = Pick<
  Draft<T>,
  "actorId" | "reason" | "reference" | "suspends" | "result" | "events" | "extraWrites"
> &
  Pick<Request<T>, "idempotency" | "moving">;

/** The two postings of an amount that moves from one account's free money to another's. */
export const move = (from: AccountRef, to: AccountRef, amount: BaseUnits): Posting[] => [
  { account: from.account, asset: from.asset, bucket: "available", amount: -amount },
  { account: to.account, asset: to.asset, bucket: "available", amount },
];

/** Moves money between two accounts; `from` initiates. @throws as `post`, and SAME_ACCOUNT */
export async function transfer<T>(
  from: AccountRef,
  to: AccountRef,
  amount: BaseUnits,
  movement: Movement<T>,
): Promise<T> {
  if (from.account === to.account) throw fail(SameAccount);
  const postings = move(from, to, amount);
  return post({ ...movement, type: "TRANSFER", postings, initiator: from.account, spending: true });
}

/** Reserves money of a user account; `result` also gets the new hold's id. @throws as `post` */
export async function hold<T>(
  ref: AccountRef,
  amount: BaseUnits,
  movement: Omit<Movement<T>, "result"> & { readonly result: (after: After, holdId: string) => T },
): Promise<T> {
  const holdId = Ids.create("hold");
  return post({
    ...movement,
    type: "HOLD",
    postings: [posting(ref, "available", -amount), posting(ref, "held", amount)],
    holds: [{ ...pick(ref), holdId, change: amount }],
    initiator: ref.account,
    spending: true,
    result: (after) => movement.result(after, holdId),
  });
}

/**
 * Pays what a hold reserves to another account: `amount` of it, or all that is left.
 * @throws as `post`, and SAME_ACCOUNT
 */
export async function capture<T>(
  ref: HoldRef,
  to: AccountRef,
  amount: BaseUnits | undefined,
  movement: Movement<T>,
): Promise<T> {
  if (to.account === ref.account) throw fail(SameAccount);
  return post({ initiator: ref.account, holds: [ref], idempotency: movement.idempotency }, (snapshot) => {
    const taken = amountOf(ref, amount, snapshot);
    return {
      ...movement,
      type: "CAPTURE",
      postings: [posting(ref, "held", -taken), posting(to, "available", taken)],
      holds: [{ ...pick(ref), holdId: ref.holdId, change: -taken }],
    };
  });
}

/**
 * Gives what a hold reserves back to its account: `amount` of it, or all that is left. What its owner owes is
 * paid of it first.
 * @throws as `post`
 */
export async function release<T>(
  ref: HoldRef,
  amount: BaseUnits | undefined,
  movement: Movement<T>,
): Promise<T> {
  const { idempotency } = movement;
  return post({ initiator: ref.account, holds: [ref], idempotency, collecting: true }, (snapshot) => {
    const freed = amountOf(ref, amount, snapshot);
    return {
      ...movement,
      type: "RELEASE",
      postings: [posting(ref, "held", -freed), posting(ref, "available", freed)],
      holds: [{ ...pick(ref), holdId: ref.holdId, change: -freed }],
    };
  });
}

/**
 * Undoes an entry by a new one with opposite postings; the old one stays as it is. Whoever got the money must
 * still have it.
 * @throws as `post`, and ENTRY_NOT_FOUND, NOT_REVERSIBLE, ALREADY_REVERSED
 */
export async function reverse<T>(entryId: string, movement: Movement<T>): Promise<T> {
  const [item, mark] = await Table.getMany([journalEntry.key({ entryId }), reversalMark.key({ entryId })]);
  if (!item) throw fail(EntryNotFound);
  const old = fromItem(item);
  if (old.holds.length > 0) throw fail(NotReversible);
  if (mark) return Idempotency.refuse(fail(AlreadyReversed, { details: { entryId } }), movement.idempotency);
  return post({
    ...movement,
    type: "REVERSAL",
    postings: old.postings.map((one) => ({ ...one, amount: -one.amount })),
    initiator: old.link?.initiator,
    reverses: entryId,
  });
}

/** The balance of a system account. */
export async function balance(account: string, asset: string): Promise<BaseUnits> {
  system(account);
  return (await shardBalances({ account, asset })).reduce((sum, shard) => sum + shard, 0n);
}

/** The entry of that id, or undefined. */
export async function find(entryId: string): Promise<Entry | undefined> {
  const item = await Table.get(journalEntry.key({ entryId }));
  return item && fromItem(item);
}

/** The latest lines of a wallet's history, newest first. */
export async function history(walletId: string, limit: number): Promise<HistoryLine[]> {
  const { items } = await Table.query(latest(walletId, limit));
  return items.map((item) => historyLine.parse(item));
}

/** The range of the latest lines of a wallet's history. */
export const latest = (walletId: string, limit: number): Table.QueryInput => ({
  pk: historyLine.partition({ walletId }),
  limit,
  newestFirst: true,
});

const pick = ({ account, asset }: AccountRef): AccountRef => ({ account, asset });

const posting = (ref: AccountRef, bucket: Posting["bucket"], amount: BaseUnits): Posting => ({
  ...pick(ref),
  bucket,
  amount,
});

/** @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED */
function amountOf(ref: HoldRef, amount: BaseUnits | undefined, { holds }: Snapshot): BaseUnits {
  const { remaining } = checked(ref, holds.get(ref.holdId));
  if (amount !== undefined && amount > remaining) throw fail(HoldExceeded);
  return amount ?? remaining;
}
