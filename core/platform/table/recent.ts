import * as Clock from "../../kernel/clock/index.ts";
import { tableName } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";
import { epoch } from "./transaction.ts";

interface Kept<T> {
  readonly table: string;
  readonly atMs: number;
  readonly epoch: number;
  readonly value: Promise<T>;
}

/** What asks for something that is everybody's. */
export interface Recent<T> {
  (): Promise<T>;
  /** Whether it would read nothing now. */
  readonly isKept: () => boolean;
}

/**
 * Asks for what is everybody's at most once in a while, however many ask this process: what they are given was so
 * at some time of the last `keptMs` milliseconds. What this very process has changed by a transaction is never
 * overlooked: what was read before its end is read again, and so is what was read ahead before it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function recent<T>(keptMs: number, read: () => Promise<T>): Recent<T> {
  let kept: Kept<T> | undefined;
  const known = (): Kept<T> | undefined => {
    // The clock of a local platform may be moved, either way.
    const isRecent = kept?.table === tableName() && Math.abs(Clock.nowMs() - kept.atMs) < keptMs;
    return isRecent && kept?.epoch === epoch() ? kept : undefined;
  };
  const ask = () => {
    const still = known();
    if (still) return still.value;
    const isOfNow = Prefetched.current()?.epoch === epoch();
    const value = isOfNow ? read() : Prefetched.withoutPrefetched(read);
    const mine: Kept<T> = { table: tableName(), atMs: Clock.nowMs(), epoch: epoch(), value };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return mine.value;
  };
  return Object.assign(ask, { isKept: () => known() !== undefined });
}
