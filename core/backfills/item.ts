import { isDeepStrictEqual } from "node:util";
import type { AnyEntity } from "../people/inventory.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Changes } from "../platform/table/write.ts";
import type { Backfill } from "./backfill.ts";

/** Changes one item of a backfill. Reads it again after a concurrent update. */

const MAX_CONFLICTS = 50;

/** Thrown if a backfill returns an item that must not be stored. */
export class BadChange extends Error {
  override readonly name = "BadChange";
}

/**
 * Changes one item. After a conflict, changes the item that is then stored.
 * @param isDryRun whether nothing is written
 * @throws the error of the backfill, BadChange, and ZodError if the entity cannot parse the changed item
 */
export async function changeItem(backfill: Backfill, entity: AnyEntity, item: Table.Item, isDryRun: boolean) {
  let current: Table.Item | undefined = item;
  for (let conflicts = 0; current; conflicts++) {
    const changes = await planRewrite(current, (one) => applyBackfill(backfill, entity, one));
    if (!changes || isDryRun) return { isChanged: changes !== undefined, conflicts };
    try {
      await Table.update(keyOfItem(item), changes);
      return { isChanged: true, conflicts };
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      if (conflicts === MAX_CONFLICTS) throw new BadChange(`${MAX_CONFLICTS} concurrent updates of the item`);
      current = error.item;
    }
  }
  return { isChanged: false, conflicts: 1 };
}

/** Returns the changed item. Checks that its entity parses it, and that the backfill would not change it again. */
async function applyBackfill(
  backfill: Backfill,
  entity: AnyEntity,
  item: Table.Item,
): Promise<Table.Item | undefined> {
  const after = await backfill.change(item, entity);
  if (after === undefined) return undefined;
  if (after["pk"] !== item["pk"] || after["sk"] !== item["sk"])
    throw new BadChange("the backfill changes its key");
  if (entity.schema) entity.parse(after);
  const again = await backfill.change(after, entity);
  if (again !== undefined && !isDeepStrictEqual({ ...again }, { ...after }))
    throw new BadChange("the backfill would change it again each time");
  return after;
}

type Rewrite = Required<Pick<Changes, "set">> & { readonly where: Where.Where };

/**
 * Plans the update that replaces an item with the result of a pure function.
 *
 * DynamoDB has no condition that an item is unchanged. So the update requires that every attribute that was read is
 * unchanged, and that missing attributes that the function read or adds are still missing. Other attributes that were
 * added since then are preserved.
 * @returns undefined if nothing changes
 */
export async function planRewrite(
  item: Table.Item,
  change: (item: Table.Item) => Table.Item | undefined | Promise<Table.Item | undefined>,
): Promise<Rewrite | undefined> {
  const namesRead = new Set<string>();
  const after = await change(recordReads(item, namesRead));
  if (after === undefined) return undefined;
  const names = [...new Set([...Object.keys(item), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(item[name], after[name]));
  if (changed.length === 0) return undefined;
  const missing = [...new Set([...namesRead, ...changed])].filter((name) => item[name] === undefined);
  return {
    set: Object.fromEntries(changed.map((name) => [name, after[name]])),
    where: Where.all(Where.is(item), ...missing.map(Where.lacks)),
  };
}

/** Wraps an item to record the names of the attributes that are read. */
const recordReads = (item: Table.Item, names: Set<string>): Table.Item => {
  const record = (name: string | symbol) => {
    if (typeof name === "string" && /^[A-Za-z_]\w*$/.test(name)) names.add(name);
  };
  return new Proxy(item, {
    get(target, name) {
      record(name);
      return Reflect.get(target, name);
    },
    has(target, name) {
      record(name);
      return Reflect.has(target, name);
    },
  });
};
