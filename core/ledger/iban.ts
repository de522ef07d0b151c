import { createHash } from "node:crypto";
import { env } from "../kernel/env.ts";
import type { Write } from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { parseWalletId, walletOf } from "./accounts.ts";
import { accountIban } from "./entity.ts";
import type { AccountRef } from "./schema.ts";

/**
 * IBANs of users' euro accounts, by which they are paid in by bank transfer. The bank gives the platform a range
 * of its own (`IBAN_RANGE`: France, the codes of bank and branch), and each account has a number in it that is
 * made of its id, so it is always the same. Which account a number is of is written as the account is opened.
 */

/** What SEPA credit transfers are of. */
const ASSET = "EUR";

const CHARACTERS = 36n;
const LENGTH = 11;

/** The IBAN of an account; undefined of one that has none: of another asset, of a test, or without a range. */
export function ibanOf({ account }: AccountRef): string | undefined {
  const range = env("IBAN_RANGE", "");
  const walletId = walletOf(account) ?? "";
  const named = parseWalletId(walletId);
  if (range === "" || named?.asset !== ASSET || named.mode !== "live") return undefined;
  return french(range.slice(2), numberOf(walletId));
}

/** No bank has these codes: what is sent there arrives nowhere. */
const OF_NO_BANK = "0000000000";

/** What a sandbox shows as a wallet's IBAN: its check digits are right, and nobody's account has it. */
export const sandboxIbanOf = (walletId: string): string => french(OF_NO_BANK, numberOf(walletId));

function numberOf(walletId: string): string {
  const hash = BigInt(`0x${createHash("sha256").update(`iban ${walletId}`).digest("hex")}`);
  const number = (hash % CHARACTERS ** BigInt(LENGTH)).toString(Number(CHARACTERS));
  return number.padStart(LENGTH, "0").toUpperCase();
}

/** As ISO 13616 has it: behind the check digits the bank's and the branch's codes, the number, and the RIB's key. */
function french(codes: string, number: string): string {
  const [bank, branch] = [codes.slice(0, 5), codes.slice(5)].map(BigInt) as [bigint, bigint];
  const value = BigInt(number.replace(/[A-Z]/g, inRib));
  const key = 97n - ((89n * bank + 15n * branch + 3n * value) % 97n);
  const bban = `${codes}${number}${twoDigits(key)}`;
  const letters = (text: string) => text.replace(/[A-Z]/g, (one) => String(parseInt(one, 36)));
  const check = 98n - (BigInt(letters(`${bban}FR00`)) % 97n);
  return `FR${twoDigits(check)}${bban}`;
}

/** What a letter counts as in the RIB's key: A and J are 1, B, K and S are 2, and so on. */
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
