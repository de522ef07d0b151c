import { createHash } from "node:crypto";
import { envInt } from "../kernel/env.ts";
import type { Key } from "../platform/table/entity.ts";
import { liveConnection } from "./entity.ts";

/**
 * Connections are spread over shards by a hash of their id, and one process serves each shard. `LIVE_SHARDS`
 * says how many there are. With another number a connection hashes to another shard: the server that finds it
 * ends it, and its client comes again.
 */
export const shardCount = (): number => Math.max(1, envInt("LIVE_SHARDS", 1));

/** The connections that one process serves well. */
export const SHARD_SIZE = 1000;

export const shardOf = (connectionId: string): number =>
  createHash("sha256").update(connectionId).digest().readUInt32BE(0) % shardCount();

/** Where a connection's item is. */
export const keyOf = (connectionId: string): Key =>
  liveConnection.key({ shard: String(shardOf(connectionId)), connectionId });
