import type { Member } from "./members.ts";

/**
 * Tells the shard's server of a change that this very process made, so that it need not wait for its next look at the
 * table. Across processes there is only the table.
 */

export interface Change {
  readonly shard: number;
  readonly connectionId: string;
  /** As it is now; undefined when it is gone. */
  readonly member: Member | undefined;
}

const listeners = new Set<(change: Change) => void>();

export function announce(change: Change): void {
  for (const listener of listeners) listener(change);
}

/** @returns how to stop listening */
export function listen(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
