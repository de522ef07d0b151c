import * as Clock from "../kernel/clock/index.ts";
import { entities } from "../people/inventory.ts";
import { purposeOf, resealed, sealingName } from "../platform/seal.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import type * as Table from "../platform/table/index.ts";
import type { Backfill } from "./backfill.ts";

/**
 * Seals anew what was sealed under another SEALING_SECRET than the current one, so that the one before is needed no
 * more, and the secret may rotate again.
 */
export const reseal: Backfill = {
  name: "reseal",
  about: "Seals anew, under the current SEALING_SECRET, what was sealed under the one before.",
  entities: entities.filter(({ sealed }) => sealed !== undefined),
  generation: sealingName,
  async change(item, entity) {
    // What has expired opens for nobody, and DynamoDB deletes it soon.
    if (typeof item["ttl"] === "bigint" && item["ttl"] <= BigInt(Clock.nowSeconds())) return undefined;
    const made = { ...entity.paramsOf(keyOfItem(item)), ...item };
    let after: Table.Item | undefined;
    for (const attribute of Object.keys(entity.sealed ?? {}))
      for (const path of pathsOf(item, attribute.split("."))) {
        const sealed = valueAt(item, path);
        const again =
          typeof sealed === "string" && (await resealed(sealed, purposeOf(entity, attribute, made)));
        if (again) after = withAt(after ?? item, path, again);
      }
    return after;
  },
};

const isMap = (value: unknown): value is Table.Item => typeof value === "object" && value !== null;

/** The paths of an item that an attribute's path names: one for each element of the list at a `*`. */
function pathsOf(value: unknown, [name, ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (name === undefined) return [[]];
  if (!isMap(value)) return [];
  const names = name === "*" ? Object.keys(value) : [name];
  return names.flatMap((one) => pathsOf(value[one], rest).map((path) => [one, ...path]));
}

function valueAt(item: unknown, [name = "", ...rest]: readonly string[]): unknown {
  const value = isMap(item) ? item[name] : undefined;
  return rest.length === 0 ? value : valueAt(value, rest);
}

/** The item with another value at a path that it has. */
function withAt(item: Table.Item, [name = "", ...rest]: readonly string[], value: unknown): Table.Item {
  const inner = item[name];
  const then = rest.length > 0 && isMap(inner) ? withAt(inner, rest, value) : value;
  return (Array.isArray(item) ? item.with(Number(name), then) : { ...item, [name]: then }) as Table.Item;
}

/** Every backfill there is: `npm run backfill` lists them. One that was run everywhere is taken out again. */
export const backfills: readonly Backfill[] = [reseal];
