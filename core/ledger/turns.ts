/**
 * Callers of one account within this process wait for each other instead of colliding in the table: most of the
 * contention that a server with many clients has. Correctness does not rest on it, for other processes know nothing of it.
 */

const last = new Map<string, Promise<unknown>>();

/** Runs the work when those before it on this account are done. */
export function inTurn<T>(account: string | undefined, work: () => Promise<T>): Promise<T> {
  if (account === undefined) return work();
  const mine = (last.get(account) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(account, settled);
  settled.then(() => {
    if (last.get(account) === settled) last.delete(account);
  });
  return mine;
}
