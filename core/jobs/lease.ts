import { isStaff, type UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { SECOND_MS, toIso } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { jobsDue } from "./entity.ts";
import { LeaseLost } from "./errors.ts";
import { ALL_OWNERS, dequeue, isAt, keyOf, next, parseOrSkip, RANKS } from "./queue.ts";
import { BUILT_IN, type Job, type JobStatus, jobStates } from "./schema.ts";

/**
 * Leases of jobs. A worker leases a job, sends heartbeats, and ends it (`ending.ts`). Without heartbeats the lease
 * expires, and another worker may lease the job, up to its `maxAttempts`.
 */

/** The worker's user. A lease token works only for the user who received it. */
export type Worker = Pick<UserActor, "userId">;

/** The platform's own workers. */
export const PLATFORM: Worker = { userId: BUILT_IN };

export interface Leased {
  readonly job: Job;
  /** Identifies the lease. */
  readonly leaseToken: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface LeaseRequest {
  readonly capabilities: readonly string[];
  /** The duration of the lease without a heartbeat. */
  readonly seconds: number;
  /** The worker's name, for display. */
  readonly worker: string;
}

/** The number of a queue's first jobs that are tried after concurrent updates before it is read again. */
const CANDIDATES = 10;

/**
 * Leases the next job that matches the worker's capabilities, from the actor's own jobs; from all users' jobs if the
 * actor is staff.
 * @returns undefined if no job is queued
 */
export const lease = (actor: UserActor, request: LeaseRequest): Promise<Leased | undefined> =>
  take(isStaff(actor) ? ALL_OWNERS : actor.userId, actor, request);

/** Leases the next built-in job. */
export const leaseBuiltIn = (worker: string, seconds: number): Promise<Leased | undefined> =>
  take(ALL_OWNERS, PLATFORM, { capabilities: [BUILT_IN], seconds, worker });

/**
 * Leases the first job of the highest rank that has one.
 * @throws CONTENTION after repeated concurrent updates
 */
const take = (owner: string, by: Worker, request: LeaseRequest): Promise<Leased | undefined> =>
  Table.retry(async () => {
    const capabilities = [...new Set(request.capabilities)];
    for (const rank of RANKS) {
      let isOutdated = false;
      for (const entry of await next(owner, capabilities, rank, CANDIDATES)) {
        const found = parseOrSkip(await Table.get(keyOf(entry)));
        // Skip an entry whose job is missing or invalid.
        if (!found) continue;
        const leased = isAt(found, entry) ? await claim(found, by, request) : undefined;
        if (leased) return leased;
        isOutdated = true;
      }
      // This rank may have further jobs.
      if (isOutdated) throw new Table.ConditionFailed();
    }
    return undefined;
  });

/** @returns undefined after a concurrent update */
async function claim(found: Job, by: Worker, { seconds, worker }: LeaseRequest): Promise<Leased | undefined> {
  const { position, progress: _, ...rest } = found;
  const until = untilOf(seconds);
  const running = {
    status: jobStates.assertTransition(found.status, "lease"),
    startedAt: found.startedAt ?? Clock.nowIso(),
    lease: { token: Ids.secret(), by: by.userId, worker, until },
  } as const;
  const claimed = await Table.tryCommit([
    {
      update: keyOf(found),
      set: { ...running, ...jobsDue.at(found.jobId, until), position: undefined, progress: undefined },
      add: { attempts: 1 },
      where: Where.is({ status: found.status, position }),
    },
    ...dequeue(found),
  ]);
  if (!claimed) return undefined;
  const job: Job = { ...rest, ...running, attempts: found.attempts + 1 };
  return { job, leaseToken: `${found.userId}.${found.jobId}.${running.lease.token}`, until };
}

const untilOf = (seconds: number): string => toIso(Clock.nowMs() + seconds * SECOND_MS);

export interface LeaseRef extends Pick<Job, "userId" | "jobId"> {
  readonly token: string;
}

/** Parses a lease token. @throws LEASE_LOST if it is invalid */
export function parseToken(leaseToken: string): LeaseRef {
  const [userId = "", jobId = "", token = ""] = leaseToken.split(".");
  if (!Ids.pattern("user").test(userId) || !Ids.pattern("job").test(jobId) || token === "")
    throw fail(LeaseLost);
  return { userId, jobId, token };
}

export const LEASED = "running" satisfies JobStatus;

const leasedTo = (token: string, { userId }: Worker): Where.Where =>
  Where.is({ status: LEASED, "lease.token": token, "lease.by": userId });

/** Conditions: the lease is valid; the lease has expired. */
export const held = (token: string, by: Worker): Where.Where =>
  Where.all(leasedTo(token, by), Where.above("lease.until", Clock.nowIso()));
export const expired = (token: string, by: Worker): Where.Where =>
  Where.all(leasedTo(token, by), Where.atMost("lease.until", Clock.nowIso()));

/**
 * Extends a lease.
 * @param seconds its duration from now on without another heartbeat
 * @param progress 0 to 100
 * @returns the end of the lease, ISO 8601
 * @throws LEASE_LOST
 */
export async function heartbeat(
  by: Worker,
  leaseToken: string,
  seconds: number,
  progress?: number,
): Promise<string> {
  const lease = parseToken(leaseToken);
  const until = untilOf(seconds);
  const set = {
    "lease.until": until,
    ...jobsDue.at(lease.jobId, until),
    ...(progress !== undefined && { progress }),
  };
  const where = held(lease.token, by);
  if (!(await Table.ignoreConditionFailure(Table.update(keyOf(lease), { set, where }))))
    throw fail(LeaseLost);
  return until;
}
