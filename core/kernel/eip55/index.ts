import { keccak_256 } from "@noble/hashes/sha3.js";

/**
 * Addresses of 20 bytes in hexadecimal digits, whose letters' case is their checksum (EIP-55). By hand, for
 * the libraries that have it bring a curve of 40 KB along; the tests hold it against one of them.
 */

/** The Keccak-256 of a text, in hexadecimal digits. */
export const keccakHex = (text: string): string =>
  Buffer.from(keccak_256(new TextEncoder().encode(text))).toString("hex");

/** The address with its checksum. @param digits 40 hexadecimal digits in lower case */
export function checksummed(digits: string): string {
  const hash = keccakHex(digits);
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/**
 * Whether it is an address, in one letter case, which says nothing, or in the mixed one that is its checksum.
 */
export function isAddress(text: string): boolean {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined) return false;
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return plain || checksummed(digits.toLowerCase()) === text;
}
