import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";

/** What the writes of identity share. */

/** The write that sets attributes of an item, if the condition holds; `given` serves the condition. */
export function assign(
  key: Key,
  attributes: Readonly<Record<string, string | number>>,
  condition: string,
  given: Readonly<Record<string, string>> = {},
): Table.Write {
  const fields = Object.entries(attributes);
  return {
    update: {
      key,
      update: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
      condition,
      names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
      values: { ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])), ...given },
    },
  };
}

/** The refusal of the write at `index` because its condition did not hold; undefined for any other outcome. */
export const refusalAt = (error: unknown, index: number): Table.Refusal | undefined =>
  error instanceof Table.TransactionRefused ? error.unmet(index) : undefined;
