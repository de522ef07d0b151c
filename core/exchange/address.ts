import { keccak_256 } from "@noble/hashes/sha3.js";

/**
 * Addresses of tokens. The platform's tokens live in its ledger, not on a chain, yet every client of an exchange knows
 * tokens by address: each gets a stable one, the last 20 bytes of the Keccak-256 of `svc/token/<SYMBOL>`.
 */

const keccakHex = (text: string): string =>
  Buffer.from(keccak_256(new TextEncoder().encode(text))).toString("hex");

/** The address of the token of that symbol, with the checksum of EIP-55 in its letters' case. */
export function tokenAddress(symbol: string): string {
  const digits = keccakHex(`svc/token/${symbol}`).slice(-40);
  const hash = keccakHex(digits);
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash[i] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}
