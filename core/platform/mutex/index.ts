import * as Prefetched from "../table/prefetched.ts";

/**
 * A mutex for each name, within this process. Requests of one account or pool wait for each other instead of conflicting
 * in the table, which avoids most contention of a server. Correctness does not depend on it, because other processes do
 * not share it.
 */

const last = new Map<string, Promise<unknown>>();

/** Runs work after the previous work of this name has ended; immediately without a name. */
export function withLocalMutex<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  if (name === undefined) return work();
  const before = last.get(name);
  // After waiting, prefetched items are read again: the previous work has probably changed them.
  if (before) Prefetched.invalidate();
  const mine = (before ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(name, settled);
  settled.then(() => {
    if (last.get(name) === settled) last.delete(name);
  });
  return mine;
}
