import { Exact } from "../kernel/decimal/index.ts";
import type { InLanguages } from "../kernel/texts/index.ts";
import type { Say } from "./say.ts";

/**
 * Letters: what a user reads about an event, each language beside the other. A letter quotes the event's payload; the
 * time and the sums come as the reader writes them, other figures go through `say`. French is written with plain spaces
 * before `: ; ? !`, and printed with narrow ones that do not break.
 */

/** A letter in one language. */
export interface Message {
  /** The subject of the mail, the title of a push. */
  readonly subject: string;
  /** One sentence for a push, or the list in the app. */
  readonly short: string;
  /** The mail between greeting and end. */
  readonly body: string;
}

/** Decimal strings in whole units. */
interface Sum {
  readonly amount: string;
  readonly asset: string;
}
interface Income extends Sum {
  /** The part that paid debts. */
  readonly settled: string;
}
/** The texts of a sum that came in. */
interface IncomeTexts {
  /** For `short`, after the sum: the part that paid debts. Empty if there is none. */
  readonly paidOff: string;
  /** For `body`: the parts that paid debts and that were credited to the wallet. */
  readonly credited: string;
}

/** The payload that a letter quotes, and what derives from it. */
export type About<P> = P & { readonly at: string } & (P extends Sum ? { readonly sum: string } : unknown) &
  (P extends Income ? IncomeTexts : unknown);

export type Letter<P> = InLanguages<(about: About<P>, say: Say) => Message>;

/** Writes a letter in the reader's language. @param occurredAt ISO 8601 */
export function compose<P extends object>(
  letter: Letter<P>,
  payload: P,
  occurredAt: string,
  say: Say,
): Message {
  const about = { ...payload, at: say.minute(occurredAt), ...sumsOf(payload, say) };
  const { subject, short, body } = letter[say.language](about as About<P>, say);
  return { subject: say.print(subject), short: say.print(short), body: say.print(body) };
}

function sumsOf({ amount, asset, settled }: Partial<Income>, say: Say): object {
  if (amount === undefined || asset === undefined) return {};
  const sum = say.amount(amount, asset);
  return settled === undefined ? { sum } : { sum, ...incomeTexts({ amount, asset, settled }, say) };
}

function incomeTexts({ amount, asset, settled }: Income, say: Say): IncomeTexts {
  const rest = new Exact(amount).minus(settled);
  const part = say.amount(settled, asset);
  const credit = say.amount(rest.toFixed(), asset);
  const texts = {
    fr: {
      paidOff: `${part} ont réglé ce que vous deviez.`,
      credited: `${credit} sont crédités sur votre portefeuille ${asset}.`,
    },
    en: {
      paidOff: `${part} of it settled what you owed.`,
      credited: `${credit} were credited to your ${asset} wallet.`,
    },
  }[say.language];
  const paidOff = new Exact(settled).isZero() ? "" : texts.paidOff;
  return {
    paidOff: paidOff && ` ${paidOff}`,
    credited: [paidOff, rest.isZero() ? "" : texts.credited].filter((text) => text !== "").join(" "),
  };
}
