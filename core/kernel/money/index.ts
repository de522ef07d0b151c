import { defineError, fail, SvcError } from "../errors.ts";
import { text } from "../texts/index.ts";

/**
 * Amounts are base units in a `bigint` (cents, satoshi, wei); `core/kernel/assets` has the decimals of each asset. No
 * amount is a JS `number`, except for the JSON numbers of the wallet and mobile routes, at the edge.
 */
export type BaseUnits = bigint;

/** DynamoDB stores 38 significant digits. A larger amount is rejected, so that none loses a digit. */
export const MAX_AMOUNT: BaseUnits = 10n ** 38n - 1n;

export const InvalidAmount = defineError(
  "INVALID_AMOUNT",
  "invalid",
  "The amount is not valid.",
  "Le montant n'est pas valide.",
);

const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Parses a non-negative decimal ("12.50") as base units. It does not round.
 * @throws INVALID_AMOUNT if the text is not a plain decimal, has more decimals than the asset, or is too large
 */
export function parse(decimal: string, decimals: number): BaseUnits {
  const match = DECIMAL.exec(decimal);
  if (!match)
    throw fail(InvalidAmount, {
      message: text(
        `"${decimal.slice(0, 40)}" is not a decimal amount such as "12.5".`,
        `"${decimal.slice(0, 40)}" n'est pas un montant décimal, comme "12.5".`,
      ),
    });
  const [whole, fraction = ""] = decimal.split(".") as [string, string?];
  if (fraction.replace(/0+$/, "").length > decimals) {
    throw fail(InvalidAmount, {
      message: text(
        `The amount has more than ${decimals} decimals.`,
        `Le montant a plus de ${decimals} décimales.`,
      ),
      details: { maxDecimals: decimals },
    });
  }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  if (amount > MAX_AMOUNT)
    throw fail(InvalidAmount, { message: text("The amount is too large.", "Le montant est trop élevé.") });
  return amount;
}

/**
 * Parses a JSON number as base units, by the shortest decimal of this double, which is how the client wrote it.
 * @throws INVALID_AMOUNT as `parse`, and for NaN, infinities and negative numbers
 */
export function parseNumber(value: number, decimals: number): BaseUnits {
  if (!Number.isFinite(value) || value < 0) {
    throw fail(InvalidAmount, {
      message: text(
        "The amount must be a number of zero or more.",
        "Le montant doit être un nombre positif ou nul.",
      ),
    });
  }
  return parse(withoutExponent(String(value)), decimals);
}

/** Writes a decimal without an exponent, which JavaScript uses below 1e-6 and from 1e21. */
function withoutExponent(decimal: string): string {
  const [digits = "", exponent] = decimal.split("e");
  if (exponent === undefined) return decimal;
  const [whole = "", fraction = ""] = digits.split(".");
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  return point > 0 ? all.padEnd(point, "0") : `0.${"0".repeat(-point)}${all}`;
}

/** Parses an amount of a request's field. @throws INVALID_AMOUNT that names the field; other errors of `read` */
export function inField<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SvcError && error.is(InvalidAmount))) throw error;
    const { text: message, given } = error;
    throw fail(InvalidAmount, {
      message: text(`${field}: ${message.en}`, `${field} : ${message.fr}`),
      details: { ...given, fields: [{ field, message }] },
    });
  }
}

/** Formats base units as a decimal without trailing zeros: `format(1250n, 2)` is "12.5". */
export function format(amount: BaseUnits, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${amount < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Returns the JSON number nearest to an amount, for routes whose specification demands numbers. Only for display. */
export const toNumber = (amount: BaseUnits, decimals: number): number => Number(format(amount, decimals));

export type Fraction = readonly [numerator: bigint, denominator: bigint];

/**
 * Splits an amount by shares without losing a unit: each part is rounded down, then the first parts get one of the
 * remaining units each. One share may be "remaining". Source: Formance ledger's allotments.
 * @throws INVALID_AMOUNT if two shares are "remaining", or the shares sum to more or (without "remaining") less than 1
 */
export function allot(amount: BaseUnits, shares: readonly (Fraction | "remaining")[]): BaseUnits[] {
  const isRemaining = (share: Fraction | "remaining") => share === "remaining";
  if (shares.filter(isRemaining).length > 1) {
    throw fail(InvalidAmount, {
      message: text("Only one share can take the remainder.", "Une seule part peut recevoir le reste."),
    });
  }
  const sum = shares.reduce<Fraction>(
    ([n, d], share) => (share === "remaining" ? [n, d] : [n * share[1] + share[0] * d, d * share[1]]),
    [0n, 1n],
  );
  if (sum[0] > sum[1])
    throw fail(InvalidAmount, {
      message: text("The shares add up to more than the total.", "La somme des parts dépasse le total."),
    });
  const rest: Fraction = [sum[1] - sum[0], sum[1]];
  if (rest[0] > 0n && !shares.some(isRemaining)) {
    throw fail(InvalidAmount, {
      message: text(
        "The shares add up to less than the total.",
        "La somme des parts est inférieure au total.",
      ),
    });
  }
  const parts = shares.map((share) => {
    const [n, d] = share === "remaining" ? rest : share;
    return (amount * n) / d;
  });
  const left = amount - parts.reduce((a, b) => a + b, 0n);
  return parts.map((part, index) => (BigInt(index) < left ? part + 1n : part));
}

export function sum(amounts: Iterable<BaseUnits>): BaseUnits {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/** Returns the smaller of two amounts. */
export const min = (a: BaseUnits, b: BaseUnits): BaseUnits => (a < b ? a : b);
export const max = (a: BaseUnits, b: BaseUnits): BaseUnits => (a > b ? a : b);

/** The currencies of cards and banks. */
export const money = ["EUR", "USD"] as const;
