import { createHash } from "node:crypto";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { isAddress } from "../../kernel/eip55/index.ts";
import { fail } from "../../kernel/errors.ts";
import { InvalidAddress } from "./errors.ts";

/** Public addresses, by network: checked down to their checksum, so that a mistyped one is refused. */

type Check = (address: string) => boolean;

const checks: Readonly<Record<string, Check>> = {
  bitcoin: (address) => isBase58Bitcoin(address) || isSegwit(address),
  ethereum: isAddress,
  "svc-chain": isAddress,
  sepa: isIban,
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

/** Bitcoin main network, native segregated witness: version 0 in bech32 (BIP 173), later ones in bech32m (BIP 350). */
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

/** IBAN lengths of the SEPA area, from SWIFT's IBAN registry. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 " +
    "LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** IBAN (ISO 13616): the check digits make the whole, rearranged and read as a number, 1 modulo 97. */
function isIban(address: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(address) || IBAN_LENGTHS[address.slice(0, 2)] !== address.length)
    return false;
  const digits = (address.slice(4) + address.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
