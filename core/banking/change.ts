import { fail, Unavailable } from "../kernel/errors.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";

/** Changing an item over what it is now. */

const MAX_ATTEMPTS = 30;
/** Bounds the pause between attempts, to up to 320 ms. */
const LONGEST_PAUSE = 5;

/** Thrown by an attempt where another writer was faster: what it was made of is old. */
export class Outdated extends Error {
  override readonly name = "Outdated";
}

/** Tries until no other writer is faster. @throws SERVICE_UNAVAILABLE */
export async function untilCurrent<T>(attempt: () => Promise<T>): Promise<T> {
  for (let nth = 1; nth <= MAX_ATTEMPTS; nth++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await Table.pause(Math.min(nth, LONGEST_PAUSE));
    }
  }
  throw fail(Unavailable);
}

/** How many events are remembered of one item: it changes a few times in its life. */
const MOST_HEARD = 20;

/** The events that were heard of an item once this one was; undefined where it was heard before. */
export function hearing(
  before: { readonly heard: readonly string[] } | undefined,
  eventId: string,
): string[] | undefined {
  const heard = before?.heard ?? [];
  return heard.includes(eventId) ? undefined : [...heard, eventId].slice(-MOST_HEARD);
}

/** The condition that an item is still what was read. */
export const unchanged = (before: { readonly version: bigint } | undefined): Table.Condition =>
  before
    ? { condition: "version = :version", values: { ":version": before.version } }
    : { condition: "attribute_not_exists(pk)" };

/**
 * Changes one item; `next` makes the whole of what it is, and may be called more than once.
 * @throws SERVICE_UNAVAILABLE
 */
export const change = <T extends { readonly version: bigint }>(
  key: Key,
  read: (item: Table.Item) => T,
  next: (before: T | undefined) => Omit<T, "version">,
): Promise<Omit<T, "version">> =>
  untilCurrent(async () => {
    const item = await Table.get(key);
    const before = item && read(item);
    const after = next(before);
    try {
      await Table.put({ ...after, ...key, version: (before?.version ?? 0n) + 1n }, unchanged(before));
      return after;
    } catch (error) {
      if (error instanceof Table.ConditionFailed) throw new Outdated();
      throw error;
    }
  });
