import { Exact } from "../../../kernel/decimal/index.ts";

/**
 * What became of money that came in: only what is in the wallet is said to be credited.
 * @param amount what came in, decimal string in whole units
 * @param settled how much of it has paid what was owed
 */
export function arrived(language: "fr" | "en", amount: string, settled: string, asset: string): string {
  const credited = new Exact(amount).minus(settled);
  const part = `${settled} ${asset}`;
  const rest = `${credited.toFixed()} ${asset}`;
  const texts = {
    fr: {
      credited: `${rest} sont crédités sur votre portefeuille ${asset}.`,
      settled: `${part} ont réglé ce que vous deviez.`,
    },
    en: {
      credited: `${rest} were credited to your ${asset} wallet.`,
      settled: `${part} of it settled what you owed.`,
    },
  }[language];
  return [...(settled === "0" ? [] : [texts.settled]), ...(credited.isZero() ? [] : [texts.credited])].join(
    " ",
  );
}
