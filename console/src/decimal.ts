/** Exact arithmetic with the API's decimal strings. */

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

/** Returns a decimal in units of 10^-places; further digits are cut off. Zero for anything that is no decimal. */
export function unitsOf(decimal: string, places = PLACES): bigint {
  const [, whole = "", fraction = ""] = /^(\d*)\.?(\d*)$/.exec(decimal) ?? [];
  return BigInt(`${whole}${fraction.slice(0, places).padEnd(places, "0")}` || "0");
}

export function decimalOf(units: bigint, places = PLACES): string {
  const digits = units.toString().padStart(places + 1, "0");
  const fraction = places === 0 ? "" : digits.slice(-places).replace(/0+$/, "");
  const whole = places === 0 ? digits : digits.slice(0, -places);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

export const isPositive = (decimal: string): boolean => unitsOf(decimal) > 0n;
export const isMore = (one: string, other: string): boolean => unitsOf(one) > unitsOf(other);

/** Returns `amount x numerator / denominator`, rounded down to the digits of its asset. Zero if the denominator is. */
export function scaled(amount: string, numerator: string, denominator: string, places = PLACES): string {
  const divisor = unitsOf(denominator);
  if (divisor === 0n) return "0";
  const units = (unitsOf(amount) * unitsOf(numerator)) / divisor;
  return decimalOf(units / 10n ** BigInt(PLACES - places), places);
}

/** Returns a number of percent of an amount, rounded down. */
export const percentOf = (amount: string, percent: string, places = PLACES): string =>
  scaled(amount, percent, "100", places);

/** Returns the least that the API accepts within a tolerance: `amount / (1 + tolerance / 100)`, rounded down. */
export const leastOf = (amount: string, tolerance: string, places = PLACES): string =>
  decimalOf(
    (unitsOf(amount) * ONE * 100n) / (100n * ONE + unitsOf(tolerance)) / 10n ** BigInt(PLACES - places),
    places,
  );

export const sumOf = (one: string, other: string): string => decimalOf(unitsOf(one) + unitsOf(other));
export const differenceOf = (one: string, other: string): string =>
  isMore(one, other) ? decimalOf(unitsOf(one) - unitsOf(other)) : "0";
