/** Returns the named fields of an object. */
export const pick = <T extends object, const K extends keyof T>(one: T, ...names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, one[name]])) as Pick<T, K>;

/** Returns the named fields of an object, with null for a missing one. */
export const pickOrNull = <T extends object, const K extends keyof T>(one: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, one[name] ?? null])) as {
    [P in K]-?: NonNullable<T[P]> | null;
  };
