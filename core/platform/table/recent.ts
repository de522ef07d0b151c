import * as Clock from "../../kernel/clock/index.ts";
import { epoch } from "./commit.ts";
import { tableName } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";

interface Kept<T> {
  readonly table: string;
  readonly atMs: number;
  readonly epoch: number;
  readonly value: Promise<T>;
}

/**
 * Returns a function that reads a value common to all users at most once in `keptMs` milliseconds per process. A value
 * read before the end of a transaction of this process is read again, so the process sees its own changes.
 */
/* @__NO_SIDE_EFFECTS__ */
export function recent<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: Kept<T> | undefined;
  return () => {
    const [table, atMs] = [tableName(), Clock.nowMs()];
    // The clock of a local platform may move in both directions.
    const isRecent = kept?.table === table && Math.abs(atMs - kept.atMs) < keptMs;
    if (kept && isRecent && kept.epoch === epoch()) return kept.value;
    const isCurrent = Prefetched.current()?.epoch === epoch();
    const value = isCurrent ? read() : Prefetched.withoutPrefetched(read);
    const mine: Kept<T> = { table, atMs, epoch: epoch(), value };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return value;
  };
}
