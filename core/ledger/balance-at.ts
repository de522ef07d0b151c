import { encodeTime } from "ulid";
import { fail } from "../errors.ts";
import { prefixes } from "../ids/index.ts";
import type { BaseUnits } from "../money/index.ts";
import type { Key } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";
import { walletKey, walletOf } from "./accounts.ts";
import { historyLine } from "./entity.ts";
import { Contention } from "./errors.ts";
import { type AccountRef, accountState, type Balances, historyItem } from "./schema.ts";

/** How often entries may come in between before that is told. */
const MAX_ATTEMPTS = 20;

/**
 * What a user account had at an instant: what it has now, less all that came after. An entry belongs to the instant in its id,
 * which is stamped before it is committed: the answer is final once the instant lies further back than a function may run.
 * Entries of that very millisecond count. An account that there is not had nothing.
 * @param atMs milliseconds since the epoch
 * @throws CONTENTION while the account does not hold still long enough to be read; TypeError when it is no user's
 */
export async function balanceAt(ref: AccountRef, atMs: number): Promise<Balances> {
  const key = walletKey(ref);
  let before = await read(key);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const changes = await changesAfter(ref, atMs);
    const after = await read(key);
    // Every entry that touches the account counts it up: between two equal counts there was none.
    if (before.transactionCount === after.transactionCount)
      return { available: after.available - changes.available, held: after.held - changes.held };
    before = after;
    await Table.pause(Math.min(attempt, 4));
  }
  throw fail(Contention);
}

/** What a user account has now: as `balanceAt` of this instant, in one read. */
export async function balanceNow(ref: AccountRef): Promise<Balances> {
  const { available, held } = await read(walletKey(ref));
  return { available, held };
}

async function read(key: Key): Promise<Balances & { readonly transactionCount: bigint }> {
  const item = await Table.get(key);
  return item ? accountState.parse(item) : { available: 0n, held: 0n, transactionCount: 0n };
}

/** The sum of all changes of an account after an instant. */
async function changesAfter({ account }: AccountRef, atMs: number): Promise<Balances> {
  const walletId = walletOf(account) ?? "";
  // A ULID begins with its time: this is less than every one of the next millisecond, and more than all before.
  const entryId = `${prefixes.entry}_${encodeTime(atMs + 1).toLowerCase()}`;
  const { sk } = historyLine.key({ walletId, entryId });
  const total: { available: BaseUnits; held: BaseUnits } = { available: 0n, held: 0n };
  for (const item of await Table.queryAll({ pk: historyLine.partition({ walletId }), from: sk })) {
    const { available, held } = historyItem.parse(item);
    total.available += available;
    total.held += held;
  }
  return total;
}
