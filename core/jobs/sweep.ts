import * as Clock from "../clock/index.ts";
import * as Queue from "../platform/queue.ts";
import { expire } from "./ending.ts";
import { jobReady } from "./events.ts";
import { EVERYBODY, next, overdue, readyAtOf } from "./queue.ts";
import { BUILT_IN } from "./schema.ts";

/** What is done every minute: for leases that have run out, and for jobs of the platform's own types that nobody was called for. */

/** How many leases of each shard a sweep ends. */
const SWEPT = 100;

/** How many workers a sweep calls for. Each works until nothing waits, so one would do; more are faster. */
const HANDS = 10;

/** Whoever waits less long is about to be worked on: the call for it is on its way. */
const PATIENCE_MS = 15_000;

/** Ends the leases that have run out, then calls for workers where jobs wait. @returns how many leases were ended */
export async function sweep(): Promise<number> {
  const late = await overdue(SWEPT);
  const ended = await Promise.all(late.map(expire));
  await call();
  return ended.filter(Boolean).length;
}

/** Calls for workers: for retries whose time has come, and for jobs whose own call was lost. Whatever goes wrong, the next sweep mends. */
async function call(): Promise<void> {
  const waiting = await next(EVERYBODY, BUILT_IN, HANDS);
  const before = new Date(Clock.nowMs() - PATIENCE_MS).toISOString();
  const messages = waiting
    .filter(({ place }) => readyAtOf(place) <= before)
    .map(({ jobId }) => ({ id: jobId, body: JSON.stringify({ jobId }) }));
  if (messages.length > 0) await Queue.send(jobReady.queue, messages);
}
