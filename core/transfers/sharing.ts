import type { Asset } from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import { sum } from "../kernel/money/index.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { amountOf, postable } from "../ledger/draft.ts";
import { InvalidSplit } from "./errors.ts";
import type { NewSplit } from "./schema.ts";

/**
 * Splits a sum by amounts, percentages and a rest. Exact to the base unit: percentages are rounded by largest
 * remainder, and equal remainders in favor of the first part. Pure.
 */

/** The decimals of a percentage. */
const PLACES = 4;
const WHOLE = 100n * 10n ** BigInt(PLACES);

/** @param index of the rejected part; null for all parts */
const refuse = (field: string, message: Text, index: number | null) =>
  fail(InvalidSplit, { message, details: { index, fields: [{ field, message }] } });

const inPlaces = (percent: string): bigint => {
  const [units = "0", places = ""] = percent.split(".");
  return BigInt(units + places.padEnd(PLACES, "0"));
};

/** Returns the amount of each part, in base units and in the same order. They sum to the whole. @throws INVALID_SPLIT, INVALID_AMOUNT */
export function partsOf({ decimals }: Asset, { amount, parts }: Omit<NewSplit, "fromAccountId">): bigint[] {
  const fixed = parts.map((one, index) =>
    one.amount === undefined ? 0n : amountOf(`splits.${index}.amount`, one.amount, decimals),
  );
  const named = sum(fixed);
  const whole = amount === undefined ? named : amountOf("amount", amount, decimals);
  postable(whole);
  const percents = parts.map(({ percent }) => (percent === undefined ? 0n : inPlaces(percent)));
  const rest = parts.findIndex((one) => one.rest);
  const shares = shareOut(whole, percents);
  const left = whole - named - sum(shares);
  if (left !== 0n && (rest < 0 || left < 0n)) throw refuse("splits", unequal(left > 0n), null);
  const amounts = parts.map((_, index) =>
    index === rest ? left : (fixed[index] ?? 0n) + (shares[index] ?? 0n),
  );
  const empty = amounts.indexOf(0n);
  if (empty >= 0)
    throw refuse(
      `splits.${empty}`,
      text(
        `splits.${empty} would get nothing: send more, or leave it out.`,
        `splits.${empty} ne recevrait rien : envoyez plus, ou retirez-le.`,
      ),
      empty,
    );
  return amounts;
}

const unequal = (isLess: boolean): Text =>
  isLess
    ? text(
        "The parts add up to less than the amount. Give the rest to one of them, or correct the amount.",
        "La somme des parts est inférieure au montant. Donnez le reste à l'une d'elles, ou corrigez le montant.",
      )
    : text(
        "The parts add up to more than the amount. Reduce them, or correct the amount.",
        "La somme des parts dépasse le montant. Réduisez-les, ou corrigez le montant.",
      );

/**
 * Splits a whole by percentages, in ten-thousandths of a percent. Each share is its exact value rounded down, or one unit
 * more; their sum is the exact sum rounded down.
 */
export function shareOut(whole: bigint, percents: readonly bigint[]): bigint[] {
  const floors = percents.map((percent) => (whole * percent) / WHOLE);
  const missing = (whole * sum(percents)) / WHOLE - sum(floors);
  const remainderOf = (index: number) => (whole * (percents[index] ?? 0n)) % WHOLE;
  // The sort is stable: of equal remainders the first part is first.
  const first = percents
    .map((_, index) => index)
    .sort((a, b) => Number(remainderOf(b) - remainderOf(a)))
    .slice(0, Number(missing));
  return floors.map((floor, index) => (first.includes(index) ? floor + 1n : floor));
}
