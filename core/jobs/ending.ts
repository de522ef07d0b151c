import { exportReady } from "../identity/events.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { HOUR_SECONDS, SECOND_MS, toIso } from "../kernel/time.ts";
import * as UserEvents from "../messaging/events.ts";
import * as Due from "../platform/due/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Queue from "../platform/queue.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { jobsDue } from "./entity.ts";
import { LeaseLost } from "./errors.ts";
import { expired, held, LEASED, type LeaseRef, parseToken, type Worker } from "./lease.ts";
import {
  ALL_OWNERS,
  dequeue,
  enqueue,
  expiry,
  find,
  jobReady,
  keyOf,
  next,
  parseOrSkip,
  positionOf,
  RANKS,
  readyAtOf,
  waitingDue,
} from "./queue.ts";
import {
  BUILT_IN,
  DATA_EXPORT,
  type Job,
  type JobFile,
  type JobStatus,
  jobStates,
  WAITING_DAYS,
} from "./schema.ts";

/**
 * Ends attempts at jobs: completed, given up by the worker, or expired without a heartbeat. Each lease ends once. Also
 * ends jobs that no worker took.
 */

type How = NonNullable<Job["endedBy"]>["how"];

/** A job's result. */
export interface Outcome {
  /** JSON. */
  readonly result?: unknown;
  readonly files?: readonly JobFile[];
}

/** Finishes a job. Idempotent for the same lease. @throws LEASE_LOST */
export async function complete(
  by: Worker,
  leaseToken: string,
  { result, files = [] }: Outcome,
): Promise<Job> {
  const lease = parseToken(leaseToken);
  const { userId, jobId, token } = lease;
  const found = await find(userId, jobId);
  if (!found) throw fail(LeaseLost);
  const finishedAt = Clock.nowIso();
  const finished: Table.Write = {
    update: keyOf(lease),
    set: {
      ...finishAttributes(LEASED, "complete", finishedAt),
      result: JSON.stringify(result ?? null),
      files,
      endedBy: { token, by: by.userId, how: "completed" satisfies How },
      progress: 100,
      lease: undefined,
      error: undefined,
    },
    where: held(token, by),
  };
  const data = { jobId, type: found.type, status: "succeeded", finishedAt };
  const done =
    found.type === DATA_EXPORT
      ? Outbox.write(exportReady, {
          userId,
          ownershipId: found.ownershipId,
          until: toIso(expiry() * SECOND_MS),
        })
      : Outbox.write(UserEvents.jobDone, { userId, data });
  return end(lease, by, "completed", [finished], done);
}

/**
 * Gives up an attempt: the job is retried later, unless `retry` is false or no attempts remain. Idempotent for the same
 * lease.
 * @param reason shown to the owner
 * @throws LEASE_LOST
 */
export async function giveUp(by: Worker, leaseToken: string, reason: string, retry: boolean): Promise<Job> {
  const lease = parseToken(leaseToken);
  const found = await find(lease.userId, lease.jobId);
  if (!found) throw fail(LeaseLost);
  const failed: Failure = { token: lease.token, by, how: "given-up", reason, retry };
  const { writes, event } = failureWrites(found, failed, held(lease.token, by));
  return end(lease, by, "given-up", writes, event);
}

/**
 * Ends an expired lease.
 * @returns false if the job has no lease, or a heartbeat, an end or a cancellation came first
 */
export async function expire(found: Job): Promise<boolean> {
  if (!found.lease) return false;
  const { token, by, worker } = found.lease;
  const silent = {
    token,
    by: { userId: by },
    how: "expired",
    reason: `The worker ${worker} stopped sending heartbeats.`,
  } as const;
  const { writes, event } = failureWrites(found, { ...silent, retry: true }, expired(token, silent.by));
  return commit(writes, event);
}

/**
 * Ends a job that no worker took in time.
 * @returns false if a worker has just taken it
 */
export function abandon(found: Job): Promise<boolean> {
  const now = Clock.nowIso();
  const error = `No worker took the job within ${WAITING_DAYS} days.`;
  const abandoned: Table.Write = {
    update: keyOf(found),
    set: { ...finishAttributes(found.status, "abandon", now), error, position: undefined },
    where: Where.all(
      Where.is({ status: found.status, position: found.position }),
      Where.atMost("dueSk", now),
    ),
  };
  return commit([abandoned, ...dequeue(found)], failure(found, error, now));
}

