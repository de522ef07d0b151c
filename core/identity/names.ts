import type { InLanguages, Language } from "../kernel/texts/index.ts";

/** Names of users. The web asks for one name, the mobile app for first and last name. The missing form is derived from the other. */

interface Named {
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

interface Parts {
  readonly firstName: string;
  readonly lastName: string;
}

/** Returns first and last name. If they are not stored, returns the first word of the name and the rest, which may be empty. */
export function partsOf({ name, firstName, lastName }: Named): Parts {
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName };
  const [first = name, ...rest] = name.split(/\s+/u);
  return { firstName: first, lastName: rest.join(" ") };
}

/**
 * The name of an erased user in other users' items. It begins and ends with an invisible character that no user's name may
 * contain (an isolate of the writing direction), so that responses can recognize and translate it.
 */
export const DELETED = "\u2066deleted account\u2069";
const DELETED_IN: InLanguages<string> = { en: "deleted account", fr: "compte supprimé" };

/** Translates the names of erased users in a text. */
export const translateDeletedNames = (text: string, language: Language): string =>
  text.includes(DELETED) ? text.replaceAll(DELETED, DELETED_IN[language]) : text;

export const nameOf = ({ firstName, lastName }: Parts): string => `${firstName} ${lastName}`.trim();
