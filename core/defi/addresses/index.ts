import { checksummed, isAddress, keccakHex } from "../../kernel/eip55/index.ts";

/**
 * Addresses of accounts and tokens. An account's address is a constant prefix of four bytes and the 16 bytes of its
 * user's ULID.
 */

/** The first four bytes of the Keccak-256 of `svc/account`. */
const PREFIX = "ec999567";

/** Crockford's base 32, as ULID writes it. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const ULID_LENGTH = 26;
const USER_ID = /^usr_([0-7][0-9a-hjkmnp-tv-z]{25})$/;
const ADDRESS = /^0x([0-9a-fA-F]{8})([0-9a-fA-F]{32})$/;

/** Returns the address of a user's account, with EIP-55's checksum. @throws TypeError for any other id */
export function ofUser(userId: string): string {
  const [, ulid] = USER_ID.exec(userId) ?? [];
  if (ulid === undefined) throw new TypeError(`"${userId}" is not a user's id`);
  const value = [...ulid].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);
  return checksummed(PREFIX + value.toString(16).padStart(32, "0"));
}

/**
 * Returns the user id in an address; the user may not exist. Undefined for another prefix, or if the address mixes
 * upper and lower case and its checksum is wrong.
 */
export function userOf(address: string): string | undefined {
  const [, prefix, id] = ADDRESS.exec(address) ?? [];
  if (id === undefined || prefix?.toLowerCase() !== PREFIX || !isAddress(address)) return undefined;
  let rest = BigInt(`0x${id}`);
  let ulid = "";
  for (let digit = 0; digit < ULID_LENGTH; digit++) {
    ulid = (DIGITS[Number(rest % 32n)] ?? "") + ulid;
    rest /= 32n;
  }
  return `usr_${ulid}`;
}

/**
 * Returns the address of a token: the last 20 bytes of the Keccak-256 of `svc/token/<SYMBOL>`. Clients of an exchange
 * identify tokens by address, although ours are assets of the ledger.
 */
export const tokenAddress = (symbol: string): string =>
  checksummed(keccakHex(`svc/token/${symbol}`).slice(-40));
