import { Decimal } from "decimal.js";
import { type BaseUnits, format } from "../money/index.ts";

/**
 * Decimals of prices, rates and valuations, with 80 digits. A balance has up to 38 digits and a price 20, so a product
 * of them is exact.
 */
export const Exact = Decimal.clone({ precision: 80 });
export type Exact = Decimal;

/**
 * Converts an amount to an exact `Decimal` of whole units, for prices and valuations. Not in `money`, because most
 * functions that move money use no price, and the library is a tenth of a bundle.
 */
export const toDecimal = (amount: BaseUnits, decimals: number): Decimal =>
  new Decimal(format(amount, decimals));
