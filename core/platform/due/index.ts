import pMap from "p-map";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { log } from "../log.ts";
import { fill, type IndexKeys, keyOfItem } from "../table/entity.ts";
import * as Table from "../table/index.ts";

/**
 * Work that is due at a time. The sweep finds an item with the attributes of `due.at(...)` from that time on, until they
 * are removed or changed.
 *
 * The index has only the items' keys, and it is eventually consistent. The sweep reads the items themselves, and skips
 * deleted, completed and postponed ones. So an item was due a moment ago; the condition of the work's own writes ensures
 * that it still is, and that the work is done once.
 *
 * A partition of an index accepts 1,000 write units a second, and throttles the table's writes beyond that. An entry costs
 * one unit to add and one to remove, whatever the size of its item: the outbox's four shards accept 2,000 events a second.
 * (With projected items, an item of 20 KB would cost 40 units, a webhook's body of 256 KB 512.) In return the sweep reads
 * each item, a unit for 4 KB; but nearly all events are sent immediately and never reach the sweep.
 * Source: Amazon DynamoDB Developer Guide, Understanding GSI write throttling and back pressure.
 */

export type DueAttributes = {
  readonly duePk: string;
  /** The time by the platform's clock, which sorts the index. */
  readonly dueSk: string;
  /** The time by the clock of the item's ledger, if it differs. */
  readonly ledgerDueAt?: string | undefined;
};

export interface Due {
  /** The key templates in the index `due`, for the entity's definition. */
  readonly keys: IndexKeys;
  /**
   * Returns the attributes that make an item due.
   * @param id the item's id, which determines the shard
   * @param time ISO 8601, by the clock of this kind of work
   */
  at(id: string, time: string): DueAttributes;
  /** The partition of each shard. */
  readonly partitions: readonly string[];
}

/** The attributes that remove an item from the index, for `set`. */
export const done = { duePk: undefined, dueSk: undefined, ledgerDueAt: undefined } as const;

/** Returns when an item is due, by the clock of its ledger: ISO 8601; undefined if it is not. */
export const timeOf = (item: {
  readonly dueSk?: string | undefined;
  readonly ledgerDueAt?: string | undefined;
}): string | undefined => item.ledgerDueAt ?? item.dueSk;

/** Returns whether an item is in the index. */
export const isOpen = (item: Table.Item): boolean => item["duePk"] !== undefined;

/**
 * Defines a kind of work.
 * @param name the prefix of its partitions of the index
 * @param clock the clock of its times: the platform's, or that of the current ledger
 */
/* @__NO_SIDE_EFFECTS__ */
export function define(name: string, shards: number, clock: "platform" | "ledger" = "platform"): Due {
  const keys = { pk: `${name}#{shard}`, sk: "{dueAt}" };
  return {
    keys,
    at(id, time) {
      const duePk = fill(keys.pk, { shard: Ids.shardOf(id, shards) });
      if (clock === "platform") return { duePk, dueSk: fill(keys.sk, { dueAt: time }) };
      const onPlatform = LedgerClock.onPlatform(time);
      const ledgerDueAt = onPlatform === time ? undefined : time;
      return { duePk, dueSk: fill(keys.sk, { dueAt: onPlatform }), ledgerDueAt };
    },
    partitions: Array.from({ length: shards }, (_, shard) => fill(keys.pk, { shard: String(shard) })),
  };
}

export interface Sweep {
  /** The number of items of a shard in a read. */
  readonly batch?: number;
  /** The number of items of a shard that are processed in parallel. */
  readonly concurrency?: number;
}

/** The pace of work that calls a provider or a bank. */
export const PROVIDER_PACE: Sweep = { batch: 25, concurrency: 5 };

/**
 * Processes all due items, oldest first in each shard. A failed item is logged and stays for the next sweep; the others
 * are processed.
 * @param work returns false if it did nothing; an item that stays in the index is swept again
 * @returns the number of processed items
 * @throws the first error, after all items
 */
export const sweep = (
  due: Due,
  work: (item: Table.Item) => Promise<unknown>,
  { batch = 100, concurrency = 20 }: Sweep = {},
): Promise<number> =>
  sweepPages(
    due,
    async (items) => {
      let count = 0;
      const each = async (item: Table.Item): Promise<void> => {
        try {
          if ((await work(item)) !== false) count++;
        } catch (error) {
          const { pk, sk } = item;
          log.error("sweep: item failed, the next sweep will retry it", { pk, sk, error });
          throw error;
        }
      };
      await pMap(items, each, { concurrency, stopOnError: false });
      return count;
    },
    batch,
  );

/** As `sweep`, for work on whole pages of a shard. @param work returns the number of processed items */
export async function sweepPages(
  { partitions }: Due,
  work: (items: Table.Item[]) => Promise<number>,
  batch = 100,
): Promise<number> {
  const upTo = Clock.nowIso();
  const errors: unknown[] = [];
  let count = 0;
  const failed = (pk: string) => (error: unknown) => {
    log.error("sweep: partition not fully processed, the next sweep continues", { pk, error });
    errors.push(error);
    return 0;
  };
  const sweepShard = async (pk: string): Promise<void> => {
    for await (const shown of Table.pages({ index: "due", pk, upTo, limit: batch })) {
      const items = (await Table.getMany(shown.map(keyOfItem))).filter(isDue(pk, upTo));
      if (items.length === 0) continue;
      const more = await work(items).catch(failed(pk));
      count += more;
    }
  };
  await Promise.all(partitions.map((pk) => sweepShard(pk).catch(failed(pk))));
  if (errors.length > 0) throw firstOf(errors[0]);
  return count;
}

/** Returns whether the stored item is still due in this shard. */
const isDue =
  (pk: string, upTo: string) =>
  (item: Table.Item | undefined): item is Table.Item =>
    item !== undefined && item["duePk"] === pk && String(item["dueSk"]) <= upTo;

const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);
