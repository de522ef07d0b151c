import { isDeepStrictEqual } from "node:util";
import type { AnyEntity } from "../people/entities.ts";
import { unversionedKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { rewriting } from "../platform/table/rewrite.ts";
import type { Backfill } from "./backfill.ts";

/** One item of a backfill: changed as it was read, or read again. */

export interface Changed {
  readonly isChanged: boolean;
  /** How often somebody else had changed it meanwhile. */
  readonly conflicts: number;
}

/** How often an item is read again that others change. */
const MAX_CONFLICTS = 50;

/** What a backfill made of an item cannot be kept. */
export class BadChange extends Error {
  override readonly name = "BadChange";
}

/**
 * Changes one item, unless it has changed since it was read: then what is there by now is changed.
 * @param isDryRun whether nothing is written
 * @throws what the backfill throws, BadChange, and ZodError where its entity could not read what would be written
 */
export async function changeItem(
  backfill: Backfill,
  entity: AnyEntity,
  item: Table.Item,
  isDryRun: boolean,
): Promise<Changed> {
  let current: Table.Item | undefined = item;
  for (let conflicts = 0; current; conflicts++) {
    const rewritten = await rewriting(current, (one) => made(backfill, entity, one));
    if (!rewritten || isDryRun) return { isChanged: rewritten !== undefined, conflicts };
    try {
      await Table.update(unversionedKey(item), rewritten);
      return { isChanged: true, conflicts };
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      if (conflicts === MAX_CONFLICTS)
        throw new BadChange(`others have changed it ${MAX_CONFLICTS} times meanwhile`);
      current = error.item;
    }
  }
  return { isChanged: false, conflicts: 1 };
}

/** What the backfill makes of an item, once it is sure that it can be read, and is made for good. */
async function made(
  backfill: Backfill,
  entity: AnyEntity,
  item: Table.Item,
): Promise<Table.Item | undefined> {
  const after = await backfill.change(entity.versions?.read(item) ?? item, entity);
  if (after === undefined) return undefined;
  if (after["pk"] !== item["pk"] || after["sk"] !== item["sk"])
    throw new BadChange("the backfill changes its key");
  if (entity.schema) entity.parse(after);
  const again = await backfill.change(after, entity);
  if (again !== undefined && !isDeepStrictEqual({ ...again }, { ...after }))
    throw new BadChange("the backfill would change it again each time");
  return after;
}
