import * as Prefetched from "../table/prefetched.ts";

/**
 * A mutex per name, within this process. Callers of one account or pool wait for each other instead of
 * colliding in the table: most of the contention that a server with many clients has. Correctness does not
 * rest on it, for other processes know nothing of it.
 */

const last = new Map<string, Promise<unknown>>();

/** Runs the work once the work before it under this name has ended; at once where there is no name. */
export function withLocalMutex<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  if (name === undefined) return work();
  const before = last.get(name);
  // Whoever has waited looks anew: the one before has most likely changed what was read ahead.
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
