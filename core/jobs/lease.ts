import { isStaff, type UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { jobsDue } from "./entity.ts";
import { LeaseLost } from "./errors.ts";
import { dequeue, EVERYBODY, isAt, keyOf, legible, next, RANKS } from "./queue.ts";
import { BUILT_IN, type Job, type JobStatus, jobStates } from "./schema.ts";

/**
 * Working on jobs. A worker leases one, says from time to time that it is still at it, and ends it
 * (`ending.ts`). A worker that falls silent loses its lease, and the job goes to the next one, as often as it
 * may be tried.
 */

/** Whose worker it is. A lease is of use to whom it was given alone, whoever else has its token. */
export type Worker = Pick<UserActor, "userId">;

/** The platform itself, for its own types. */
export const PLATFORM: Worker = { userId: BUILT_IN };

export interface Leased {
  readonly job: Job;
  /** Names the lease. */
  readonly leaseToken: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface LeaseRequest {
  readonly capabilities: readonly string[];
  /** Until the first heartbeat must have come, in seconds. */
  readonly seconds: number;
  /** Names the worker, for people. */
  readonly worker: string;
}

/** How many of a queue's first jobs are tried when others are faster, before it is asked again. */
const CANDIDATES = 10;

/**
 * Leases the next job that the worker can do: of the actor's own jobs; of everybody's where the actor is
 * staff.
 * @returns undefined where nothing waits
 */
export const lease = (actor: UserActor, wish: LeaseRequest): Promise<Leased | undefined> =>
  take(isStaff(actor) ? EVERYBODY : actor.userId, actor, wish);

/** Leases the next job of the platform's own types. */
export const leaseBuiltIn = (worker: string, seconds: number): Promise<Leased | undefined> =>
  take(EVERYBODY, PLATFORM, { capabilities: [BUILT_IN], seconds, worker });

/**
 * Leases the first job of the best rank that has one.
 * @throws CONTENTION where others are faster again and again
 */
const take = (owner: string, by: Worker, wish: LeaseRequest): Promise<Leased | undefined> =>
  Table.retry(async () => {
    const capabilities = [...new Set(wish.capabilities)];
    for (const rank of RANKS) {
      let late = false;
      for (const entry of await next(owner, capabilities, rank, CANDIDATES)) {
        const found = legible(await Table.get(keyOf(entry)));
        // An entry without a job, or with one that nobody can read, is nobody's.
        if (!found) continue;
        const leased = isAt(found, entry) ? await claim(found, by, wish) : undefined;
        if (leased) return leased;
        late = true;
      }
      // More of this rank may wait.
      if (late) throw new Table.ConditionFailed();
    }
    return undefined;
  });

/** @returns undefined where somebody else was faster */
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

const untilOf = (seconds: number): string => new Date(Clock.nowMs() + seconds * 1000).toISOString();

/** What a lease token says. */
export interface LeaseRef extends Pick<Job, "userId" | "jobId"> {
  readonly token: string;
}

/** @throws LEASE_LOST when it is none */
export function parseToken(leaseToken: string): LeaseRef {
  const [userId = "", jobId = "", token = ""] = leaseToken.split(".");
  if (!Ids.pattern("user").test(userId) || !Ids.pattern("job").test(jobId) || token === "")
    throw fail(LeaseLost);
  return { userId, jobId, token };
}

/** The status of a job with a lease. */
export const LEASED = "running" satisfies JobStatus;

const leasedTo = (token: string, { userId }: Worker): Where.Where =>
  Where.is({ status: LEASED, "lease.token": token, "lease.by": userId });

/** The conditions that a lease still runs, and that it has run out. */
export const held = (token: string, by: Worker): Where.Where =>
  Where.all(leasedTo(token, by), Where.above("lease.until", Clock.nowIso()));
export const runOut = (token: string, by: Worker): Where.Where =>
  Where.all(leasedTo(token, by), Where.atMost("lease.until", Clock.nowIso()));

/**
 * Says that a worker is still at it.
 * @param seconds for how long it holds the lease from now on
 * @param progress 0 to 100
 * @returns until when it holds the lease, ISO 8601
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
  if (!(await Table.unlessRefused(Table.update(keyOf(lease), { set, where })))) throw fail(LeaseLost);
  return until;
}
