import * as Clock from "../kernel/clock/index.ts";
import { rateLimitLog } from "../platform/entity.ts";
import { log } from "../platform/log.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import * as Table from "../platform/table/index.ts";

/** Whether anybody looks at prices: while nobody does, the feed need not hurry. */

/** Noted once in so long, whoever reads and however often. */
const NOTED: RateLimit.Limit = { bucket: "prices-read", max: 1, windowSeconds: 120 };
const EVERYBODY = "everybody";
/** A process does not even ask so soon again. */
const ASK_MS = 60_000;
/** For so long after it was last noted prices count as read. */
const RECENT_MS = 300_000;

let asked: { readonly table: string; readonly atMs: number } | undefined;

/** Notes that prices are read. Nobody fails to read them because of it. */
export async function noteRead(): Promise<void> {
  const [table, nowMs] = [Table.tableName(), Clock.nowMs()];
  if (asked?.table === table && Math.abs(nowMs - asked.atMs) < ASK_MS) return;
  asked = { table, atMs: nowMs };
  await RateLimit.take(NOTED, EVERYBODY).catch((error: unknown) =>
    log.debug("that prices are read was not noted", { error }),
  );
}

/** Whether somebody has read prices of late. */
export async function isRead(): Promise<boolean> {
  const key = { bucket: NOTED.bucket, max: String(NOTED.max), caller: EVERYBODY };
  const found = await Table.find(rateLimitLog, key);
  const last = found?.hits.at(-1);
  return last !== undefined && Math.abs(Clock.nowMs() - last) < RECENT_MS;
}
