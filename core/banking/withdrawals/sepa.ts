import { fail, failFields, InvalidRequest } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/draft.ts";
import { isSepa } from "../../wallets/address.ts";
import { MAX_SEPA_MINOR } from "../schema.ts";

/** SEPA credit transfers: their currency, amounts, destinations and texts. */

export const CURRENCY = "EUR";

/** Parses a request's field as cents. @throws INVALID_AMOUNT */
export function centsOf(field: string, written: string | number): bigint {
  const cents = amountOf(field, written, 2);
  if (cents <= MAX_SEPA_MINOR) return cents;
  return Money.inField(field, () => {
    throw fail(Money.InvalidAmount, {
      message: text(
        "A bank transfer carries at most 999999999.99 EUR.",
        "Un virement bancaire porte au plus 999999999.99 EUR.",
      ),
    });
  });
}

/** @throws INVALID_REQUEST with the field, if the bank is outside the SEPA area */
export function checkSepa(field: string, iban: string): void {
  if (isSepa(iban)) return;
  const message = text(
    "must be of a bank in the SEPA area: no other can be paid from here",
    "doit être celui d'une banque de la zone SEPA : aucune autre ne peut être payée d'ici",
  );
  throw failFields(InvalidRequest, [{ field, message }]);
}

/** Replacements of letters that do not decompose into a Latin letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", đ: "d", Đ: "D", ð: "d", Ð: "D" },
  ...{ ł: "l", Ł: "L", þ: "th", Þ: "TH", ı: "i", "&": "+", _: "-", "’": "'", "‘": "'" },
};

/**
 * Converts a text to the Latin characters that every bank accepts, as EPC217-08 ("SEPA requirements for an extended
 * character set") recommends, cut to a length, without a slash at an end or two in a row.
 */
export const sepaText = (written: string, most: number): string =>
  [...written.normalize("NFKD").replace(/\p{M}/gu, "")]
    .map((character) => LETTERS[character] ?? character)
    .join("")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ".")
    .replace(/\/{2,}/g, "/")
    .slice(0, most)
    .replace(/^\/|\/$/g, "")
    .trim();
