import { fail } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import { MAX_POSTING } from "./draft.ts";

/** Amounts that a caller asks to move. */

/**
 * The amount of a request's field in base units: above zero, and no more than one entry moves.
 * @throws INVALID_AMOUNT
 */
export const amountOf = (field: string, decimal: string | number, decimals: number): Money.BaseUnits =>
  Money.inField(field, () => {
    const units =
      typeof decimal === "number" ? Money.parseNumber(decimal, decimals) : Money.parse(decimal, decimals);
    if (units === 0n)
      throw fail(Money.InvalidAmount, {
        message: text("The amount must be more than zero.", "Le montant doit être supérieur à zéro."),
      });
    postable(units);
    return units;
  });

/** Amounts that are to be moved must fit into one entry of the ledger. @throws INVALID_AMOUNT */
export function postable(...amounts: readonly Money.BaseUnits[]): void {
  if (amounts.every((amount) => amount <= MAX_POSTING)) return;
  throw fail(Money.InvalidAmount, {
    message: text(
      "That is too much to move at once. Move it in parts.",
      "C'est trop à déplacer en une fois. Procédez en plusieurs fois.",
    ),
  });
}
