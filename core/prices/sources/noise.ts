import { createHash } from "node:crypto";

/** Random values that depend on a name and a number alone: the same in any process, for good. */

/** 32 bits of a name. */
export const saltOf = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

/** The random value of a place, in [-1, 1). */
export const lattice = (salt: number, place: number): number => mixed(salt, place) / 2 ** 31;

/** 32 well mixed bits of two numbers: MurmurHash3's finalizer, twice. */
export function mixed(salt: number, place: number): number {
  return scrambled(scrambled(place ^ salt) + Math.imul(salt, 0x9e3779b1));
}

function scrambled(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
