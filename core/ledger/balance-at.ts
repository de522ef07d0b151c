import * as Table from "../platform/table/index.ts";
import { GENESIS, walletKey, walletOf } from "./accounts.ts";
import { historyLine, journalEntry, walletAccount } from "./entity.ts";
import { fromItem, lineTime } from "./entry.ts";
import type { AccountRef, Balances, Entry, RunningLine } from "./schema.ts";

/** What a user account had at an instant: its history has the running balance, so it is one query. */

/** What a user account had, and how many entries had changed it. */
export interface Standing extends Balances {
  readonly entries: bigint;
  /** The hash of the history's last line then. */
  readonly head: string;
}

const NOTHING: Standing = { available: 0n, held: 0n, entries: 0n, head: GENESIS };

/**
 * What a user account had at an instant, entries of that very millisecond included. An entry belongs to its
 * `createdAt`, which is stamped before it is committed: the answer is final once the instant lies further
 * back than a function may run. An account that there is not had nothing.
 * @param atMs milliseconds since the epoch
 * @throws TypeError when it is no user's account
 */
export async function standingAt(ref: AccountRef, atMs: number): Promise<Standing> {
  const { items } = await Table.query(lineAt(ref, atMs));
  if (!items[0]) return NOTHING;
  const { availableAfter, heldAfter, sequence, hash } = historyLine.parse(items[0]);
  return { available: availableAfter, held: heldAfter, entries: sequence, head: hash };
}

/** What `standingAt` reads. */
export const lineAt = (ref: AccountRef, atMs: number): Table.QueryInput => ({
  pk: historyLine.partition({ walletId: walletOf(ref.account) ?? "" }),
  upTo: lineTime(atMs + 1),
  newestFirst: true,
  limit: 1,
});

/** As `standingAt`, the balances alone. */
export async function balanceAt(ref: AccountRef, atMs: number): Promise<Balances> {
  const { available, held } = await standingAt(ref, atMs);
  return { available, held };
}

/** What a user account has now, in one read. */
export async function balanceNow(ref: AccountRef): Promise<Balances> {
  const item = await Table.get(walletKey(ref));
  const { available, held } = item ? walletAccount.parse(item) : NOTHING;
  return { available, held };
}

/** What happened to a user account in a time, for reports. */

/**
 * The lines of an account's history in [fromMs, untilMs), oldest first, page by page: they may be more than a
 * process holds.
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
 * The entries of these ids, in their order.
 * @throws TypeError where one is missing: history never names what is not in the journal
 */
export async function entriesOf(entryIds: readonly string[]): Promise<Entry[]> {
  const items = await Table.getMany(entryIds.map((entryId) => journalEntry.key({ entryId })));
  return items.map((item, index) => {
    if (!item) throw new TypeError(`the journal has no entry ${entryIds[index]}`);
    return fromItem(item);
  });
}
