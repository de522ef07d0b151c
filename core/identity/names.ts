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

/** The one name that the parts make. */
export const nameOf = ({ firstName, lastName }: Parts): string => `${firstName} ${lastName}`.trim();
