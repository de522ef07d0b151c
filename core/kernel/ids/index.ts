import { randomBytes } from "node:crypto";
import { decodeTime, encodeTime, ulid } from "ulid";
import * as Clock from "../clock/index.ts";
import { type IdKind, pattern, prefixes } from "./schema.ts";

export { type IdKind, pattern, prefixes };

// ulid's own source asks the system for each of an id's 16 characters; this source asks once for many ids.
const pool = { bytes: Buffer.alloc(0), used: 0 };

/** Returns a random number in [0, 1) for ulid. A byte maps evenly to the 32 characters. */
function random(): number {
  if (pool.used === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(4096), used: 0 });
  return pool.bytes.readUInt8(pool.used++) / 256;
}

/** Creates an id: the kind's prefix and a ULID, so ids of a kind sort by time. `atMs` defaults to now. */
export const create = (kind: IdKind, atMs: number = Clock.nowMs()): string =>
  `${prefixes[kind]}_${ulid(atMs, random).toLowerCase()}`;

/** Returns when an id was created: ISO 8601. */
export const madeAt = (id: string): string =>
  new Date(decodeTime(id.slice(id.lastIndexOf("_") + 1).toUpperCase())).toISOString();

/** Returns a text that sorts before all ids created from an instant on, and after all earlier ones. */
export const earliest = (kind: IdKind, atMs: number): string =>
  `${prefixes[kind]}_${encodeTime(Math.max(0, atMs)).toLowerCase()}`;

/** Returns the shard of an id, always the same one. The end of an id is random. */
export const shardOf = (id: string, shards: number): string =>
  String((id.codePointAt(id.length - 1) ?? 0) % shards);

/** Returns random bytes in a URL-safe form, for tokens, states and nonces. Defaults to 32 bytes. */
export const secret = (bytes = 32): string => randomBytes(bytes).toString("base64url");
