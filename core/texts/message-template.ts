import { Exact } from "../kernel/decimal/index.ts";
import type { InLanguages } from "../kernel/texts/index.ts";
import type { Say } from "./say.ts";

/**
 * Templates of the messages to users about events, in both languages. A template quotes the event's payload. Its time and
 * sums arrive formatted for the reader; templates format other figures with `say`. French texts contain plain spaces
 * before `: ; ? !`, which become narrow no-break spaces in the output.
 */

/** A message in one language. */
export interface Message {
  /** The subject of the email, the title of a push message. */
  readonly subject: string;
  /** One sentence for a push message or the list in the app. */
  readonly short: string;
  /** The email without the greeting. */
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
/** Texts about incoming money. */
interface IncomeTexts {
  /** For `short`, after the sum: the part that paid debts. Empty if it is zero. */
  readonly paidOff: string;
  /** For `body`: the parts that paid debts and that were credited to the wallet. */
  readonly credited: string;
}

/** The payload of an event, with its time and sums formatted. */
export type About<P> = P & { readonly at: string } & (P extends Sum ? { readonly sum: string } : unknown) &
  (P extends Income ? IncomeTexts : unknown);

export type MessageTemplate<P> = InLanguages<(about: About<P>, say: Say) => Message>;

/** Writes a message in the reader's language. @param occurredAt ISO 8601 */
export function compose<P extends object>(
  template: MessageTemplate<P>,
  payload: P,
  occurredAt: string,
  say: Say,
): Message {
  const about = { ...payload, at: say.minute(occurredAt), ...sumsOf(payload, say) };
  const { subject, short, body } = template[say.language](about as About<P>, say);
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
      paidOff: `${part} ont réglé votre dette.`,
      credited: `${credit} sont crédités sur votre portefeuille ${asset}.`,
    },
    en: {
      paidOff: `${part} of it settled your debt.`,
      credited: `${credit} was credited to your ${asset} wallet.`,
    },
  }[say.language];
  const paidOff = new Exact(settled).isZero() ? "" : texts.paidOff;
  return {
    paidOff: paidOff && ` ${paidOff}`,
    credited: [paidOff, rest.isZero() ? "" : texts.credited].filter((text) => text !== "").join(" "),
  };
}