/** Returns the attributes that every end of a job sets. */
const finishAttributes = (from: JobStatus, event: "complete" | "fail" | "abandon", finishedAt: string) =>
  ({ status: jobStates.assertTransition(from, event), finishedAt, ttl: expiry(), ...Due.done }) as const;

const failure = ({ userId, jobId, type }: Job, error: string, finishedAt: string): Outbox.EventWrite =>
  Outbox.write(UserEvents.jobFailed, { userId, data: { jobId, type, status: "failed", error, finishedAt } });

/** Returns the seconds before the next attempt: 30, 60, 120, … up to an hour. */
export const backoff = (attempts: number): number => Math.min(HOUR_SECONDS, 30 * 2 ** (attempts - 1));

interface Failure {
  readonly token: string;
  readonly by: Worker;
  readonly how: How;
  readonly reason: string;
  readonly retry: boolean;
}

/** Returns the writes of a failed attempt: back into the queue, or the final failure with its event. */
function failureWrites(
  found: Job,
  { token, by, how, reason, retry }: Failure,
  where: Where.Where,
): { readonly writes: readonly Table.Write[]; readonly event?: Outbox.EventWrite } {
  const now = Clock.nowIso();
  const ended = { error: reason, endedBy: { token, by: by.userId, how }, lease: undefined };
  const update = keyOf(found);
  if (!retry || found.attempts >= found.maxAttempts)
    return {
      writes: [{ update, set: { ...finishAttributes(LEASED, "fail", now), ...ended }, where }],
      event: failure(found, reason, now),
    };
  const readyAt = toIso(Date.parse(now) + backoff(found.attempts) * SECOND_MS);
  const status = jobStates.assertTransition(LEASED, "retry");
  const queued = { status, position: positionOf(found.priority, readyAt) };
  return {
    writes: [
      {
        update,
        set: { ...ended, ...queued, ...waitingDue(found.jobId, readyAt), progress: undefined },
        where,
      },
      ...enqueue({ ...found, ...queued }),
    ],
  };
}

/** @returns false if the job has changed and the conditions fail */
async function commit(writes: readonly Table.Write[], event?: Outbox.EventWrite): Promise<boolean> {
  const done = await Table.tryCommit(event ? [...writes, event] : writes);
  if (done && event) await Outbox.dispatch(event);
  return done;
}

/**
 * Writes the end of a lease. Succeeds if it was written before and only its response was lost.
 * @throws LEASE_LOST
 */
async function end(
  { userId, jobId, token }: LeaseRef,
  by: Worker,
  how: How,
  writes: readonly Table.Write[],
  event: Outbox.EventWrite | undefined,
): Promise<Job> {
  const done = await commit(writes, event);
  const found = await find(userId, jobId);
  const last = found?.endedBy;
  const before = last?.token === token && last.by === by.userId && last.how === how;
  if (!found || !(done || before)) throw fail(LeaseLost);
  return found;
}

/** The number of workers that a sweep starts. One would be enough, since each works until its queue is empty. */
const WORKERS = 10;

/** Jobs that have been ready for a shorter time still have their own message in transit. */
const MESSAGE_DELAY_MS = 15_000;

/**
 * Ends expired leases and jobs that no worker took in time; then starts workers for queued jobs, even after an error.
 * @returns the number of ended leases and jobs
 */
export async function sweep(): Promise<number> {
  try {
    return await Due.sweep(jobsDue, async (item) => {
      const found = parseOrSkip(item);
      if (!found) return false;
      return found.status === "queued" ? abandon(found) : expire(found);
    });
  } finally {
    await startWorkers();
  }
}

/** Starts workers for due retries and for jobs whose message was lost. The next sweep repeats a failed attempt. */
async function startWorkers(): Promise<void> {
  const waiting = await Promise.all(RANKS.map((rank) => next(ALL_OWNERS, [BUILT_IN], rank, WORKERS)));
  const before = toIso(Clock.nowMs() - MESSAGE_DELAY_MS);
  const messages = waiting
    .flat()
    .slice(0, WORKERS)
    .filter(({ position }) => readyAtOf(position) <= before)
    .map(({ jobId }) => ({ id: jobId, body: JSON.stringify({ jobId }) }));
  if (messages.length > 0) await Queue.send(jobReady.queue, messages);
}
