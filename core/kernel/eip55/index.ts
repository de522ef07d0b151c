import { keccak_256 } from "@noble/hashes/sha3.js";

/**
 * Addresses of 20 bytes in hexadecimal digits, with upper and lower case as checksum (EIP-55). Own code, because libraries
 * include an elliptic curve of 40 KB; the tests compare it with one of them.
 */

/** Returns the Keccak-256 of a text, in hexadecimal digits. */
export const keccakHex = (text: string): string =>
  Buffer.from(keccak_256(new TextEncoder().encode(text))).toString("hex");

/** Returns the address with its checksum. @param digits 40 hexadecimal digits in lower case */
export function checksummed(digits: string): string {
  const hash = keccakHex(digits);
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/** Returns whether a text is an address: in upper or lower case, or in mixed case with a valid checksum. */
export function isAddress(text: string): boolean {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined) return false;
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return plain || checksummed(digits.toLowerCase()) === text;
}
