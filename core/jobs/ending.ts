import { exportReady } from "../identity/events.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as UserEvents from "../messaging/events.ts";
import * as Due from "../platform/due/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { LeaseLost } from "./errors.ts";
import { held, LEASED, type LeaseRef, parseToken, runOut, type Worker } from "./lease.ts";
import { dequeue, enqueue, expiry, find, keyOf, positionOf, waitingDue } from "./queue.ts";
import { DATA_EXPORT, type Job, type JobFile, type JobStatus, jobStates, WAITING_DAYS } from "./schema.ts";

/**
 * How an attempt at a job ends: with a result, given up by its worker, or because the worker fell silent.
 * Each lease ends once. And how a job ends that nobody attempts.
 */

type How = NonNullable<Job["endedBy"]>["how"];

/** What a job has come to. */
export interface Outcome {
  /** JSON. */
  readonly result?: unknown;
  readonly files?: readonly JobFile[];
}

/** Finishes a job. The same lease once more changes nothing. @throws LEASE_LOST */
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
      ...finishing(LEASED, "complete", finishedAt),
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
          until: new Date(expiry() * 1000).toISOString(),
        })
      : Outbox.write(UserEvents.jobDone, { userId, data });
  return end(lease, by, "completed", [finished], done);
}

/**
 * Gives a job up: it is tried again later, unless that would be once too often or is of no use. The same
 * lease once more changes nothing.
 * @param reason for the owner to read
 * @throws LEASE_LOST
 */
export async function giveUp(by: Worker, leaseToken: string, reason: string, retry: boolean): Promise<Job> {
  const lease = parseToken(leaseToken);
  const found = await find(lease.userId, lease.jobId);
  if (!found) throw fail(LeaseLost);
  const failed: Failure = { token: lease.token, by, how: "given-up", reason, retry };
  const { writes, event } = failing(found, failed, held(lease.token, by));
  return end(lease, by, "given-up", writes, event);
}

/**
 * Ends the lease of a worker that fell silent.
 * @returns whether it was: a heartbeat, an end or a cancellation may have come first
 */
export async function expire(found: Job): Promise<boolean> {
  if (!found.lease) return false;
  const { token, by, worker } = found.lease;
  const silent = {
    token,
    by: { userId: by },
    how: "expired",
    reason: `The worker ${worker} fell silent.`,
  } as const;
  const { writes, event } = failing(found, { ...silent, retry: true }, runOut(token, silent.by));
  return commit(writes, event);
}

/**
 * Ends a job that has waited for a worker in vain.
 * @returns whether it was: somebody may have taken it just now
 */
export function abandon(found: Job): Promise<boolean> {
  const now = Clock.nowIso();
  const error = `Nobody took the job within ${WAITING_DAYS} days.`;
  const abandoned: Table.Write = {
    update: keyOf(found),
    set: { ...finishing(found.status, "abandon", now), error, position: undefined },
    where: Where.all(
      Where.is({ status: found.status, position: found.position }),
      Where.atMost("dueSk", now),
    ),
  };
  return commit([abandoned, ...dequeue(found)], failure(found, error, now));
}

/** What every end of a job sets. */
const finishing = (from: JobStatus, event: "complete" | "fail" | "abandon", finishedAt: string) =>
  ({ status: jobStates.assertTransition(from, event), finishedAt, ttl: expiry(), ...Due.done }) as const;

/** The event of a job that has failed for good. */
const failure = ({ userId, jobId, type }: Job, error: string, finishedAt: string): Outbox.EventWrite =>
  Outbox.write(UserEvents.jobFailed, { userId, data: { jobId, type, status: "failed", error, finishedAt } });

/** Seconds before a further attempt: 30, 60, 120, … up to an hour. */
export const backoff = (attempts: number): number => Math.min(3600, 30 * 2 ** (attempts - 1));

interface Failure {
  readonly token: string;
  readonly by: Worker;
  readonly how: How;
  readonly reason: string;
  readonly retry: boolean;
}

/** The writes by which an attempt has failed: back into the queue, or for good, which is an event. */
function failing(
  found: Job,
  { token, by, how, reason, retry }: Failure,
  where: Where.Where,
): { readonly writes: readonly Table.Write[]; readonly event?: Outbox.EventWrite } {
  const now = Clock.nowIso();
  const ended = { error: reason, endedBy: { token, by: by.userId, how }, lease: undefined };
  const update = keyOf(found);
  if (!retry || found.attempts >= found.maxAttempts)
    return {
      writes: [{ update, set: { ...finishing(LEASED, "fail", now), ...ended }, where }],
      event: failure(found, reason, now),
    };
  const readyAt = new Date(Date.parse(now) + backoff(found.attempts) * 1000).toISOString();
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

/** @returns false where the job is not any more as the writes expect it */
async function commit(writes: readonly Table.Write[], event?: Outbox.EventWrite): Promise<boolean> {
  const done = await Table.tryCommit(event ? [...writes, event] : writes);
  if (done && event) await Outbox.dispatch(event);
  return done;
}

/**
 * Writes the end of a lease, unless it was written before: the answer that said so was lost.
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
