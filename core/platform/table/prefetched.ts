import { AsyncLocalStorage } from "node:async_hooks";
import type { Item, Page, QueryInput } from "./dynamodb.ts";
import type { StoredKey } from "./entity.ts";

/**
 * Items that were read before a piece of work began, in the round trip of other reads. The work's reads take them from
 * here, until the work writes, retries or has waited for a mutex. Each piece of work has its own.
 */

/** The reads of a piece of work that are known before it begins. */
export interface Reads {
  readonly keys?: readonly StoredKey[];
  /** Only the first page of each. */
  readonly ranges?: readonly QueryInput[];
}

/** The results; a missing item is undefined. */
export interface Prefetched {
  /** The `epoch` of the reads. */
  readonly epoch: number;
  readonly items: ReadonlyMap<string, Item | undefined>;
  readonly pages: ReadonlyMap<string, Promise<Page>>;
}

export const pathOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string =>
  `${pk}\n${sk}`;

/** Returns the same name for equal ranges. */
export const nameOf = (range: QueryInput): string => {
  const { pk, beginsWith, from, upTo, index, limit, newestFirst, after } = range;
  return JSON.stringify([pk, beginsWith, from, upTo, index, limit, newestFirst === true, after]);
};

const store = new AsyncLocalStorage<{ prefetched: Prefetched | undefined }>();

/** Does work that takes its first reads from `prefetched`. */
export const withPrefetched = <T>(prefetched: Prefetched, work: () => Promise<T>): Promise<T> =>
  store.run({ prefetched }, work);

/** Does work without the prefetched items, which stay valid for other work. Example: counting a request. */
export const withoutPrefetched = <T>(work: () => Promise<T>): Promise<T> =>
  store.run({ prefetched: undefined }, work);

/** Returns the valid prefetched items of the current work. */
export const current = (): Prefetched | undefined => store.getStore()?.prefetched;

/** Discards the prefetched items of the current work. */
export function invalidate(): void {
  const held = store.getStore();
  if (held) held.prefetched = undefined;
}
