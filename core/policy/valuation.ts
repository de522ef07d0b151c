import { Decimal } from "decimal.js";
import type * as Assets from "../kernel/assets/index.ts";
import { toDecimal } from "../kernel/decimal/index.ts";
import * as Prices from "../prices/index.ts";

/**
 * Returns the value of an amount in euro cents, rounded up, so that no limit is exceeded by a fraction.
 * @throws PRICES_STALE, SERVICE_UNAVAILABLE if no price is known, since the amount cannot be compared with a limit
 */
export async function worthInCents({ symbol, decimals }: Assets.Asset, amount: bigint): Promise<bigint> {
  if (symbol === "EUR") return amount;
  const { eur } = await Prices.current(symbol);
  return BigInt(toDecimal(amount, decimals).times(eur).times(100).toFixed(0, Decimal.ROUND_CEIL));
}
