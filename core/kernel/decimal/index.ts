import { Decimal } from "decimal.js";

/**
 * Decimals of prices, rates and valuations. A balance has up to 38 digits and a price 20, so products of two
 * are exact and quotients are right to 80 digits.
 */
export const Exact = Decimal.clone({ precision: 80 });
export type Exact = Decimal;
