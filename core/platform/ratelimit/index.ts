import { fail, RateLimited } from "../../kernel/errors.ts";
import * as Table from "../table/index.ts";
import * as Counter from "./counter.ts";
import type { Decision, Limit } from "./limit.ts";
import * as Log from "./log.ts";

export type { Decision, Limit } from "./limit.ts";

/**
 * Rate limits that hold in any window of their length, not only from minute to minute, under concurrency and
 * across instances. A small limit is exact to the millisecond; a large one, or a plan's, is counted in
 * constant space.
 */

/** The most entries of a stored log. */
const MAX_LOGGED = 100;

/** Counts one request of a caller if the limit allows it. Prefetched items of the current work stay valid. */
export const take = (limit: Limit, caller: string): Promise<Decision> =>
  Table.withoutPrefetched(() =>
    limit.max > MAX_LOGGED || limit.burst !== undefined || limit.perDay !== undefined
      ? Counter.take(limit, caller)
      : Log.take(limit, caller),
  );

/** Counts one request of a caller, and rejects it if the limit is reached. @throws RATE_LIMITED */
export async function spend(limit: Limit, caller: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await take(limit, caller);
  if (!allowed) throw fail(RateLimited, { details: { retryAfter } });
}

/** Deletes the counted requests of a caller under a small limit. */
export const clear: (limit: Limit, caller: string) => Promise<void> = Log.clear;
