/** Amounts as the console shows them in English. */

const DIGITS: Readonly<Record<string, number>> = { EUR: 2, USD: 2, BTC: 8, ETH: 6, USDC: 2 };

export function shown(value: string | number, asset: string): string {
  const isCurrency = asset === "EUR" || asset === "USD";
  const text = new Intl.NumberFormat("en-GB", {
    ...(isCurrency && { style: "currency", currency: asset, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: 2,
    maximumFractionDigits: DIGITS[asset] ?? 4,
  }).format(value as number);
  return isCurrency ? text : `${text} ${asset}`;
}
