import * as Clock from "../kernel/clock/index.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { type ChangedRecord, changedRecordsOf } from "./collections.ts";
import { syncEntry, syncHead } from "./entity.ts";

/**
 * Maintains a user's feed: the changed records, in the order in which the table's stream delivers the changes. The stream
 * contains every committed change. One transaction advances the head and adds the entries, so their numbers have no gap.
 * A reader that sees a gap sees a transaction in part and stops, so nothing ever appears behind a cursor.
 */

/** The number of days that a cursor is valid. */
export const CURSOR_DAYS = 30;
const RETENTION_SECONDS = (CURSOR_DAYS + 2) * DAY_SECONDS;

/** A transaction has at most 100 items, and one of them is the head. */
const MAX_ENTRIES = 90;

/** Formats a number as a key, which sorts as text. */
export const positionOf = (seq: number): string => String(seq).padStart(15, "0");

/**
 * Adds the records of written items to their users' feeds, each record once. A repeated call does no harm.
 * @returns the items of the feeds that failed, with the error
 */
export async function append(written: readonly StoredKey[]): Promise<ReadonlyMap<StoredKey, unknown>> {
  const failed = new Map<StoredKey, unknown>();
  const byUser = new Map<
    string,
    { readonly keys: Set<StoredKey>; readonly records: Map<string, ChangedRecord> }
  >();
  await Promise.all(
    written.map(async (key) => {
      try {
        for (const one of await changedRecordsOf(key)) {
          const { keys, records } = byUser.get(one.userId) ?? { keys: new Set(), records: new Map() };
          byUser.set(one.userId, { keys: keys.add(key), records });
          records.set(`${one.collection}\n${one.of.pk}\n${one.of.sk}`, one);
        }
      } catch (error) {
        failed.set(key, error);
      }
    }),
  );
  const heads = [...byUser.keys()].map((userId) => syncHead.key({ userId }));
  const ahead = Table.prefetch([], [], { keys: heads });
  await Promise.all(
    [...byUser].map(async ([userId, { keys, records }]) => {
      try {
        const [, , prefetched] = await ahead;
        await Table.withPrefetched(prefetched, () => appendTo(userId, [...records.values()]));
      } catch (error) {
        for (const key of keys) failed.set(key, error);
      }
    }),
  );
  return failed;
}

async function appendTo(userId: string, records: readonly ChangedRecord[]): Promise<void> {
  for (let start = 0; start < records.length; start += MAX_ENTRIES)
    await appendSome(userId, records.slice(start, start + MAX_ENTRIES));
}

const appendSome = (userId: string, records: readonly ChangedRecord[]): Promise<void> =>
  Table.change(
    () => headOf(userId),
    (seq) => ({
      writes: [
        {
          put: syncHead.item({ userId, version: seq + records.length }),
          where: syncHead.unchanged({ version: BigInt(seq) }),
        },
        ...records.map((one, index) => ({ put: entryOf(one, seq + 1 + index) })),
      ],
      result: undefined,
    }),
  );

const entryOf = ({ userId, collection, id, of }: ChangedRecord, seq: number) => ({
  ...syncEntry.key({ userId, position: positionOf(seq) }),
  ...{ seq, collection, id, of, at: Clock.nowIso() },
  ttl: Clock.nowSeconds() + RETENTION_SECONDS,
});

/** Returns the number of the latest change in a user's feed; 0 before the first. */
export async function headOf(userId: string): Promise<number> {
  return (await Table.find(syncHead, { userId }))?.version ?? 0;
}
