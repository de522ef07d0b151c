import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/draft.ts";
import { MAX_SEPA_MINOR } from "../schema.ts";

/** The rules of SEPA credit transfers for amounts, destinations and texts. */

export const CURRENCY = "EUR";

/** Parses a request's field as cents. @throws INVALID_AMOUNT, also above the limit of a SEPA transfer */
export function centsOf(field: string, amount: string | number): bigint {
  const cents = amountOf(field, amount, 2);
  if (cents <= MAX_SEPA_MINOR) return cents;
  return Money.inField(field, () => {
    throw fail(Money.InvalidAmount, {
      message: text(
        "A bank transfer cannot exceed 999,999,999.99 EUR.",
        "Un virement bancaire ne peut pas dépasser 999 999 999,99 EUR.",
      ),
    });
  });
}

/** Replacements of characters that do not decompose into a Latin character and an accent. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", đ: "d", Đ: "D", ð: "d", Ð: "D" },
  ...{ ł: "l", Ł: "L", þ: "th", Þ: "TH", ı: "i", "&": "+", _: "-", "’": "'", "‘": "'" },
};

/**
 * Converts a text to the Latin characters that every bank accepts, as EPC217-08 ("SEPA requirements for an extended
 * character set") recommends. The result is truncated, and has no slash at either end and no double slash.
 */
export const sepaText = (text: string, max: number): string =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "")]
    .map((character) => REPLACEMENTS[character] ?? character)
    .join("")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ".")
    .replace(/\/{2,}/g, "/")
    .slice(0, max)
    .replace(/^\/|\/$/g, "")
    .trim();
