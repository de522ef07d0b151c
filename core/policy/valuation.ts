import { Decimal } from "decimal.js";
import type * as Assets from "../kernel/assets/index.ts";
import { toDecimal } from "../kernel/decimal/index.ts";
import * as Prices from "../prices/index.ts";

/**
 * Returns the worth of an amount in cents of a euro, rounded up, so that no limit is passed by a fraction.
 * @throws PRICES_STALE, SERVICE_UNAVAILABLE if no price is known: a sum without a price is within no limit
 */
export async function worthInCents({ symbol, decimals }: Assets.Asset, amount: bigint): Promise<bigint> {
  if (symbol === "EUR") return amount;
  const { eur } = await Prices.current(symbol);
  return BigInt(toDecimal(amount, decimals).times(eur).times(100).toFixed(0, Decimal.ROUND_CEIL));
}
