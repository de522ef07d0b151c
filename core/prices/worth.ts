import { Decimal } from "decimal.js";
import type * as Assets from "../kernel/assets/index.ts";
import { toDecimal } from "../kernel/decimal/index.ts";
import * as Prices from "./index.ts";

/**
 * What an amount is worth, in cents of a euro, rounded up.
 * @throws PRICES_STALE, SERVICE_UNAVAILABLE where no price is known: what cannot be valued is not within a limit
 */
export async function centsOf({ symbol, decimals }: Assets.Asset, amount: bigint): Promise<bigint> {
  if (symbol === "EUR") return amount;
  const { eur } = await Prices.current(symbol);
  return BigInt(toDecimal(amount, decimals).times(eur).times(100).toFixed(0, Decimal.ROUND_CEIL));
}
