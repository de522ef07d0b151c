import type { BaseUnits } from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import { system } from "./accounts.ts";
import { historyLine, journalEntry } from "./entity.ts";
import { fromItem } from "./entry.ts";
import type { Entry, HistoryLine } from "./schema.ts";
import { shardBalances } from "./shards.ts";

/**
 * The kernel of the ledger: double entry over user and system accounts (DESIGN section 3). It knows postings,
 * holds, the journal, its hash chain and balances, and nothing of debts, limits or persons: domains post through
 * `core/policy`. A test of the import graph verifies this.
 */

export { move } from "./verbs.ts";

export async function balance(account: string, asset: string): Promise<BaseUnits> {
  system(account);
  return (await shardBalances({ account, asset })).reduce((sum, shard) => sum + shard, 0n);
}

export async function find(entryId: string): Promise<Entry | undefined> {
  const item = await Table.get(journalEntry.key({ entryId }));
  return item && fromItem(item);
}

/** Returns the latest lines of a wallet's history, newest first. */
export async function history(walletId: string, limit: number): Promise<HistoryLine[]> {
  const { items } = await Table.query(latest(walletId, limit));
  return items.map((item) => historyLine.parse(item));
}

export const latest = (walletId: string, limit: number): Table.QueryInput => ({
  pk: historyLine.partition({ walletId }),
  limit,
  newestFirst: true,
});
