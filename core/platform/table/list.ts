import type * as z from "zod";
import type { Entity, Key, Params } from "./entity.ts";
import { type Item, type Page, query } from "./index.ts";

/** Pages of a list that grows, newest first: the one way to answer a cursor. */

export interface ListPage<T> {
  readonly items: T[];
  /** The last one that was looked at: the next page comes after it. Undefined where there is none. */
  readonly next: T | undefined;
}

/** How many times a list is looked at for one page, where few of its items are wanted. */
const MAX_LOOKS = 5;

/**
 * A page of the items of an entity in one partition, newest first.
 * @param after the key of the item that the page before ended with
 * @param isWanted which of them are shown; all unless told. A page may then be short, and even empty, with a next one
 */
export async function list<Pk extends string, Sk extends string, Schema extends z.ZodType>(
  entity: Entity<Pk, Sk, Schema>,
  partition: Params<Pk>,
  {
    limit,
    after,
    isWanted = () => true,
  }: {
    readonly limit: number;
    readonly after?: Key | undefined;
    readonly isWanted?: (item: z.output<Schema>) => boolean;
  },
): Promise<ListPage<z.output<Schema>>> {
  const items: z.output<Schema>[] = [];
  let from: Item | undefined = after && { ...after };
  for (let look = 1; ; look++) {
    const page: Page = await query({
      pk: entity.partition(partition),
      beginsWith: entity.prefix,
      newestFirst: true,
      limit: limit - items.length,
      after: from,
    });
    const seen = page.items.map((item) => entity.parse(item) as z.output<Schema>);
    items.push(...seen.filter(isWanted));
    const last = page.next && seen.at(-1);
    if (last === undefined || items.length === limit || look === MAX_LOOKS) return { items, next: last };
    from = page.next;
  }
}
