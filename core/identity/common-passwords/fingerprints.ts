import { sha256Hex } from "../../kernel/sha256.ts";

/**
 * A set of words as sorted fingerprints of 32 bits. A password has at most six words (`wordsOf`), so with 37,000 members a password
 * outside the list is taken for a common one with a probability below 6 × 37,000 / 2^32, which is 5 in 100,000.
 */

const fingerprintOf = (word: string): number => Number.parseInt(sha256Hex(word).slice(0, 8), 16);

/** Encodes a set: the differences of the sorted fingerprints, seven bits a byte, the lowest first, in base64. */
export function encode(words: Iterable<string>): string {
  const sorted = [...new Set(Array.from(words, fingerprintOf))].sort((a, b) => a - b);
  const bytes = sorted.flatMap((one, at) => varint(one - (sorted[at - 1] ?? 0)));
  return Buffer.from(bytes).toString("base64");
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return [...bytes, rest];
}

/** Decodes a set. @returns whether a word is a member */
export function decode(text: string): (word: string) => boolean {
  const found = new Set<number>();
  let [last, difference, scale] = [0, 0, 1];
  for (const byte of Buffer.from(text, "base64")) {
    difference += (byte % 0x80) * scale;
    scale *= 0x80;
    if (byte >= 0x80) continue;
    last += difference;
    found.add(last);
    [difference, scale] = [0, 1];
  }
  return (word) => found.has(fingerprintOf(word));
}
