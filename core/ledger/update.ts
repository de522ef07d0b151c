import type { Key } from "../platform/table/entity.ts";
import type { Write } from "../platform/table/index.ts";

/** An update of named attributes. Every name goes through a placeholder: DynamoDB reserves 573 words. */
export function update(
  key: Key,
  {
    set = {},
    add = {},
    condition,
    values = {},
  }: {
    readonly set?: Readonly<Record<string, unknown>>;
    readonly add?: Readonly<Record<string, bigint>>;
    /** Names attributes as `#attribute`; those that are neither set nor added to are found in the text. */
    readonly condition?: string;
    readonly values?: Readonly<Record<string, unknown>>;
  },
): Write {
  const named = [...Object.keys(set), ...Object.keys(add), ...(condition?.match(/(?<=#)\w+/g) ?? [])];
  const clause = (verb: string, names: readonly string[], operator: string) =>
    names.length === 0 ? [] : [`${verb} ${names.map((name) => `#${name}${operator}:${name}`).join(", ")}`];
  return {
    update: {
      key,
      update: [...clause("SET", Object.keys(set), " = "), ...clause("ADD", Object.keys(add), " ")].join(" "),
      ...(condition !== undefined && { condition }),
      names: Object.fromEntries(named.map((name) => [`#${name}`, name])),
      values: {
        ...Object.fromEntries(Object.entries({ ...set, ...add }).map(([name, value]) => [`:${name}`, value])),
        ...values,
      },
    },
  };
}
