import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as UserEvents from "../messaging/user-events/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type * as Table from "../platform/table/index.ts";
import { commit } from "./commit.ts";
import { LeaseLost } from "./errors.ts";
import { HELD, type Named, named, ofLease, RUN_OUT, type Worker } from "./lease.ts";
import { dueWaiting, entering, expiry, find, keyOf, leaving, turnOf } from "./queue.ts";
import { type Job, type JobFile, type JobStatus, jobItem, WAITING_DAYS } from "./schema.ts";

/**
 * How an attempt at a job ends: with a result, given up by its worker, or because the worker fell silent. Each lease ends once. And how
 * a job ends that nobody attempts.
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
  const lease = named(leaseToken);
  const { userId, jobId, token } = lease;
  const found = await find(userId, jobId);
  if (!found) throw fail(LeaseLost);
  const finishedAt = Clock.nowIso();
  const { names, values } = ofLease(token, by, finishedAt);
  const change: Table.Write = {
    update: {
      key: keyOf(lease),
      update:
        "SET #status = :done, finishedAt = :now, #result = :result, files = :files, endedBy = :endedBy, progress = :all, #ttl = :ttl REMOVE lease, duePk, dueSk, #error",
      condition: HELD,
      names: { ...names, "#result": "result", "#ttl": "ttl", "#error": "error" },
      values: {
        ...values,
        ":done": "succeeded" satisfies JobStatus,
        ":result": JSON.stringify(result ?? null),
        ":files": files,
        ":endedBy": { token, by: by.userId, how: "completed" satisfies How },
        ":all": 100,
        ":ttl": expiry(),
      },
    },
  };
  const data = { jobId, type: found.type, status: "succeeded", finishedAt };
  return ended(lease, by, "completed", [change], Outbox.write(UserEvents.jobDone, { userId, data }));
}

/**
 * Gives a job up: it is tried again later, unless that would be once too often or is of no use. The same lease once more changes
 * nothing.
 * @param reason for the owner to read
 * @throws LEASE_LOST
 */
export async function giveUp(by: Worker, leaseToken: string, reason: string, retry: boolean): Promise<Job> {
  const lease = named(leaseToken);
  const found = await find(lease.userId, lease.jobId);
  if (!found) throw fail(LeaseLost);
  if (found.lease?.token !== lease.token) return endedBefore(found, lease, by, "given-up");
  const { writes, event } = failing(found, lease.token, by, {
    reason,
    retry,
    how: "given-up",
    condition: HELD,
  });
  return ended(lease, by, "given-up", writes, event);
}

/**
 * Ends the lease of a worker that fell silent.
 * @returns whether it was: a heartbeat, an end or a cancellation may have come first
 */
export async function expire(found: Job): Promise<boolean> {
  if (!found.lease) return false;
  const { token, by, worker } = found.lease;
  const reason = `The worker ${worker} fell silent.`;
  const { writes, event } = failing(
    found,
    token,
    { userId: by },
    { reason, retry: true, how: "expired", condition: RUN_OUT },
  );
  const refused = await commit(event ? [...writes, event] : writes);
  if (!refused && event) await Outbox.dispatch(event);
  return !refused;
}

/**
 * Ends a job that has waited for a worker in vain.
 * @returns whether it was: somebody may have taken it just now
 */
export async function abandon(found: Job): Promise<boolean> {
  const { turn } = found;
  if (turn === undefined) return false;
  const now = Clock.nowIso();
  const reason = `Nobody took the job within ${WAITING_DAYS} days.`;
  const event = failure(found, reason, now);
  const refused = await commit([
    {
      update: {
        key: keyOf(found),
        update:
          "SET #status = :failed, finishedAt = :now, #error = :error, #ttl = :ttl REMOVE turn, duePk, dueSk",
        condition: "#status = :queued AND turn = :turn AND dueSk <= :now",
        names: { "#status": "status", "#error": "error", "#ttl": "ttl" },
        values: {
          ":failed": "failed" satisfies JobStatus,
          ":queued": "queued" satisfies JobStatus,
          ":now": now,
          ":error": reason,
          ":ttl": expiry(),
          ":turn": turn,
        },
      },
    },
    ...leaving({ ...found, turn }),
    event,
  ]);
  if (!refused) await Outbox.dispatch(event);
  return !refused;
}

