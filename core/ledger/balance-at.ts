import * as Table from "../platform/table/index.ts";
import { GENESIS, walletKey, walletOf } from "./accounts.ts";
import { historyLine, journalEntry, walletAccount } from "./entity.ts";
import { fromItem, lineTime } from "./entry.ts";
import type { AccountRef, Balances, Entry, RunningLine } from "./schema.ts";

/** Reads a user account as of an instant: each history line has the running balance, so one query suffices. */

/** A user account as of an instant. */
export interface BalanceState extends Balances {
  /** The number of entries that had changed the account. */
  readonly entries: bigint;
  /** The hash of its last history line. */
  readonly head: string;
}

const NOTHING: BalanceState = { available: 0n, held: 0n, entries: 0n, head: GENESIS };

/**
 * Returns a user account as of an instant, including entries of that millisecond. An entry's `createdAt` is set
 * before it is committed, so the result is final once the instant is longer ago than a function may run. A missing
 * account has zero balances.
 * @param atMs milliseconds since the epoch
 * @throws TypeError if it is not a user account
 */
export async function balanceStateAt(ref: AccountRef, atMs: number): Promise<BalanceState> {
  const { items } = await Table.query(lineAt(ref, atMs));
  if (!items[0]) return NOTHING;
  const { availableAfter, heldAfter, sequence, hash } = historyLine.parse(items[0]);
  return { available: availableAfter, held: heldAfter, entries: sequence, head: hash };
}

/** Returns the query of `balanceStateAt`. */
export const lineAt = (ref: AccountRef, atMs: number): Table.QueryInput => ({
  pk: historyLine.partition({ walletId: walletOf(ref.account) ?? "" }),
  upTo: lineTime(atMs + 1),
  newestFirst: true,
  limit: 1,
});

/** As `balanceStateAt`, but returns only the balances. */
export async function balanceAt(ref: AccountRef, atMs: number): Promise<Balances> {
  const { available, held } = await balanceStateAt(ref, atMs);
  return { available, held };
}

/** Returns the current balances of a user account, with one read. */
export async function balanceNow(ref: AccountRef): Promise<Balances> {
  const item = await Table.get(walletKey(ref));
  const { available, held } = item ? walletAccount.parse(item) : NOTHING;
  return { available, held };
}

/**
 * Yields the lines of an account's history in [fromMs, untilMs), oldest first, page by page, because they may not
 * fit into memory. For reports.
 */
export async function* linesOf(
  { account }: AccountRef,
  fromMs: number,
  untilMs: number,
): AsyncGenerator<RunningLine[]> {
  const pk = historyLine.partition({ walletId: walletOf(account) ?? "" });
  for await (const items of Table.pages({ pk, from: lineTime(fromMs), upTo: lineTime(untilMs) })) {
    yield items.map((item) => historyLine.parse(item));
  }
}

/**
 * Returns the entries of these ids, in the same order.
 * @throws TypeError if an entry is missing, since the journal has every entry of a history
 */
export async function entriesOf(entryIds: readonly string[]): Promise<Entry[]> {
  const items = await Table.getMany(entryIds.map((entryId) => journalEntry.key({ entryId })));
  return items.map((item, index) => {
    if (!item) throw new TypeError(`the journal has no entry ${entryIds[index]}`);
    return fromItem(item);
  });
}
