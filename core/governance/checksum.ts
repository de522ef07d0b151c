import { keccak_256 } from "@noble/hashes/sha3.js";

/**
 * EIP-55: an address whose letters' case is its checksum. By hand, for the library that decodes calldata brings a curve of 40 KB
 * along with its own; the tests hold this against it.
 * @param digits 40 hexadecimal digits in lower case
 */
export function checksummed(digits: string): string {
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(digits))).toString("hex");
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}
