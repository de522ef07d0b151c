import { fail } from "../errors.ts";
import * as Money from "../money/index.ts";
import { InvalidRate } from "./errors.ts";

/** Rates of loyalty programs: percent with two decimals, so hundredths of a percent (basis points) are exact. Pure. */

const DECIMALS = 2;
const MAX_BPS = 2000n;

/** A rate in basis points: "2.5" is 250. */
export const bpsOf = (rate: string): bigint => Money.parse(rate, DECIMALS);

/**
 * A rate as it is kept, without zeros at its end.
 * @throws INVALID_LOYALTY_RATE
 */
export function checked(rate: string): string {
  const bps = /^\d{1,2}(\.\d{1,2})?$/.test(rate) ? bpsOf(rate) : 0n;
  if (bps <= 0n || bps > MAX_BPS) throw fail(InvalidRate);
  return Money.format(bps, DECIMALS);
}

/** What a rate makes of an amount, rounded down to a whole minor unit: in the platform's favour, by less than one unit. */
export const rewardOf = (amountMinor: bigint, rate: string): bigint => (amountMinor * bpsOf(rate)) / 10_000n;
