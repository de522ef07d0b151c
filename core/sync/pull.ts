import type { MobileActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Part, partsOf } from "./collections.ts";
import type { Cursor } from "./cursor.ts";
import * as Cursors from "./cursor.ts";
import { type Entry, syncEntry } from "./entity.ts";
import * as Feed from "./feed.ts";
import * as Records from "./records.ts";
import { type Collection, CursorExpired, collections } from "./schema.ts";

/**
 * Pulls the changes since a cursor, each record as it is now. Without a cursor it returns a snapshot in
 * pages, and then the changes since the snapshot began.
 */

interface Asked {
  readonly cursor?: string | undefined;
  /** Defaults to the cursor's, and at first to all. */
  readonly collections?: readonly Collection[] | undefined;
  readonly limit: number;
}

/** A changed record as it is now, or its deletion. */
export interface Change {
  readonly collection: Collection;
  readonly id: string;
  /** The record's own, else that of the change. */
  readonly version: number;
  readonly updatedAt: string;
  readonly record: Records.Shown | undefined;
}

export interface Pulled {
  readonly changes: readonly Change[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly serverTime: string;
}

type Page = Pick<Pulled, "changes" | "hasMore"> & { readonly next: Cursor };

/**
 * Returns a page of changes that the actor's device does not have.
 * @throws CURSOR_EXPIRED, INVALID_REQUEST for another user's cursor, or for other collections than the
 *   cursor's
 */
export async function pull(actor: MobileActor, asked: Asked): Promise<Pulled> {
  const cursor = asked.cursor === undefined ? undefined : await Cursors.read(actor, asked.cursor);
  if (cursor) checkWanted(cursor, asked.collections);
  const [page] = await Promise.all([
    pageOf(actor, cursor, asked),
    Cursors.pulled(actor, cursor?.walk ? undefined : cursor?.seq),
  ]);
  return {
    changes: page.changes,
    cursor: await Cursors.write(actor, page.next),
    hasMore: page.hasMore,
    serverTime: Clock.nowIso(),
  };
}

async function pageOf(actor: MobileActor, cursor: Cursor | undefined, asked: Asked): Promise<Page> {
  if (cursor && !cursor.walk) return delta(actor, cursor, asked.limit);
  const begun = cursor ?? (await begin(actor, asked.collections ?? collections));
  return snapshot(actor, begun, asked.limit);
}

/** @throws INVALID_REQUEST */
function checkWanted({ wanted }: Cursor, given: readonly Collection[] | undefined): void {
  const asked = new Set(given ?? wanted);
  if (asked.size !== wanted.length || !wanted.every((one) => asked.has(one)))
    throw Cursors.invalid(
      "collections",
      text(
        "must be those of the cursor; other ones begin without a cursor",
        "doit être celles du curseur ; d'autres commencent sans curseur",
      ),
    );
}

async function begin({ userId }: MobileActor, wanted: readonly Collection[]): Promise<Cursor> {
  const at = Clock.nowSeconds();
  return { seq: await Feed.headOf(userId), at, wanted: [...new Set(wanted)], walk: { part: 0 } };
}

/** How long a transaction may be visible in part, in milliseconds. An older gap is permanent. */
const SHOWN_WITHIN_MS = 60_000;

/**
 * Returns the entries after a number, up to the first gap.
 * @throws CURSOR_EXPIRED if the next entries are gone
 */
export function following(seq: number, entries: readonly Entry[]): readonly Entry[] {
  const gap = entries.findIndex((entry, index) => entry.seq !== seq + 1 + index);
  const [first] = entries;
  if (gap === 0 && first && Date.parse(first.at) < Clock.nowMs() - SHOWN_WITHIN_MS) throw fail(CursorExpired);
  return gap < 0 ? entries : entries.slice(0, gap);
}

/** Returns the latest entry of each record, in the feed's order. */
export function latest(entries: readonly Entry[]): readonly Entry[] {
  const byRecord = new Map<string, Entry>();
  for (const entry of entries) {
    const record = `${entry.collection}\n${entry.of.pk}\n${entry.of.sk}`;
    // Deleted first, so that it moves to the end.
    byRecord.delete(record);
    byRecord.set(record, entry);
  }
  return [...byRecord.values()];
}

/**
 * Checks that the feed still has the cursor's change. A table restored to an earlier moment reuses numbers,
 * so the change may be another or missing: the device must start over.
 * @param place the change at the cursor's number, if it exists
 * @throws CURSOR_EXPIRED
 */
async function checkPlace(
  userId: string,
  { seq, at }: Pick<Cursor, "seq" | "at">,
  place: Entry | undefined,
): Promise<void> {
  const isOther = place && Date.parse(place.at) > at * 1000 + SHOWN_WITHIN_MS;
  // A missing change has expired, unless the feed ends before it.
  const isAhead = !place && seq > 0 && (await Feed.headOf(userId)) < seq;
  if (isOther || isAhead) throw fail(CursorExpired);
}

async function delta(actor: MobileActor, cursor: Cursor, limit: number): Promise<Page> {
  const { userId } = actor;
  const keyOf = (seq: number) => syncEntry.key({ userId, position: Feed.positionOf(seq) });
  const readAt = Clock.nowSeconds();
  // Includes the cursor's own change, to check it.
  const { items, next } = await Table.query({
    pk: keyOf(0).pk,
    from: keyOf(cursor.seq).sk,
    upTo: keyOf(Number.MAX_SAFE_INTEGER).sk,
    limit: limit + 1,
  });
  const entries = items.map((item) => syncEntry.parse(item));
  const found = entries.filter(({ seq }) => seq > cursor.seq);
  await checkPlace(userId, cursor, entries[0] === found[0] ? undefined : entries[0]);
  const known = following(cursor.seq, found.slice(0, limit));
  const wanted = latest(known.filter(({ collection }) => cursor.wanted.includes(collection)));
  const records = await Records.at(actor, wanted);
  const last = known.at(-1);
  const hasMore = next !== undefined || known.length < found.length;
  // All later changes were written after the last one of this page, or after this read.
  const at = hasMore ? (last ? Math.floor(Date.parse(last.at) / 1000) : cursor.at) : readAt;
  return {
    changes: wanted.flatMap((entry, index) => changeOf(entry, records[index]) ?? []),
    next: { ...cursor, seq: last?.seq ?? cursor.seq, at },
    hasMore,
  };
}

function changeOf({ seq, collection, id, at }: Entry, record: Records.Shown | undefined): Change | undefined {
  if (record)
    return { collection, id: record.id, version: record.version ?? seq, updatedAt: record.updatedAt, record };
  // A record that no device ever had needs no deletion.
  return id === "" ? undefined : { collection, id, version: seq, updatedAt: at, record: undefined };
}

/**
 * The most reads of one page of a snapshot. There are fewer parts; but a part may have any number of items
 * that are not shown.
 */
const MOST_READS = 50;

async function snapshot(actor: MobileActor, begun: Cursor, limit: number): Promise<Page> {
  const parts = partsOf(actor.userId, begun.wanted);
  const changes: Change[] = [];
  let { part, after } = begun.walk ?? { part: 0 };
  for (let reads = 0; changes.length < limit && reads < MOST_READS; reads++) {
    const one = parts[part];
    if (!one) return { changes, ...(await walked(actor, begun)) };
    const { records, page } = await read(actor, one, after, limit - changes.length);
    for (const record of records) {
      const { collection, id, version = begun.seq, updatedAt } = record;
      changes.push({ collection, id, version, updatedAt, record });
    }
    after = page.next && String(page.next["sk"]);
    if (after === undefined) part++;
  }
  return { changes, next: { ...begun, walk: { part, after } }, hasMore: true };
}

/** After a snapshot come the changes since it began. */
async function walked({ userId }: MobileActor, begun: Cursor): Promise<Pick<Page, "next" | "hasMore">> {
  return { next: { ...begun, walk: undefined }, hasMore: (await Feed.headOf(userId)) > begun.seq };
}

const read = (
  actor: MobileActor,
  { collection, pk, beginsWith }: Part,
  after: string | undefined,
  limit: number,
) =>
  Records.ofItems(
    actor,
    collection,
    Table.query({
      pk,
      beginsWith,
      limit,
      newestFirst: true,
      after: after === undefined ? undefined : { pk, sk: after },
    }),
  );
