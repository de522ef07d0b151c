import * as Clock from "../kernel/clock/index.ts";
import * as Due from "../platform/due/index.ts";
import * as Queue from "../platform/queue.ts";
import { abandon, expire } from "./ending.ts";
import { jobsDue } from "./entity.ts";
import { jobReady } from "./events.ts";
import { EVERYBODY, legible, next, RANKS, readyAtOf } from "./queue.ts";
import { BUILT_IN } from "./schema.ts";

/**
 * What is done every minute: for leases that have run out, for jobs that waited in vain, and for jobs of the
 * platform's own types that nobody was called for.
 */

/** How many workers a sweep calls for. Each works until nothing waits, so one would do; more are faster. */
const WORKERS = 10;

/** Whoever waits less long is about to be worked on: the call for it is on its way. */
const PATIENCE_MS = 15_000;

/**
 * Ends the leases that have run out and the jobs that waited in vain; then, whatever became of that, calls
 * for workers where jobs wait.
 * @returns how many it ended
 */
export async function sweep(): Promise<number> {
  try {
    return await Due.sweep(jobsDue, async (item) => {
      const found = legible(item);
      if (!found) return false;
      return found.status === "queued" ? abandon(found) : expire(found);
    });
  } finally {
    await callWorkers();
  }
}

/** For retries that are due, and for jobs whose own call was lost. What fails, the next sweep mends. */
async function callWorkers(): Promise<void> {
  const waiting = await Promise.all(RANKS.map((rank) => next(EVERYBODY, [BUILT_IN], rank, WORKERS)));
  const before = new Date(Clock.nowMs() - PATIENCE_MS).toISOString();
  const messages = waiting
    .flat()
    .slice(0, WORKERS)
    .filter(({ position }) => readyAtOf(position) <= before)
    .map(({ jobId }) => ({ id: jobId, body: JSON.stringify({ jobId }) }));
  if (messages.length > 0) await Queue.send(jobReady.queue, messages);
}
