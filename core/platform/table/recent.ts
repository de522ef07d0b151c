import * as Clock from "../../kernel/clock/index.ts";
import { epoch } from "./commit.ts";
import { tableName } from "./dynamodb.ts";
import * as Prefetched from "./prefetched.ts";

interface Cached<T> {
  readonly table: string;
  readonly atMs: number;
  readonly epoch: number;
  readonly value: Promise<T>;
}

/**
 * Returns a function that reads a value common to all users at most once in `ttlMs` milliseconds per process. A value
 * read before the end of a transaction of this process is read again, so the process sees its own changes.
 */
/* @__NO_SIDE_EFFECTS__ */
export function recent<T>(ttlMs: number, read: () => Promise<T>): () => Promise<T> {
  let cached: Cached<T> | undefined;
  return () => {
    const [table, atMs] = [tableName(), Clock.nowMs()];
    // The clock of a local platform may move in both directions.
    const isRecent = cached?.table === table && Math.abs(atMs - cached.atMs) < ttlMs;
    if (cached && isRecent && cached.epoch === epoch()) return cached.value;
    const isCurrent = Prefetched.current()?.epoch === epoch();
    const value = isCurrent ? read() : Prefetched.withoutPrefetched(read);
    const mine: Cached<T> = { table, atMs, epoch: epoch(), value };
    cached = mine;
    value.catch(() => {
      if (cached === mine) cached = undefined;
    });
    return value;
  };
}