/** The event of a job that has failed for good. */
const failure = ({ userId, jobId, type }: Job, error: string, finishedAt: string): Outbox.EventWrite =>
  Outbox.write(UserEvents.jobFailed, { userId, data: { jobId, type, status: "failed", error, finishedAt } });

/** Seconds before a further attempt: 30, 60, 120, … up to an hour. */
export const backoff = (attempts: number): number => Math.min(3600, 30 * 2 ** (attempts - 1));

interface Failure {
  readonly reason: string;
  readonly retry: boolean;
  readonly how: How;
  readonly condition: string;
}

/** The writes by which an attempt has failed: back into the queue, or for good, which is an event. */
function failing(
  found: Job,
  token: string,
  by: Worker,
  { reason, retry, how, condition }: Failure,
): { readonly writes: readonly Table.Write[]; readonly event?: Outbox.EventWrite } {
  const now = Clock.nowIso();
  const { names, values } = ofLease(token, by, now);
  const key = keyOf(found);
  const common = { ...values, ":error": reason, ":endedBy": { token, by: by.userId, how } };
  if (retry && found.attempts < found.maxAttempts) {
    const readyAt = new Date(Date.parse(now) + backoff(found.attempts) * 1000).toISOString();
    const turn = turnOf(found.priority, readyAt);
    const update =
      "SET #status = :queued, turn = :turn, #error = :error, endedBy = :endedBy, duePk = :duePk, dueSk = :dueSk REMOVE lease, progress";
    const { duePk, dueSk } = dueWaiting(found.jobId, readyAt);
    const queued = { ":queued": "queued" satisfies JobStatus, ":turn": turn };
    const changed = { ...common, ...queued, ":duePk": duePk, ":dueSk": dueSk };
    return {
      writes: [
        { update: { key, update, condition, names: { ...names, "#error": "error" }, values: changed } },
        ...entering({ ...found, turn }),
      ],
    };
  }
  const update =
    "SET #status = :failed, finishedAt = :now, #error = :error, endedBy = :endedBy, #ttl = :ttl REMOVE lease, duePk, dueSk";
  const changed = { ...common, ":failed": "failed" satisfies JobStatus, ":ttl": expiry() };
  return {
    writes: [
      {
        update: {
          key,
          update,
          condition,
          names: { ...names, "#error": "error", "#ttl": "ttl" },
          values: changed,
        },
      },
    ],
    event: failure(found, reason, now),
  };
}

/** Writes the end of a lease; its first write is that of the job. @throws LEASE_LOST */
async function ended(
  lease: Named,
  by: Worker,
  how: How,
  writes: readonly Table.Write[],
  event: Outbox.EventWrite | undefined,
): Promise<Job> {
  const refused = await commit(event ? [...writes, event] : writes);
  if (refused) {
    const stood = refused[0]?.item;
    return endedBefore(stood && jobItem.parse(stood), lease, by, how);
  }
  if (event) await Outbox.dispatch(event);
  const found = await find(lease.userId, lease.jobId);
  if (!found) throw fail(LeaseLost);
  return found;
}

/** The job, where this lease ended its last attempt in this way: the answer that said so was lost. @throws LEASE_LOST */
function endedBefore(found: Job | undefined, { token }: Named, { userId }: Worker, how: How): Job {
  const end = found?.endedBy;
  if (!found || end?.token !== token || end.by !== userId || end.how !== how) throw fail(LeaseLost);
  return found;
}
