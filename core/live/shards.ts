import * as Table from "../platform/table/index.ts";
import { liveShard } from "./entity.ts";

/**
 * Shards of connections. One process serves a shard, so a shard is as many connections as one process serves well; they
 * fill from 0 up, so that as few processes run as can.
 */

/** Connections of a shard. */
export const SHARD_SIZE = 1000;

export interface Shard {
  readonly shard: number;
  readonly count: number;
  /** Connections that were ever opened in it: two looks that find the same one missed none. */
  readonly opened: number;
  /** Until when its server was ordered, in milliseconds of the platform's clock. */
  readonly orderedUntilMs: number;
}

const toShard = (item: Table.Item): Shard => ({
  shard: Number(item["shard"]),
  count: Number(item["count"] ?? 0),
  opened: Number(item["opened"] ?? 0),
  orderedUntilMs: Number(item["orderedUntilMs"] ?? 0),
});

/** Every shard that ever had a connection, by its number. */
export async function list(): Promise<Shard[]> {
  const items = await Table.queryAll({ pk: liveShard.partition({}) });
  return items.map(toShard).sort((a, b) => a.shard - b.shard);
}

/** A shard; undefined when it never had a connection. */
export async function get(shard: number): Promise<Shard | undefined> {
  const item = await Table.get(liveShard.key({ shard: String(shard) }));
  return item && toShard(item);
}

/** So often a connection tries the same shard again before it looks for another. */
const PATIENCE = 3;
/** Connects spread over one shard more for each so many connections that there are. */
const SPREAD = 250;

/**
 * The shard that a new connection goes to: the lowest with room. Where others took the same shard's counter in the same moment
 * again and again, it is one of twice as many each time: a storm of connects spreads instead of queueing at one item. It
 * spreads no further than the connections that there are call for, since each shard is a process and stays one. Pure.
 * @param crowded how often this connection met others there
 */
export function roomIn(
  shards: readonly Shard[],
  crowded: number,
  random: () => number = Math.random,
): number {
  const total = shards.reduce((sum, { count }) => sum + count, 0);
  const wished = 2 ** Math.max(0, crowded - PATIENCE + 1);
  const choices = Math.min(wished, Math.floor(total / SPREAD) + 2);
  const full = new Set(shards.filter((one) => one.count >= SHARD_SIZE).map((one) => one.shard));
  const open: number[] = [];
  for (let shard = 0; open.length < choices; shard++) if (!full.has(shard)) open.push(shard);
  return open[Math.floor(random() * choices)] ?? 0;
}

/** One connection more, if there is room. */
export const countIn = (shard: number): Table.Write => ({
  update: {
    key: liveShard.key({ shard: String(shard) }),
    update: "ADD #count :one, opened :one SET #shard = :shard",
    condition: "attribute_not_exists(#count) OR #count < :most",
    names: { "#count": "count", "#shard": "shard" },
    values: { ":one": 1, ":most": SHARD_SIZE, ":shard": shard },
  },
});

/**
 * One connection fewer. The write stands alone, so that any number may come at once and none is refused by another. The
 * mark keeps the retry of a lost answer from counting twice.
 */
export const countOut = (shard: number, connectionId: string): Promise<boolean> =>
  change(shard, {
    update: "SET lastOut = :id ADD #count :less",
    condition: "#count > :zero AND (attribute_not_exists(lastOut) OR lastOut <> :id)",
    names: { "#count": "count" },
    values: { ":less": -1, ":zero": 0, ":id": connectionId },
  });

/** Puts a count right, unless it changed since it was seen. @returns whether it did */
export const correct = (seen: Shard, count: number): Promise<boolean> =>
  change(seen.shard, {
    update: "SET #count = :count",
    condition: "#count = :seen AND (opened = :opened OR (attribute_not_exists(opened) AND :opened = :zero))",
    names: { "#count": "count" },
    values: { ":count": count, ":seen": seen.count, ":opened": seen.opened, ":zero": 0 },
  });

/** Notes that a shard's server is ordered until then. @returns false when it was already, by another process perhaps */
export const markOrdered = (shard: number, untilMs: number): Promise<boolean> =>
  change(shard, {
    update: "SET orderedUntilMs = :until",
    condition: "attribute_exists(pk) AND (attribute_not_exists(orderedUntilMs) OR orderedUntilMs < :until)",
    values: { ":until": untilMs },
  });

/** Changes a shard's item. @returns false when its condition does not hold */
async function change(shard: number, update: Omit<Table.Update, "key">): Promise<boolean> {
  try {
    await Table.update({ key: liveShard.key({ shard: String(shard) }), ...update });
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    throw error;
  }
}
