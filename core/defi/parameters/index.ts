import type * as z from "zod";
import type { Mode } from "../../kernel/mode.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { unchanged } from "../version.ts";
import { parameterGroup } from "./entity.ts";

/**
 * Parameters that governance changes while the platform runs. A domain declares a group of them with
 * defaults; the table holds a group only once it was changed. Whoever acts on a parameter reads it with
 * whatever else the action reads, so a change holds from the moment that it is written.
 */

/** Some of the values; one that is undefined stays as it is. */
export type Patch<Values extends object> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The patch without what stays as it is. */
export const defined = <Values extends object>(patch: Patch<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Values>;

export interface Group<Values extends object> {
  /** The key of the group's item, to be read in one batch with other items. */
  key(mode: Mode): Key;
  /** The parameters that an item of that key holds, the defaults where there is none. */
  of(item: Table.Item | undefined): Values;
  read(mode: Mode): Promise<Values>;
  /**
   * The write that changes some of them, over what they are now: refused if they change in between.
   * @throws ZodError when a value breaks its rule
   */
  changing(mode: Mode, patch: Patch<Values>): Promise<Table.Write>;
}

/** Declares a group. The schema gives every parameter a default. */
export function group<Schema extends z.ZodObject>(name: string, schema: Schema): Group<z.output<Schema>> {
  const key = (mode: Mode) => parameterGroup.key({ mode, group: name });
  const of = (item: Table.Item | undefined) => schema.parse(item ?? {});
  return {
    key,
    of,
    read: async (mode) => of(await Table.get(key(mode))),
    async changing(mode, patch) {
      const current = await Table.find(parameterGroup, { mode, group: name });
      const version = current?.version ?? 0n;
      const values = schema.parse({ ...of(current), ...defined(patch) });
      return { put: { ...key(mode), ...values, version: version + 1n }, where: unchanged(version) };
    },
  };
}
