import pMap from "p-map";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { log } from "../log.ts";
import { fill, type IndexKeys, keyOfItem } from "../table/entity.ts";
import * as Table from "../table/index.ts";

/**
 * Work that is due at a time. An item with `due.at(...)` among its attributes is found by the sweep from that
 * time on, until its attributes are removed or set anew.
 *
 * The index has the items' keys alone, and the sweep reads the items themselves: of what the index, which is
 * behind, still shows, it leaves out what is gone, done, or put off meanwhile. So what it works on was due a
 * moment ago; that it still is, and is done once, is for the work's own condition.
 *
 * An index's partition takes 1,000 write units a second, and holds up the table's writes where it gets more. Each
 * entry costs one as it comes and one as it goes, however large its item is: the outbox's four shards take 2,000
 * events a second. (Were items projected whole, one of 20 KB would cost 40, and 100 a second would be too many; a
 * webhook's body of 256 KB 512, and 8.) For that the sweep reads each item that it comes to, a unit for 4 KB; events
 * that are handed over as they happen, which are nearly all, it never comes to.
 * Source: Amazon DynamoDB Developer Guide, Understanding GSI write throttling and back pressure.
 */

type DueAttributes = {
  readonly duePk: string;
  /** When, by the platform's clock: how the index is sorted. */
  readonly dueSk: string;
  /** When, by the clock of the item's ledger, where that stood elsewhere. */
  readonly ledgerDueAt?: string | undefined;
};

export interface Due {
  /** The keys in the index `due`, as templates: for the entity's definition. */
  readonly keys: IndexKeys;
  /**
   * The attributes that make an item due.
   * @param id of the item, which picks the shard
   * @param time ISO 8601, by the clock that this kind goes by
   */
  at(id: string, time: string): DueAttributes;
  /** The partition of each shard. */
  readonly partitions: readonly string[];
}

/** What takes an item out of the index, for `set`. */
export const done = { duePk: undefined, dueSk: undefined, ledgerDueAt: undefined } as const;

/** When an item is due, by the clock of its ledger: ISO 8601; undefined where it is not. */
export const timeOf = (item: {
  readonly dueSk?: string | undefined;
  readonly ledgerDueAt?: string | undefined;
}): string | undefined => item.ledgerDueAt ?? item.dueSk;

/** Whether an item has its time still to come, or to be done. */
export const isOpen = (item: Table.Item): boolean => item["duePk"] !== undefined;

/**
 * Defines a kind of work.
 * @param name what its partitions of the index begin with
 * @param clock whose times it is given: the platform's, or those of the ledger that is acted in
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
  /** How many items of a shard are read at once. */
  readonly batch?: number;
  /** How many items of a shard are worked on at once. */
  readonly concurrency?: number;
}

/** The pace of work that calls a provider or a bank. */
export const PROVIDER_PACE: Sweep = { batch: 25, concurrency: 5 };

/**
 * Does the work for everything that is due, oldest first in each shard. An item that fails is logged and left
 * to the next sweep, and keeps no other from its turn.
 * @param work returns false if it did nothing; an item that it leaves in the index is swept again
 * @returns for how many items it did
 * @throws the first error, once all others are done
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

/** As `sweep`, for work on whole pages of a shard. @param work answers how much it did */
export async function sweepPages(
  { partitions }: Due,
  work: (items: Table.Item[]) => Promise<number>,
  batch = 100,
): Promise<number> {
  const upTo = Clock.nowIso();
  const errors: unknown[] = [];
  let count = 0;
  const failed = (pk: string) => (error: unknown) => {
    log.error("sweep: partition failed, the next sweep will retry it", { pk, error });
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

/** Whether an item is still due in this shard, as the table says. */
const isDue =
  (pk: string, upTo: string) =>
  (item: Table.Item | undefined): item is Table.Item =>
    item !== undefined && item["duePk"] === pk && String(item["dueSk"]) <= upTo;

/** The first error that an item failed with. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);
