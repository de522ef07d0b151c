import * as Table from "../platform/table/index.ts";
import { walletOf } from "./accounts.ts";
import { historyLine, journalEntry } from "./entity.ts";
import { fromItem, lineTime } from "./entry.ts";
import type { AccountRef, Entry, RunningLine } from "./schema.ts";

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
