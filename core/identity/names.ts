import type { InLanguages, Language } from "../kernel/texts/index.ts";

/**
 * How somebody is called. The web asks for one name, the mobile app for two parts of it, and the account is the
 * same: what was asked for is kept, and the other made of it.
 */

interface Named {
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface Parts {
  readonly firstName: string;
  readonly lastName: string;
}

/** The parts of a name: those that were given, else its first word and what follows, which may be nothing. */
export function partsOf({ name, firstName, lastName }: Named): Parts {
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName };
  const [first = name, ...rest] = name.split(/\s+/u);
  return { firstName: first, lastName: rest.join(" ") };
}

/** A name as it is shown to others. Some have an address for one, until they say theirs: that is nobody's to see. */
export const shownTo = ({ name }: Pick<Named, "name">): string | undefined =>
  name.includes("@") ? undefined : name;

/**
 * What stands where the name of somebody did who was erased, in what is other people's. It begins and ends with a
 * character that no name has (an isolate of the writing direction, which nobody sees), so answers know it and say it
 * in their reader's language: `shownIn`.
 */
export const DELETED = "\u2066deleted account\u2069";
const DELETED_IN: InLanguages<string> = { en: "deleted account", fr: "compte supprimé" };

/** A text with each name of somebody who was erased said in a language. */
export const shownIn = (text: string, language: Language): string =>
  text.includes(DELETED) ? text.replaceAll(DELETED, DELETED_IN[language]) : text;

/** The one name that the parts make. */
export const nameOf = ({ firstName, lastName }: Parts): string => `${firstName} ${lastName}`.trim();
