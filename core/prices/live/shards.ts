import * as Table from "../../platform/table.ts";
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
  /** Until when its server was ordered, in milliseconds of the platform's clock. */
  readonly orderedUntilMs: number;
}

/** Every shard that ever had a connection, by its number. */
export async function list(): Promise<Shard[]> {
  const items = await Table.queryAll({ pk: liveShard.partition({}) });
  return items
    .map((item) => ({
      shard: Number(item["shard"]),
      count: Number(item["count"] ?? 0),
      orderedUntilMs: Number(item["orderedUntilMs"] ?? 0),
    }))
    .sort((a, b) => a.shard - b.shard);
}

/**
 * The shard that a new connection goes to: the lowest with room. Each time that others took the same shard's counter in the
 * same moment, it is one of twice as many: a storm of connects spreads instead of queueing at one item. Pure.
 * @param crowded how often this connection met others there
 */
export function roomIn(
  shards: readonly Shard[],
  crowded: number,
  random: () => number = Math.random,
): number {
  const choices = 2 ** Math.min(crowded, 6);
  const full = new Set(shards.filter((one) => one.count >= SHARD_SIZE).map((one) => one.shard));
  const open: number[] = [];
  for (let shard = 0; open.length < choices; shard++) if (!full.has(shard)) open.push(shard);
  return open[Math.floor(random() * choices)] ?? 0;
}

/** One connection more, if there is room. */
export const countIn = (shard: number): Table.Write => ({
  update: {
    key: liveShard.key({ shard: String(shard) }),
    update: "ADD #count :one SET #shard = :shard",
    condition: "attribute_not_exists(#count) OR #count < :most",
    names: { "#count": "count", "#shard": "shard" },
    values: { ":one": 1, ":most": SHARD_SIZE, ":shard": shard },
  },
});

/** One connection fewer. */
export const countOut = (shard: number): Table.Write => ({
  update: {
    key: liveShard.key({ shard: String(shard) }),
    update: "ADD #count :less",
    condition: "#count > :zero",
    names: { "#count": "count" },
    values: { ":less": -1, ":zero": 0 },
  },
});

/** Notes that a shard's server is ordered until then. @returns false when it was already, by another process perhaps */
export async function markOrdered(shard: number, untilMs: number): Promise<boolean> {
  try {
    await Table.update({
      key: liveShard.key({ shard: String(shard) }),
      update: "SET orderedUntilMs = :until",
      condition: "attribute_exists(pk) AND (attribute_not_exists(orderedUntilMs) OR orderedUntilMs < :until)",
      values: { ":until": untilMs },
    });
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    throw error;
  }
}
