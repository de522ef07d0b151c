import { createHash } from "node:crypto";

/** Returns the SHA-256 in lower-case hexadecimal digits. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

/**
 * Sums of hashes. Two collections with the same members have the same sum in any order, so the audit compares millions
 * of items with a single number. With weights, equal sums also mean that each member has the same total weight. Source:
 * the additive multiset hash of Bellare and Micciancio, "A New Paradigm for Collision-Free Hashing" (1997).
 */

const BITS = 256;

const hash = (parts: readonly unknown[]): bigint =>
  BigInt(`0x${sha256Hex(JSON.stringify(parts.map(String)))}`);

/** Returns the sum with another member. */
export const plus = (sum: bigint, parts: readonly unknown[], weight = 1n): bigint =>
  BigInt.asUintN(BITS, sum + weight * hash(parts));
