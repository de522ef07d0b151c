import * as Clock from "../kernel/clock/index.ts";
import { DAY_SECONDS } from "../kernel/time.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { type Touched, touchedBy } from "./collections.ts";
import { syncEntry, syncHead } from "./entity.ts";

/**
 * A user's feed: the records that have changed, in the order in which that became known. The table's stream
 * fills it, so every committed change gets in. One transaction advances the head and adds the entries, so its
 * numbers have no gap. A reader that sees a gap sees a transaction in part and stops: nothing ever appears
 * behind a cursor.
 */

/** How many days a cursor is valid. */
export const CURSOR_DAYS = 30;
const KEPT_SECONDS = (CURSOR_DAYS + 2) * DAY_SECONDS;

/** A transaction has 100 items at most, and one of them is the head. */
const MOST_ENTRIES = 90;

/** Formats a number as a key, which sorts as text. */
export const positionOf = (seq: number): string => String(seq).padStart(15, "0");

/**
 * Adds the written items' records to their users' feeds, each record once. Repeating it does no harm.
 * @returns the items of the feeds that failed, with the error
 */
export async function append(written: readonly StoredKey[]): Promise<ReadonlyMap<StoredKey, unknown>> {
  const failed = new Map<StoredKey, unknown>();
  const byUser = new Map<string, { readonly keys: Set<StoredKey>; readonly touched: Map<string, Touched> }>();
  await Promise.all(
    written.map(async (key) => {
      try {
        for (const one of await touchedBy(key)) {
          const { keys, touched } = byUser.get(one.userId) ?? { keys: new Set(), touched: new Map() };
          byUser.set(one.userId, { keys: keys.add(key), touched });
          touched.set(`${one.collection}\n${one.of.pk}\n${one.of.sk}`, one);
        }
      } catch (error) {
        failed.set(key, error);
      }
    }),
  );
  const heads = [...byUser.keys()].map((userId) => syncHead.key({ userId }));
  const ahead = Table.prefetch([], [], { keys: heads });
  await Promise.all(
    [...byUser].map(async ([userId, { keys, touched }]) => {
      try {
        const [, , prefetched] = await ahead;
        await Table.withPrefetched(prefetched, () => appendTo(userId, [...touched.values()]));
      } catch (error) {
        for (const key of keys) failed.set(key, error);
      }
    }),
  );
  return failed;
}

async function appendTo(userId: string, touched: readonly Touched[]): Promise<void> {
  for (let start = 0; start < touched.length; start += MOST_ENTRIES)
    await appendSome(userId, touched.slice(start, start + MOST_ENTRIES));
}

const appendSome = (userId: string, touched: readonly Touched[]): Promise<void> =>
  Table.change(
    () => headOf(userId),
    (seq) => ({
      writes: [
        {
          put: syncHead.item({ userId, version: seq + touched.length }),
          where: syncHead.unchanged({ version: BigInt(seq) }),
        },
        ...touched.map((one, index) => ({ put: entryOf(one, seq + 1 + index) })),
      ],
      result: undefined,
    }),
  );

const entryOf = ({ userId, collection, id, of }: Touched, seq: number) => ({
  ...syncEntry.key({ userId, position: positionOf(seq) }),
  ...{ seq, collection, id, of, at: Clock.nowIso() },
  ttl: Clock.nowSeconds() + KEPT_SECONDS,
});

/** Returns the number of the latest change in a user's feed; 0 before the first. */
export async function headOf(userId: string): Promise<number> {
  return (await Table.find(syncHead, { userId }))?.version ?? 0;
}
