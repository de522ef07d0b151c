import { fail, failFields, InvalidRequest } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import { isSepa } from "../../wallets/sepa.ts";
import { MAX_SEPA_MINOR } from "../schema.ts";

/** SEPA credit transfers: what they carry, where to, and with which words. */

/** What they are of. */
export const CURRENCY = "EUR";

/** The amount of a request's field in cents. @throws INVALID_AMOUNT */
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

/** @throws INVALID_REQUEST that names the field */
export function checkSepa(field: string, iban: string): void {
  if (isSepa(iban)) return;
  const message = text(
    "must be of a bank in the SEPA area: no other can be paid from here",
    "doit être celui d'une banque de la zone SEPA : aucune autre ne peut être payée d'ici",
  );
  throw failFields(InvalidRequest, [{ field, message }]);
}

/**
 * Texts of SEPA credit transfers: the Latin characters that every bank takes (EPC217-08, "SEPA requirements
 * for an extended character set"). Others are replaced as it recommends.
 */

/** Letters that are not made of one of these and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", đ: "d", Đ: "D", ð: "d", Ð: "D" },
  ...{ ł: "l", Ł: "L", þ: "th", Þ: "TH", ı: "i", "&": "+", _: "-", "’": "'", "‘": "'" },
};

/** The text in those characters, cut to a length: without slashes at its ends or two in a row. */
export const sepaText = (written: string, most: number): string =>
  [...written.normalize("NFKD").replace(/\p{M}/gu, "")]
    .map((character) => LETTERS[character] ?? character)
    .join("")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ".")
    .replace(/\/{2,}/g, "/")
    .slice(0, most)
    .replace(/^\/|\/$/g, "")
    .trim();
