import type { MobileActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Part, partsOf } from "./collections.ts";
import type { Cursor } from "./cursor.ts";
import * as Cursors from "./cursor.ts";
import * as Devices from "./cursor.ts";
import { type Entry, syncEntry } from "./entity.ts";
import * as Feed from "./feed.ts";
import * as Records from "./records.ts";
import { type Collection, CursorExpired, collections } from "./schema.ts";

/**
 * Pulling: what has changed since a cursor, each record as it is now. Without a cursor everything, in pages:
 * the feed's end is remembered first, so what changes while a device walks comes after, once more.
 */

export interface Asked {
  readonly cursor?: string | undefined;
  /** Those of the cursor unless told; of the first one all. */
  readonly collections?: readonly Collection[] | undefined;
  readonly limit: number;
}

/** A record that has changed: as it is now, or that there is none any more. */
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
 * A page of what the actor's device does not know yet.
 * @throws CURSOR_EXPIRED, INVALID_REQUEST for a cursor that is none of the actor's, or of other collections
 */
export async function pull(actor: MobileActor, asked: Asked): Promise<Pulled> {
  const cursor = asked.cursor === undefined ? undefined : await Cursors.read(actor, asked.cursor);
  if (cursor) checkWanted(cursor, asked.collections);
  const [page] = await Promise.all([
    pageOf(actor, cursor, asked),
    Devices.pulled(actor, cursor?.walk ? undefined : cursor?.seq),
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

/** How long a transaction may be shown in parts, in milliseconds: a gap that is older is one that stays. */
const SHOWN_WITHIN_MS = 60_000;

/** What comes after a cursor without a gap. Pure. @throws CURSOR_EXPIRED where what comes after it is gone */
export function following(seq: number, entries: readonly Entry[]): readonly Entry[] {
  const gap = entries.findIndex((entry, index) => entry.seq !== seq + 1 + index);
  const [first] = entries;
  if (gap === 0 && first && Date.parse(first.at) < Clock.nowMs() - SHOWN_WITHIN_MS) throw fail(CursorExpired);
  return gap < 0 ? entries : entries.slice(0, gap);
}

/** The latest entry of each record, in the feed's order. Pure. */
export function latest(entries: readonly Entry[]): readonly Entry[] {
  const byRecord = new Map<string, Entry>();
  for (const entry of entries) {
    const record = `${entry.collection}\n${entry.of.pk}\n${entry.of.sk}`;
    // Deleted first, so that it goes behind those that changed meanwhile.
    byRecord.delete(record);
    byRecord.set(record, entry);
  }
  return [...byRecord.values()];
}

/**
 * A table that was restored to an earlier moment counts on from there: what a device knew by a number is gone, and the
 * number another change's, which came later than the cursor was given. Such a device begins anew.
 * @param place the change that the cursor names, if it is there
 * @throws CURSOR_EXPIRED
 */
async function checkPlace(
  userId: string,
  { seq, at }: Pick<Cursor, "seq" | "at">,
  place: Entry | undefined,
): Promise<void> {
  const isOther = place && Date.parse(place.at) > at * 1000 + SHOWN_WITHIN_MS;
  // One that is not there is as old as changes are kept, unless the feed does not go so far.
  const isAhead = !place && seq > 0 && (await Feed.headOf(userId)) < seq;
  if (isOther || isAhead) throw fail(CursorExpired);
}

async function delta(actor: MobileActor, cursor: Cursor, limit: number): Promise<Page> {
  const { userId } = actor;
  const keyOf = (seq: number) => syncEntry.key({ userId, position: Feed.positionOf(seq) });
  const readAt = Clock.nowSeconds();
  // From the latest change that the device knows: it must be there as it was.
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
  // All that comes after it was written after it where there is more, else from now on.
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
  // What no device has ever been given under an id needs no deletion.
  return id === "" ? undefined : { collection, id, version: seq, updatedAt: at, record: undefined };
}

/**
 * How often one page of a snapshot reads. There are fewer parts than that; of what another item tells of there may be
 * any number, and a page that looked for the end of it would never be answered.
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

/** After the last of a snapshot: what has changed since it began is still to come. */
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
