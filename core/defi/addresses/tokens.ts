import { checksummed, keccakHex } from "../../kernel/eip55/index.ts";

/**
 * The address of a token. The platform's tokens live in its ledger, not on a chain, yet every client of an
 * exchange knows tokens by address: each gets a stable one, the last 20 bytes of the Keccak-256 of
 * `svc/token/<SYMBOL>`.
 */
export const tokenAddress = (symbol: string): string =>
  checksummed(keccakHex(`svc/token/${symbol}`).slice(-40));
