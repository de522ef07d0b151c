import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import { GENESIS, system, walletKey } from "./accounts.ts";
import type { After, Draft, Extra, Known } from "./draft.ts";
import { historyLine, journalEntry, reversalMark } from "./entity.ts";
import { fromItem } from "./entry.ts";
import { AlreadyReversed, EntryNotFound, HoldExceeded, NotReversible, SameAccount } from "./errors.ts";
import { checked } from "./holds.ts";
import {
  type AccountRef,
  type AccountState,
  type Entry,
  type HistoryLine,
  type HoldRef,
  historyItem,
  type Posting,
} from "./schema.ts";
import { shardBalances } from "./shards.ts";
import { type Describe, type Needs, write } from "./write.ts";

/**
 * The ledger: double entry over user and system accounts (DESIGN section 3). Every movement of money on the platform
 * goes through `post`, and nothing else changes a balance.
 */

/**
 * The write that opens a user's account, empty, as the item of the wallet that shows it.
 * @param shown the wallet's own attributes
 */
export const open = (ref: AccountRef, shown: Readonly<Record<string, unknown>>): Table.Write => ({
  put: { ...shown, ...walletKey(ref), ...EMPTY },
  condition: "attribute_not_exists(pk)",
});

const EMPTY: AccountState = {
  available: 0n,
  held: 0n,
  head: GENESIS,
  seq: 0n,
  totalDeposits: 0n,
  totalWithdrawals: 0n,
  transactionCount: 0n,
};

/** What every movement says beside its amounts. */
export type Movement<T> = Pick<Draft<T>, "actorId" | "reason" | "result"> & {
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  readonly events?: Extra;
  readonly extraWrites?: Extra;
  readonly refused?: Draft<T>["refused"] & {};
};

/**
 * Writes one journal entry with all that belongs to it, or nothing.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_NOT_FOUND, PLATFORM_ACCOUNT_SHORT, HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED,
 *   CONTENTION; AlreadyDone, for the chain to replay; TypeError when the entry breaks a rule of the ledger
 */
export const post = <T>(draft: Draft<T>): Promise<T> => write({ ...draft, holds: used(draft) }, () => draft);

/**
 * As `post`, of an entry that depends on items of the caller's own, such as a pool's reserves: they are read together with
 * the initiator's account, and `describe` makes the draft of what was read. Where the draft's `refused` answers "again",
 * it is made anew of what the refusal shows, so `describe` may be called more than once.
 * @param needs the draft's initiator and claim, and the keys of the items
 * @throws as `post`, and what `describe` throws
 */
export const decide = <T>(needs: Needs<T>, describe: Describe<T>): Promise<T> => write(needs, describe);

const used = <T>({ holds = [] }: Draft<T>): HoldRef[] => holds.filter(({ change }) => change < 0n);

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
  return post({ ...movement, type: "TRANSFER", postings: move(from, to, amount), initiator: from.account });
}

/** Sets money of a user account aside; `result` also gets the new hold's id. @throws as `post` */
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
    result: (after) => movement.result(after, holdId),
  });
}

/**
 * Pays what a hold set aside to another account: `amount` of it, or all that is left.
 * @throws as `post`, and SAME_ACCOUNT
 */
export async function capture<T>(
  ref: HoldRef,
  to: AccountRef,
  amount: BaseUnits | undefined,
  movement: Movement<T>,
): Promise<T> {
  if (to.account === ref.account) throw fail(SameAccount);
  return write({ initiator: ref.account, holds: [ref], idempotency: movement.idempotency }, (known) => {
    const taken = amountOf(ref, amount, known);
    return {
      ...movement,
      type: "CAPTURE",
      postings: [posting(ref, "held", -taken), posting(to, "available", taken)],
      holds: [{ ...pick(ref), holdId: ref.holdId, change: -taken }],
      initiator: ref.account,
    };
  });
}

/** Gives what a hold set aside back to its account: `amount` of it, or all that is left. @throws as `post` */
export async function release<T>(
  ref: HoldRef,
  amount: BaseUnits | undefined,
  movement: Movement<T>,
): Promise<T> {
  return write({ initiator: ref.account, holds: [ref], idempotency: movement.idempotency }, (known) => {
    const freed = amountOf(ref, amount, known);
    return {
      ...movement,
      type: "RELEASE",
      postings: [posting(ref, "held", -freed), posting(ref, "available", freed)],
      holds: [{ ...pick(ref), holdId: ref.holdId, change: -freed }],
      initiator: ref.account,
    };
  });
}

/**
 * Undoes an entry by a new one with opposite postings; the old one stays as it is. Whoever got the money must still
 * have it.
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
  const pk = historyLine.partition({ walletId });
  const { items } = await Table.query({ pk, limit, newestFirst: true });
  return items.map((item) => historyItem.parse(item));
}

const pick = ({ account, asset }: AccountRef): AccountRef => ({ account, asset });

const posting = (ref: AccountRef, bucket: Posting["bucket"], amount: BaseUnits): Posting => ({
  ...pick(ref),
  bucket,
  amount,
});

/** @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXCEEDED */
function amountOf(ref: HoldRef, amount: BaseUnits | undefined, { holds }: Known): BaseUnits {
  const { remaining } = checked(ref, holds.get(ref.holdId));
  if (amount !== undefined && amount > remaining) throw fail(HoldExceeded);
  return amount ?? remaining;
}
