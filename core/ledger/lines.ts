import * as Table from "../platform/table/index.ts";
import { walletOf } from "./accounts.ts";
import { pagesOf, startOf, type Watch } from "./balance-at.ts";
import { historyLine, journalEntry } from "./entity.ts";
import { fromItem } from "./entry.ts";
import type { AccountRef, Entry, HistoryLine } from "./schema.ts";

/** What happened to a user account in a time, for reports. An entry belongs to the instant in its id, as in `balanceAt`. */

/** The lines of an account's history in [fromMs, untilMs), oldest first, page by page. */
export function linesOf(
  { account }: AccountRef,
  fromMs: number,
  untilMs: number,
  watch?: Watch,
): AsyncGenerator<HistoryLine[]> {
  const walletId = walletOf(account) ?? "";
  const pk = historyLine.partition({ walletId });
  return pagesOf({ pk, from: startOf(walletId, fromMs), upTo: startOf(walletId, untilMs) }, watch);
}

/** The entries of these ids, in their order. @throws TypeError where one is missing: history never names what is not in the journal */
export async function entriesOf(entryIds: readonly string[]): Promise<Entry[]> {
  const items = await Table.getMany(entryIds.map((entryId) => journalEntry.key({ entryId })));
  return items.map((item, index) => {
    if (!item) throw new TypeError(`the journal has no entry ${entryIds[index]}`);
    return fromItem(item);
  });
}
