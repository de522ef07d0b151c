import { createHash } from "node:crypto";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { isAddress } from "../../kernel/eip55/index.ts";
import { fail } from "../../kernel/errors.ts";
import { InvalidAddress } from "./errors.ts";
import { isSepa } from "./sepa.ts";

/** Public addresses, by network: checked down to their checksum, so that a mistyped one is refused. */

type Check = (address: string) => boolean;

const checks: Readonly<Record<string, Check>> = {
  bitcoin: (address) => isBase58Bitcoin(address) || isSegwit(address),
  ethereum: isAddress,
  "svc-chain": isAddress,
  sepa: isSepa,
};

/**
 * The address, when it is one of that network. `ach` has none that could be checked, so it takes none.
 * @throws INVALID_ADDRESS
 */
export function checkAddress(network: string, address: string): string {
  if (checks[network]?.(address)) return address;
  throw fail(InvalidAddress, { details: { network } });
}

const base58check = createBase58check((bytes: Uint8Array) => createHash("sha256").update(bytes).digest());

/** Bitcoin main network: a version byte (0x00 to a key's hash, 0x05 to a script's) and 20 bytes. */
function isBase58Bitcoin(address: string): boolean {
  const bytes = attempt(() => base58check.decode(address));
  return bytes?.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05);
}

/**
 * Bitcoin main network, native segregated witness: version 0 in bech32 (BIP 173), later ones in bech32m (BIP
 * 350).
 */
function isSegwit(address: string): boolean {
  return [bech32, bech32m].some((coding) => {
    const decoded = attempt(() => coding.decode(address as `${string}1${string}`, 90));
    const [version, ...words] = decoded?.words ?? [];
    const program = decoded && attempt(() => coding.fromWords(words));
    if (decoded?.prefix !== "bc" || version === undefined || version > 16 || !program) return false;
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
