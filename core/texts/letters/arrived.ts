import { Exact } from "../../kernel/decimal/index.ts";
import type { Say } from "../say.ts";

/** An amount that came in, and how much of it has paid what was owed: decimal strings in whole units. */
export interface Arrived {
  readonly amount: string;
  readonly settled: string;
  readonly asset: string;
}

/** For a screen's edge, behind what came in: what of it is not there to be spent; nothing where all is. */
export function paidOff({ settled, asset }: Pick<Arrived, "settled" | "asset">, say: Say): string {
  if (new Exact(settled).isZero()) return "";
  const part = say.amount(settled, asset);
  return say.language === "fr"
    ? ` ${part} ont réglé ce que vous deviez.`
    : ` ${part} of it settled what you owed.`;
}

/** What became of money that came in: only what is in the wallet is said to be credited. */
export function arrived({ amount, settled, asset }: Arrived, say: Say): string {
  const credited = new Exact(amount).minus(settled);
  const part = say.amount(settled, asset);
  const rest = say.amount(credited.toFixed(), asset);
  const texts = {
    fr: {
      credited: `${rest} sont crédités sur votre portefeuille ${asset}.`,
      settled: `${part} ont réglé ce que vous deviez.`,
    },
    en: {
      credited: `${rest} were credited to your ${asset} wallet.`,
      settled: `${part} of it settled what you owed.`,
    },
  }[say.language];
  return [
    ...(new Exact(settled).isZero() ? [] : [texts.settled]),
    ...(credited.isZero() ? [] : [texts.credited]),
  ].join(" ");
}
