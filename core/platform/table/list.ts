import type * as z from "zod";
import type { Entity, Params, StoredKey } from "./entity.ts";
import { type Item, type Page, type QueryInput, query, queryAll } from "./index.ts";

/** Lists the items of an entity in one partition, in pages with a cursor. */

/** The page that a client asks for. */
export interface Paging {
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
}

export interface ListPage<T> {
  readonly items: T[];
  /** The last item that was read: the next page follows it. Undefined on the last page. */
  readonly next: T | undefined;
}

/** Returns the range of all items of an entity in one partition. */
export const wholePartition = <Pk extends string>(
  entity: { readonly prefix: string; partition(params: Params<Pk>): string },
  partition: Params<Pk>,
): QueryInput => ({
  pk: entity.partition(partition),
  // DynamoDB takes no empty text for a key.
  ...(entity.prefix !== "" && { beginsWith: entity.prefix }),
});

/** Reads all items of an entity in one partition, whose size a limit bounds. */
export async function listAll<Pk extends string, Sk extends string, Schema extends z.ZodType>(
  entity: Entity<Pk, Sk, Schema>,
  partition: Params<Pk>,
): Promise<z.output<Schema>[]> {
  const items = await queryAll(wholePartition(entity, partition));
  return items.map((item) => entity.parse(item) as z.output<Schema>);
}

/** Returns the key of the item with an id, which is the only parameter of the entity's sort keys. */
const keyOfId = (entity: Pick<Entity, "sk" | "key">, partition: unknown, id: string): StoredKey =>
  entity.key({ ...(partition as object), [/\{(\w+)\}/.exec(entity.sk)?.[1] ?? ""]: id });

/** How many queries a page may take if it shows few of the items. */
const MAX_QUERIES = 5;

/**
 * Reads a page of the items of an entity in one partition, newest first by default.
 * @param after the last item of the previous page: its key, or its id if the sort key has no other parameter
 * @param isWanted which items the page shows. Defaults to all. With it a page may be short or empty although another page follows
 */
export async function list<Pk extends string, Sk extends string, Schema extends z.ZodType>(
  entity: Entity<Pk, Sk, Schema>,
  partition: Params<Pk>,
  {
    limit,
    after,
    oldestFirst = false,
    isWanted = () => true,
  }: {
    readonly limit: number;
    readonly after?: StoredKey | string | undefined;
    readonly oldestFirst?: boolean;
    readonly isWanted?: (item: z.output<Schema>) => boolean;
  },
): Promise<ListPage<z.output<Schema>>> {
  const range = { ...wholePartition(entity, partition), newestFirst: !oldestFirst };
  const items: z.output<Schema>[] = [];
  const last = typeof after === "string" ? keyOfId(entity, partition, after) : after;
  let from: Item | undefined = last && { ...last };
  for (let queries = 1; ; queries++) {
    const page: Page = await query({ ...range, limit: limit - items.length, after: from });
    const seen = page.items.map((item) => entity.parse(item) as z.output<Schema>);
    items.push(...seen.filter(isWanted));
    const next = page.next && seen.at(-1);
    if (next === undefined || items.length === limit || queries === MAX_QUERIES) return { items, next };
    from = page.next;
  }
}
