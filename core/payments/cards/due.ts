import { createHash } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fill } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { DUE_SHARDS } from "./entity.ts";

/** What the provider is still to be told of users' cards: marks in the index of what is due. */

/** The index keys of one kind of mark, as templates. */
interface Due {
  readonly pk: string;
  readonly sk: string;
}

/** A mark's keys; none where there is nothing to tell. @param since ISO 8601 */
export const dueAt = (due: Due, userId: string, since: string | undefined): Table.Item =>
  since === undefined
    ? {}
    : { duePk: fill(due.pk, { shard: shardOf(userId) }), dueSk: fill(due.sk, { since }) };

const shardOf = (userId: string): string =>
  String(createHash("sha256").update(userId).digest().readUInt32BE(0) % DUE_SHARDS);

/** How many marks are taken from a shard at once. */
const BATCH = 25;

/** Does the work for all that is marked, oldest first. @returns how much there was */
export async function eachDue(due: Due, work: (item: Table.Item) => Promise<void>): Promise<number> {
  const upTo = Clock.nowIso();
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) =>
    eachOf(fill(due.pk, { shard: String(shard) }), upTo, work),
  );
  return (await Promise.all(shards)).reduce((sum, count) => sum + count, 0);
}

async function eachOf(pk: string, upTo: string, work: (item: Table.Item) => Promise<void>): Promise<number> {
  let count = 0;
  let after: Table.Item | undefined;
  // Page by page and never back: the index may for a moment still show what was just done.
  do {
    const page: Table.Page = await Table.query({ index: "due", pk, upTo, limit: BATCH, after });
    for (const item of page.items) await work(item);
    count += page.items.length;
    after = page.next;
  } while (after);
  return count;
}
