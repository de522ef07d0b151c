import type * as z from "zod";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { parameterGroup } from "./entity.ts";

/**
 * Parameters that governance changes while the platform runs. A domain declares a group of them with defaults; the table
 * holds a group only once it was changed. Whoever acts on a parameter reads it with whatever else the action reads, so a
 * change holds from the moment that it is written.
 */

/** Some of the values; one that is undefined is to stay as it is. */
export type Patch<Values extends object> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The patch without what is to stay as it is. */
export const given = <Values extends object>(patch: Patch<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Values>;

export interface Group<Values extends object> {
  /** Where the group stands, to be read in one batch with other items. */
  readonly key: Key;
  /** The parameters that an item of that key holds, the defaults where there is none. */
  of(item: Table.Item | undefined): Values;
  read(): Promise<Values>;
  /**
   * The write that changes some of them, over what they are now: refused if they change in between.
   * @throws ZodError when a value breaks its rule
   */
  changing(patch: Patch<Values>): Promise<Table.Write>;
}

/** Declares a group. The schema gives every parameter a default. */
export function group<Schema extends z.ZodObject>(name: string, schema: Schema): Group<z.output<Schema>> {
  const key = parameterGroup.key({ group: name });
  const of = (item: Table.Item | undefined) => schema.parse(item ?? {});
  return {
    key,
    of,
    read: async () => of(await Table.get(key)),
    async changing(patch) {
      const item = await Table.get(key);
      const version = (item?.["version"] as bigint | undefined) ?? 0n;
      return {
        put: { ...key, ...schema.parse({ ...of(item), ...given(patch) }), version: version + 1n },
        condition: "attribute_not_exists(pk) OR version = :version",
        values: { ":version": version },
      };
    },
  };
}
