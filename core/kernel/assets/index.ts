import { env } from "../env.ts";
import * as Money from "../money/index.ts";
import { money } from "../money/index.ts";

/** An asset that the platform holds. `decimals` says how many base units make one: 10^decimals. */
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

/** The asset of this symbol in any letter case, or undefined. */
export const find = (symbol: string): Asset | undefined => bySymbol.get(symbol.toUpperCase());

/**
 * The asset of a symbol that our own data holds.
 * @throws RangeError when there is none: a bug, not a caller's mistake.
 */
export function get(symbol: string): Asset {
  const found = bySymbol.get(symbol);
  if (!found) throw new RangeError(`no asset ${symbol}`);
  return found;
}

/** An amount of an asset as a decimal in whole units. @throws as `get` */
export const format = (units: Money.BaseUnits, symbol: string): string =>
  Money.format(units, get(symbol).decimals);

/** The JSON number nearest to an amount of an asset, in whole units: never computed with. @throws as `get` */
export const toNumber = (units: Money.BaseUnits, symbol: string): number =>
  Money.toNumber(units, get(symbol).decimals);
