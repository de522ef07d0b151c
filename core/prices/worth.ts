import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { Exact, toDecimal } from "../kernel/decimal/index.ts";
import { SvcError } from "../kernel/errors.ts";
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

/**
 * Whether so much of a currency is worth more than that. What is no amount, or cannot be valued at the moment,
 * counts as more.
 * @param sum as a request has it: whole units of a currency
 * @param eur euros
 */
export async function isWorthMore(
  sum: { readonly amount: string | number; readonly currency: string },
  eur: number,
): Promise<boolean> {
  const amount = written(sum.amount);
  const unit = amount && (await priceOf(sum.currency));
  return amount === undefined || unit === undefined || amount.times(unit).gt(eur);
}

function written(amount: string | number): Exact | undefined {
  try {
    const units = new Exact(amount);
    return units.isFinite() && units.gte(0) ? units : undefined;
  } catch {
    return undefined;
  }
}

/** What one unit is worth in euros; undefined where nobody knows at the moment. */
async function priceOf(currency: string): Promise<Decimal | undefined> {
  const asset = Assets.find(currency);
  if (!asset || asset.symbol === "EUR") return asset && new Exact(1);
  try {
    return (await Prices.current(asset.symbol)).eur;
  } catch (error) {
    if (error instanceof SvcError) return undefined;
    throw error;
  }
}
