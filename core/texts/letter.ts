import type { InLanguages } from "../kernel/texts/index.ts";
import type { Say } from "./say.ts";

/**
 * Letters: what a user is told of an event, in each language side by side, by category in `letters/`.
 *
 * A new one is a `letter<{what it tells of}>({fr, en})` there, and a line of a category in
 * `core/messaging/notifications/templates`, which joins it to the event and its payload. Figures and times
 * come as they are stored and go through `say`, which writes them as the reader does: `say.amount(amount,
 * asset)`, `say.minute(occurredAt)`. French is written with plain spaces before `: ; ? !`; it is printed with
 * narrow ones that do not break.
 */

/** What somebody is told, in one language. */
export interface Told {
  /** The subject of the mail, the title of a push. */
  readonly subject: string;
  /** One sentence for a screen's edge: a push, or the list in the app. */
  readonly short: string;
  /** The mail between greeting and end. */
  readonly body: string;
}

/** What every letter knows beside what it tells of. */
export interface Happened {
  /** ISO 8601. */
  readonly occurredAt: string;
}

export type Letter<P> = InLanguages<(about: P & Happened, say: Say) => Told>;

/** A letter that tells of a `P`. */
/* @__NO_SIDE_EFFECTS__ */
export const letter = <P>(texts: Letter<P>): Letter<P> => texts;

/** A letter as its reader has it. */
export function tell<P>(one: Letter<P>, about: P & Happened, say: Say): Told {
  const { subject, short, body } = one[say.language](about, say);
  return { subject: say.print(subject), short: say.print(short), body: say.print(body) };
}
