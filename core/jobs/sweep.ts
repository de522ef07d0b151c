import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Queue from "../platform/queue.ts";
import { abandon, expire } from "./ending.ts";
import { jobReady } from "./events.ts";
import { EVERYBODY, next, overdue, RANKS, readyAtOf } from "./queue.ts";
import { BUILT_IN, type Job } from "./schema.ts";

/**
 * What is done every minute: for leases that have run out, for jobs that waited in vain, and for jobs of the platform's own types that
 * nobody was called for.
 */

/** How many jobs of each shard a sweep ends. */
const SWEPT = 100;

/** How many workers a sweep calls for. Each works until nothing waits, so one would do; more are faster. */
const HANDS = 10;

/** Whoever waits less long is about to be worked on: the call for it is on its way. */
const PATIENCE_MS = 15_000;

/**
 * Ends the leases that have run out and the jobs that waited in vain; then, whatever became of that, calls for workers where jobs wait.
 * @returns how many it ended
 */
export async function sweep(): Promise<number> {
  try {
    return await endOverdue();
  } finally {
    await call();
  }
}

/** One that fails stops no other: the next sweep tries it again. */
async function endOverdue(): Promise<number> {
  const late = await overdue(SWEPT);
  const ended = await Promise.allSettled(late.map(end));
  for (const [index, one] of ended.entries())
    if (one.status === "rejected")
      log.error("a job could not be ended", { jobId: late[index]?.jobId, error: one.reason });
  return ended.filter((one) => one.status === "fulfilled" && one.value).length;
}

const end = (found: Job): Promise<boolean> => (found.status === "queued" ? abandon(found) : expire(found));

/** Calls for workers: for retries whose time has come, and for jobs whose own call was lost. Whatever goes wrong, the next sweep mends. */
async function call(): Promise<void> {
  const waiting = await Promise.all(RANKS.map((rank) => next(EVERYBODY, [BUILT_IN], rank, HANDS)));
  const before = new Date(Clock.nowMs() - PATIENCE_MS).toISOString();
  const messages = waiting
    .flat()
    .slice(0, HANDS)
    .filter(({ place }) => readyAtOf(place) <= before)
    .map(({ jobId }) => ({ id: jobId, body: JSON.stringify({ jobId }) }));
  if (messages.length > 0) await Queue.send(jobReady.queue, messages);
}
