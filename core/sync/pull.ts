import type { MobileActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, invalidField } from "../kernel/errors.ts";
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
 * Pulls the changes since a cursor, each record in its current state. Without a cursor it returns a snapshot in pages, and
 * then the changes since the snapshot began.
 */

interface PullRequest {
  readonly cursor?: string | undefined;
  /** Defaults to the cursor's, and without a cursor to all. */
  readonly collections?: readonly Collection[] | undefined;
  readonly limit: number;
}

/** The current state of a changed record, or its deletion. */
export interface Change {
  readonly collection: Collection;
  readonly id: string;
  /** The record's version, or else the number of the change. */
  readonly version: number;
  readonly updatedAt: string;
  readonly record: Records.SyncRecord | undefined;
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
 * @throws CURSOR_EXPIRED, INVALID_REQUEST for an invalid or another user's cursor, or for collections other than the cursor's
 */
export async function pull(actor: MobileActor, request: PullRequest): Promise<Pulled> {
  const cursor = request.cursor === undefined ? undefined : await Cursors.read(actor, request.cursor);
  if (cursor) checkCollections(cursor, request.collections);
  const [page] = await Promise.all([
    pageOf(actor, cursor, request),
    Cursors.recordPull(actor, cursor?.walk ? undefined : cursor?.seq),
  ]);
  return {
    changes: page.changes,
    cursor: await Cursors.write(actor, page.next),
    hasMore: page.hasMore,
    serverTime: Clock.nowIso(),
  };
}

async function pageOf(actor: MobileActor, cursor: Cursor | undefined, request: PullRequest): Promise<Page> {
  if (cursor && !cursor.walk) return delta(actor, cursor, request.limit);
  const start = cursor ?? (await startSnapshot(actor, request.collections ?? collections));
  return snapshot(actor, start, request.limit);
}

/** @throws INVALID_REQUEST */
function checkCollections({ wanted }: Cursor, requested: readonly Collection[] | undefined): void {
  const names = new Set(requested ?? wanted);
  if (names.size !== wanted.length || !wanted.every((one) => names.has(one)))
    throw invalidField(
      "collections",
      text(
        "must be the collections of the cursor; to pull others, start without a cursor",
        "doivent être les collections du curseur ; pour en synchroniser d'autres, commencez sans curseur",
      ),
    );
}

async function startSnapshot({ userId }: MobileActor, wanted: readonly Collection[]): Promise<Cursor> {
  const at = Clock.nowSeconds();
  return { seq: await Feed.headOf(userId), at, wanted: [...new Set(wanted)], walk: { part: 0 } };
}

/** How long a transaction may be visible in part, in milliseconds. An older gap is permanent. */
const VISIBLE_WITHIN_MS = 60_000;

/**
 * Returns the entries after a number, up to the first gap.
 * @throws CURSOR_EXPIRED if the next entries have expired
 */
export function entriesAfter(seq: number, entries: readonly Entry[]): readonly Entry[] {
  const gap = entries.findIndex((entry, index) => entry.seq !== seq + 1 + index);
  const [first] = entries;
  if (gap === 0 && first && Date.parse(first.at) < Clock.nowMs() - VISIBLE_WITHIN_MS)
    throw fail(CursorExpired);
  return gap < 0 ? entries : entries.slice(0, gap);
}

/** Returns the latest entry of each record, in the feed's order. */
export function latestPerRecord(entries: readonly Entry[]): readonly Entry[] {
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
 * Checks that the feed still has the cursor's change. A table that was restored to an earlier moment reuses numbers, so the
 * change may be another one or missing, and the device must start over.
 * @param found the change at the cursor's number, if it exists
 * @throws CURSOR_EXPIRED
 */
async function checkCursorChange(
  userId: string,
  { seq, at }: Pick<Cursor, "seq" | "at">,
  found: Entry | undefined,
): Promise<void> {
  const isOther = found && Date.parse(found.at) > at * 1000 + VISIBLE_WITHIN_MS;
  // A missing change has expired, unless the feed ends before its number.
  const isAhead = !found && seq > 0 && (await Feed.headOf(userId)) < seq;
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
  await checkCursorChange(userId, cursor, entries[0] === found[0] ? undefined : entries[0]);
  const known = entriesAfter(cursor.seq, found.slice(0, limit));
  const wanted = latestPerRecord(known.filter(({ collection }) => cursor.wanted.includes(collection)));
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

function changeOf(
  { seq, collection, id, at }: Entry,
  record: Records.SyncRecord | undefined,
): Change | undefined {
  if (record)
    return { collection, id: record.id, version: record.version ?? seq, updatedAt: record.updatedAt, record };
  // The record was never sent to a device, so it needs no deletion.
  return id === "" ? undefined : { collection, id, version: seq, updatedAt: at, record: undefined };
}

/**
 * The limit of reads per page of a snapshot. A snapshot has fewer parts, but a part may have any number of items that are
 * not shown.
 */
const MAX_READS = 50;

async function snapshot(actor: MobileActor, start: Cursor, limit: number): Promise<Page> {
  const parts = partsOf(actor.userId, start.wanted);
  const changes: Change[] = [];
  let { part, after } = start.walk ?? { part: 0 };
  for (let reads = 0; changes.length < limit && reads < MAX_READS; reads++) {
    const one = parts[part];
    if (!one) return { changes, ...(await endSnapshot(actor, start)) };
    const { records, page } = await readPart(actor, one, after, limit - changes.length);
    for (const record of records) {
      const { collection, id, version = start.seq, updatedAt } = record;
      changes.push({ collection, id, version, updatedAt, record });
    }
    after = page.next && String(page.next["sk"]);
    if (after === undefined) part++;
  }
  return { changes, next: { ...start, walk: { part, after } }, hasMore: true };
}

/** Returns the cursor after a snapshot, which continues with the changes since the snapshot began. */
async function endSnapshot({ userId }: MobileActor, start: Cursor): Promise<Pick<Page, "next" | "hasMore">> {
  return { next: { ...start, walk: undefined }, hasMore: (await Feed.headOf(userId)) > start.seq };
}

const readPart = (
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
