import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { InvalidRate } from "./errors.ts";
import * as Schema from "./schema.ts";

/** Rates of loyalty programs: percent with two decimals, so basis points are exact. Pure. */

const DECIMALS = 2;

/** A rate in basis points: "2.5" is 250. */
export const bpsOf = (rate: string): bigint => Money.parse(rate, DECIMALS);

/** A rate as it is kept, without zeros at its end. @throws INVALID_LOYALTY_RATE */
export function checked(rate: string): string {
  if (!Schema.rate.safeParse(rate).success) throw fail(InvalidRate);
  return Money.format(bpsOf(rate), DECIMALS);
}

/** What a rate makes of an amount, rounded down: in favour of the merchant, who pays it. */
export const rewardOf = (amountMinor: bigint, rate: string): bigint => (amountMinor * bpsOf(rate)) / 10_000n;

/** Points that an amount gives, rounded down, at so many for a whole unit: `perUnit` has two decimals at most. */
export const pointsOf = (amountMinor: bigint, perUnit: string): bigint =>
  (amountMinor * Money.parse(perUnit, DECIMALS)) / 10_000n;

/** A number of points as it is kept, without zeros at its end: "2.50" is "2.5". @param perUnit as its schema takes it */
export const kept = (perUnit: string): string => Money.format(Money.parse(perUnit, DECIMALS), DECIMALS);
