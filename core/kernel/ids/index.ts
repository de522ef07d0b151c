import { randomBytes } from "node:crypto";
import { decodeTime, encodeTime, ulid } from "ulid";
import * as Clock from "../clock/index.ts";
import { type IdKind, pattern, prefixes } from "./schema.ts";

export { type IdKind, pattern, prefixes };

// ulid's own source asks the system for each of an id's 16 characters; this one asks once for many ids.
const pool = { bytes: Buffer.alloc(0), used: 0 };

/** A random number in [0, 1), as ulid wants it: a byte has a whole number of the 32 characters. */
function random(): number {
  if (pool.used === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(4096), used: 0 });
  return pool.bytes.readUInt8(pool.used++) / 256;
}

/**
 * A new id: the kind's prefix and a ULID, so ids of a kind sort by the time they were made, now unless told.
 */
export const create = (kind: IdKind, atMs: number = Clock.nowMs()): string =>
  `${prefixes[kind]}_${ulid(atMs, random).toLowerCase()}`;

/** When an id was made: ISO 8601. */
export const madeAt = (id: string): string =>
  new Date(decodeTime(id.slice(id.lastIndexOf("_") + 1).toUpperCase())).toISOString();

/** What sorts before all ids of a kind that are made at an instant or later, and after those made before. */
export const earliest = (kind: IdKind, atMs: number): string =>
  `${prefixes[kind]}_${encodeTime(Math.max(0, atMs)).toLowerCase()}`;

/** Which of so many shards the items of an id go to: always the same one. Our ids end with chance. */
export const shardOf = (id: string, shards: number): string =>
  String((id.codePointAt(id.length - 1) ?? 0) % shards);

/** `bytes` of randomness, URL-safe: tokens, state, nonces. 32 bytes unless told. */
export const secret = (bytes = 32): string => randomBytes(bytes).toString("base64url");
