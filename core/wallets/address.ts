import { createHash } from "node:crypto";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { isSEPACountry, isValidIBAN } from "ibantools";
import { isAddress } from "../kernel/eip55/index.ts";
import { fail } from "../kernel/errors.ts";
import { InvalidAddress } from "./errors.ts";

/** Validates public addresses by network, including the checksum, so that a mistyped address is rejected. */

/** The main or the test network. Only Bitcoin's networks have different addresses. */
type Net = "main" | "test";
type Check = (address: string, net: Net) => boolean;

const checks: Readonly<Record<string, Check>> = {
  bitcoin: (address, net) => isBase58Bitcoin(address, net) || isSegwit(address, net),
  ethereum: isAddress,
  "svc-chain": isAddress,
  sepa: isSepa,
};

/** Returns a valid address of a network. `ach` has no address that could be checked, so it rejects all. @throws INVALID_ADDRESS */
export function checkAddress(network: string, address: string): string {
  if (isAddressOf(network, address)) return address;
  throw fail(InvalidAddress, { details: { network } });
}

/** Returns whether a text is an address of a network. */
export const isAddressOf = (network: string, address: string, net: Net = "main"): boolean =>
  checks[network]?.(address, net) ?? false;

const base58check = createBase58check((bytes: Uint8Array) => createHash("sha256").update(bytes).digest());

/** Bitcoin's version bytes (of a key's hash, of a script's hash) and bech32 prefixes. */
const bitcoin = {
  main: { versions: [0x00, 0x05], prefix: "bc" },
  test: { versions: [0x6f, 0xc4], prefix: "tb" },
} as const;

/** Returns whether an address has a version byte and 20 bytes. */
function isBase58Bitcoin(address: string, net: Net): boolean {
  const bytes = attempt(() => base58check.decode(address));
  return bytes?.length === 21 && bitcoin[net].versions.some((version) => version === bytes[0]);
}

/** Returns whether an address is native segregated witness: version 0 in bech32 (BIP 173), later ones in bech32m (BIP 350). */
function isSegwit(address: string, net: Net): boolean {
  return [bech32, bech32m].some((coding) => {
    const decoded = attempt(() => coding.decode(address as `${string}1${string}`, 90));
    const [version, ...words] = decoded?.words ?? [];
    const program = decoded && attempt(() => coding.fromWords(words));
    if (decoded?.prefix !== bitcoin[net].prefix || version === undefined || version > 16 || !program)
      return false;
    if ((version === 0) !== (coding === bech32)) return false;
    return version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40;
  });
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** Countries of the SEPA area that the library does not know yet. */
const JOINED_LATELY = ["AL", "MD", "ME", "MK", "RS"];

/** Returns whether a text is an IBAN within the SEPA area. */
export function isSepa(address: string): boolean {
  const country = address.slice(0, 2);
  return isValidIBAN(address) && (isSEPACountry(country) || JOINED_LATELY.includes(country));
}
