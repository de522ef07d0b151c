import { createHash } from "node:crypto";

/** SHA-256 in lower-case hex. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * Sums of hashes: two collections have the same sum when they have the same members, whatever the order, so a
 * pass over the whole table compares millions of items in the space of one number. With a weight, equal sums
 * also say that each member has the same total weight. Source: the additive multiset hash of Bellare and
 * Micciancio, "A New Paradigm for Collision-Free Hashing" (1997).
 */

const BITS = 256;

const hash = (parts: readonly unknown[]): bigint =>
  BigInt(`0x${sha256Hex(JSON.stringify(parts.map(String)))}`);

/** The sum with one more member. */
export const plus = (sum: bigint, parts: readonly unknown[], weight = 1n): bigint =>
  BigInt.asUintN(BITS, sum + weight * hash(parts));
