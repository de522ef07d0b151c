import * as Clock from "../kernel/clock/index.ts";
import { entities } from "../people/inventory.ts";
import { purposeOf, resealed, sealingName } from "../platform/seal.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import type * as Table from "../platform/table/index.ts";
import type { Backfill } from "./backfill.ts";

/**
 * Seals values of the previous SEALING_SECRET again under the current one, so that the previous one is no longer needed
 * and the secret may be rotated again.
 */
export const reseal: Backfill = {
  name: "reseal",
  about: "Seals values of the previous SEALING_SECRET again under the current one.",
  entities: entities.filter(({ sealed }) => sealed !== undefined),
  generation: sealingName,
  async change(item, entity) {
    // Expired items are no longer used, and DynamoDB deletes them soon.
    if (typeof item["ttl"] === "bigint" && item["ttl"] <= BigInt(Clock.nowSeconds())) return undefined;
    const content = { ...entity.paramsOf(keyOfItem(item)), ...item };
    let after: Table.Item | undefined;
    for (const attribute of Object.keys(entity.sealed ?? {}))
      for (const path of pathsOf(item, attribute.split("."))) {
        const sealed = valueAt(item, path);
        const again =
          typeof sealed === "string" && (await resealed(sealed, purposeOf(entity, attribute, content)));
        if (again) after = withAt(after ?? item, path, again);
      }
    return after;
  },
};

const isMap = (value: unknown): value is Table.Item => typeof value === "object" && value !== null;

/** Returns the paths that match an attribute's path: one for each element of the list at a `*`. */
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

/** Returns the item with another value at an existing path. */
function withAt(item: Table.Item, [name = "", ...rest]: readonly string[], value: unknown): Table.Item {
  const inner = item[name];
  const then = rest.length > 0 && isMap(inner) ? withAt(inner, rest, value) : value;
  return (Array.isArray(item) ? item.with(Number(name), then) : { ...item, [name]: then }) as Table.Item;
}

/** All backfills, for `npm run backfill`. Remove one after it was run in every stage. */
export const backfills: readonly Backfill[] = [reseal];
