import type * as z from "zod";
import type { Entity, Params, StoredKey } from "./entity.ts";
import { type Item, type Page, type QueryInput, query } from "./index.ts";

/** Pages of a list that grows, newest first: the one way to answer a cursor. */

export interface ListPage<T> {
  readonly items: T[];
  /** The last one that was looked at: the next page comes after it. Undefined where there is none. */
  readonly next: T | undefined;
}

/** The first look of a page: what `list` reads first. */
export const firstPage = <Pk extends string, Sk extends string>(
  entity: Pick<Entity<Pk, Sk, z.ZodType>, "partition" | "prefix">,
  partition: Params<Pk>,
  { limit, after }: { readonly limit: number; readonly after?: StoredKey | undefined },
): QueryInput => ({
  pk: entity.partition(partition),
  beginsWith: entity.prefix,
  newestFirst: true,
  limit,
  after: after && { ...after },
});

/** All items of an entity in one partition: what `queryAll` reads. */
export const wholePartition = <Pk extends string>(
  entity: { readonly prefix: string; partition(params: Params<Pk>): string },
  partition: Params<Pk>,
): QueryInput => ({ pk: entity.partition(partition), beginsWith: entity.prefix });

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
    readonly after?: StoredKey | undefined;
    readonly isWanted?: (item: z.output<Schema>) => boolean;
  },
): Promise<ListPage<z.output<Schema>>> {
  const items: z.output<Schema>[] = [];
  let from: Item | undefined = after && { ...after };
  for (let looks = 1; ; looks++) {
    const look = firstPage(entity, partition, { limit: limit - items.length });
    const page: Page = await query({ ...look, after: from });
    const seen = page.items.map((item) => entity.parse(item) as z.output<Schema>);
    items.push(...seen.filter(isWanted));
    const last = page.next && seen.at(-1);
    if (last === undefined || items.length === limit || looks === MAX_LOOKS) return { items, next: last };
    from = page.next;
  }
}
