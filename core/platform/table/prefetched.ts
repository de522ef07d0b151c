import { AsyncLocalStorage } from "node:async_hooks";
import type { Item } from "./dynamodb.ts";
import type { StoredKey } from "./entity.ts";
import type { Page, QueryInput } from "./range.ts";

/**
 * What was read ahead for a piece of work: before it began, together with whatever else had to be read. Reads of the
 * work find it here and ask the table for nothing. It holds until the work writes, tries again or has waited for
 * others: from then on everything is read as it is by then. It is one work's own, and nothing outlives it.
 */

/** What a piece of work is going to read, as far as that is known before it begins. */
export interface Reads {
  readonly keys?: readonly StoredKey[];
  /** First pages of them. */
  readonly ranges?: readonly QueryInput[];
  /** How many items they have. */
  readonly counts?: readonly QueryInput[];
}

/** What was read ahead: an item that is not there was read, too. */
export interface Prefetched {
  /** Of when it was read (`epoch` of `transaction.ts`). */
  readonly epoch: number;
  readonly items: ReadonlyMap<string, Item | undefined>;
  readonly pages: ReadonlyMap<string, Promise<Page>>;
  readonly counts: ReadonlyMap<string, Promise<number>>;
}

/** An item's name in what was read. */
export const pathOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string =>
  `${pk}\n${sk}`;

/** A page's name in what was read: the same for equal ranges. */
export const nameOf = (range: QueryInput): string => {
  const { pk, beginsWith, from, upTo, index, limit, newestFirst, after } = range;
  return JSON.stringify([pk, beginsWith, from, upTo, index, limit, newestFirst === true, after]);
};

const store = new AsyncLocalStorage<{ prefetched: Prefetched | undefined }>();

/** Does work that finds what was read ahead for it. */
export const withPrefetched = <T>(prefetched: Prefetched, work: () => Promise<T>): Promise<T> =>
  store.run({ prefetched }, work);

/** Does what has nothing to do with what was read ahead, and leaves it as it is: a count of requests. */
export const withoutPrefetched = <T>(work: () => Promise<T>): Promise<T> =>
  store.run({ prefetched: undefined }, work);

/** What was read ahead for the work that asks; undefined where nothing was, or it holds no longer. */
export const current = (): Prefetched | undefined => store.getStore()?.prefetched;

/** From now on everything is read as it is by then. */
export function invalidate(): void {
  const held = store.getStore();
  if (held) held.prefetched = undefined;
}
