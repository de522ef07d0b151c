import { env } from "../env.ts";
import * as Money from "../money/index.ts";
import { money } from "../money/index.ts";

/** An asset. One whole unit is 10^`decimals` base units. */
export interface Asset {
  readonly symbol: string;
  readonly name: string;
  readonly network: string;
  readonly decimals: number;
  readonly logoUrl: string;
}

const asset = (symbol: string, name: string, network: string, decimals: number): Asset => ({
  symbol,
  name,
  network,
  decimals,
  logoUrl: `/assets/${symbol.toLowerCase()}.svg`,
});

/** The platform's own token; its symbol is configuration (`NATIVE_SYMBOL`). */
export const native: Asset = asset(env("NATIVE_SYMBOL", "YANI"), "Platform token", "svc-chain", 18);

const all: readonly Asset[] = [
  asset("EUR", "Euro", "sepa", 2),
  asset("USD", "US Dollar", "ach", 2),
  asset("BTC", "Bitcoin", "bitcoin", 8),
  asset("ETH", "Ether", "ethereum", 18),
  asset("USDC", "USD Coin", "ethereum", 6),
  native,
];

export const isMoney = (symbol: string): boolean => money.some((one) => one === symbol);

const bySymbol = new Map(all.map((one) => [one.symbol, one]));

export const list = (): readonly Asset[] => all;

/** Finds the asset of a symbol, in upper or lower case. */
export const find = (symbol: string): Asset | undefined => bySymbol.get(symbol.toUpperCase());

/** Returns the asset of a stored symbol. @throws RangeError if it is unknown, which is a bug */
export function get(symbol: string): Asset {
  const found = bySymbol.get(symbol);
  if (!found) throw new RangeError(`no asset ${symbol}`);
  return found;
}

/** Formats an amount of an asset as a decimal in whole units. @throws as `get` */
export const format = (units: Money.BaseUnits, symbol: string): string =>
  Money.format(units, get(symbol).decimals);

/** Returns the JSON number nearest to an amount of an asset, in whole units. Only for display. @throws as `get` */
export const toNumber = (units: Money.BaseUnits, symbol: string): number =>
  Money.toNumber(units, get(symbol).decimals);
