import { Decimal } from "decimal.js";
import { type BaseUnits, format } from "../money/index.ts";

/**
 * Decimals of prices, rates and valuations. A balance has up to 38 digits and a price 20, so products of two
 * are exact and quotients are right to 80 digits.
 */
export const Exact = Decimal.clone({ precision: 80 });
export type Exact = Decimal;

/**
 * The amount as an exact `Decimal` of whole units, for prices and valuations. It stands apart from amounts: most
 * functions that move money know no price, and the library is a tenth of a bundle.
 */
export const toDecimal = (amount: BaseUnits, decimals: number): Decimal =>
  new Decimal(format(amount, decimals));
