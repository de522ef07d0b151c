import { createHash } from "node:crypto";
import { env } from "../kernel/env.ts";
import type { Write } from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { parseWalletId, walletOf } from "./accounts.ts";
import { accountIban } from "./entity.ts";
import type { AccountRef } from "./schema.ts";

/**
 * IBANs of users' euro accounts, for deposits by bank transfer. The bank assigns the platform a range
 * (`IBAN_RANGE`: France, the codes of bank and branch). An account's number in the range is derived from its id, so it
 * never changes. The transaction that opens the account records the IBAN.
 */

/** The asset of SEPA credit transfers. */
const ASSET = "EUR";

const CHARACTERS = 36n;
const LENGTH = 11;

/** Returns the IBAN of an account; undefined for another asset, a sandbox, or without a range. */
export function ibanOf({ account }: AccountRef): string | undefined {
  const range = env("IBAN_RANGE", "");
  const walletId = walletOf(account) ?? "";
  const named = parseWalletId(walletId);
  if (range === "" || named?.asset !== ASSET || named.mode !== "live") return undefined;
  return french(range.slice(2), numberOf(walletId));
}

/** No bank has these codes, so a transfer to them cannot arrive. */
const OF_NO_BANK = "0000000000";

/** Returns the IBAN of a wallet in a sandbox: its check digits are valid, and no account has it. */
export const sandboxIbanOf = (walletId: string): string => french(OF_NO_BANK, numberOf(walletId));

function numberOf(walletId: string): string {
  const hash = BigInt(`0x${createHash("sha256").update(`iban ${walletId}`).digest("hex")}`);
  const number = (hash % CHARACTERS ** BigInt(LENGTH)).toString(Number(CHARACTERS));
  return number.padStart(LENGTH, "0").toUpperCase();
}

/** Returns a French IBAN (ISO 13616): check digits, codes of bank and branch, number, RIB key. */
function french(codes: string, number: string): string {
  const [bank, branch] = [codes.slice(0, 5), codes.slice(5)].map(BigInt) as [bigint, bigint];
  const value = BigInt(number.replace(/[A-Z]/g, inRib));
  const key = 97n - ((89n * bank + 15n * branch + 3n * value) % 97n);
  const bban = `${codes}${number}${twoDigits(key)}`;
  const letters = (text: string) => text.replace(/[A-Z]/g, (one) => String(parseInt(one, 36)));
  const check = 98n - (BigInt(letters(`${bban}FR00`)) % 97n);
  return `FR${twoDigits(check)}${bban}`;
}

/** Returns the digit of a letter in the RIB key: A and J are 1, B, K and S are 2, and so on. */
function inRib(letter: string): string {
  const at = parseInt(letter, 36) - 10;
  return String(at < 18 ? (at % 9) + 1 : at - 16);
}

const twoDigits = (number: bigint): string => String(number).padStart(2, "0");

/** Returns the writes that record which new account an IBAN belongs to. */
export const ibanWrites = (refs: readonly AccountRef[]): Write[] =>
  refs.flatMap((ref) => {
    const iban = ibanOf(ref);
    const walletId = walletOf(ref.account);
    if (iban === undefined || walletId === undefined) return [];
    return [
      {
        put: accountIban.item({ iban, walletId }),
        where: Where.any(Where.absent, Where.is({ walletId })),
        onConditionFailed: () => new TypeError("the IBAN belongs to another account"),
      },
    ];
  });
