import { isStaff, type UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Table from "../platform/table/index.ts";
import { commit } from "./commit.ts";
import { LeaseLost } from "./errors.ts";
import { dueAt, EVERYBODY, keyOf, leaving, legible, next, placeOf, type Queued, RANKS } from "./queue.ts";
import { BUILT_IN, type Job, type JobStatus } from "./schema.ts";

/**
 * Working on jobs. A worker leases one, says from time to time that it is still at it, and ends it (`ending.ts`). A worker that falls
 * silent loses its lease, and the job goes to the next one, as often as it may be tried.
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

export interface LeaseWish {
  readonly capabilities: readonly string[];
  /** Until the first heartbeat must have come, in seconds. */
  readonly seconds: number;
  /** Names the worker, for people. */
  readonly worker: string;
}

/** How many of a queue's first jobs are tried, and how often, when others are faster. */
const CANDIDATES = 10;
const ROUNDS = 5;

/**
 * Leases the next job that the worker can do: of the actor's own jobs; of everybody's where the actor is staff.
 * @returns undefined where nothing waits
 */
export const lease = (actor: UserActor, wish: LeaseWish): Promise<Leased | undefined> =>
  take(isStaff(actor) ? EVERYBODY : actor.userId, actor, wish);

/** Leases the next job of the platform's own types. */
export const leaseBuiltIn = (worker: string, seconds: number): Promise<Leased | undefined> =>
  take(EVERYBODY, PLATFORM, { capabilities: [BUILT_IN], seconds, worker });

async function take(owner: string, by: Worker, wish: LeaseWish): Promise<Leased | undefined> {
  for (let round = 1; round <= ROUNDS; round++) {
    const { leased, late } = await first(owner, by, wish);
    if (leased || !late) return leased;
    await Table.pause(round);
  }
  return undefined;
}

/**
 * Leases the first job of the best rank that has one.
 * @returns without it, whether others were faster: then more of that rank may wait
 */
async function first(
  owner: string,
  by: Worker,
  wish: LeaseWish,
): Promise<{ readonly leased?: Leased; readonly late: boolean }> {
  const capabilities = [...new Set(wish.capabilities)];
  for (const rank of RANKS) {
    let late = false;
    for (const { userId, jobId, place } of await next(owner, capabilities, rank, CANDIDATES)) {
      const found = legible(await Table.get(keyOf({ userId, jobId })));
      // A place without a job, or with one that nobody can read, is nobody's turn.
      if (!found) continue;
      late = true;
      // One that was leased and given up since waits elsewhere, for a later time.
      if (found.turn === undefined || placeOf({ jobId, turn: found.turn }) !== place) continue;
      const leased = await claim({ ...found, turn: found.turn }, by, wish);
      if (leased) return { leased, late };
    }
    if (late) return { late };
  }
  return { late: false };
}

/** @returns undefined where somebody else was faster */
async function claim(found: Queued, by: Worker, { seconds, worker }: LeaseWish): Promise<Leased | undefined> {
  const { turn, progress: _, ...rest } = found;
  const startedAt = found.startedAt ?? Clock.nowIso();
  const until = untilOf(seconds);
  const given = { token: Ids.secret(), by: by.userId, worker, until };
  const refused = await commit([
    {
      update: {
        key: keyOf(found),
        update:
          "SET #status = :running, lease = :lease, startedAt = :startedAt, duePk = :duePk, dueSk = :dueSk REMOVE turn, progress ADD attempts :one",
        condition: "#status = :queued AND turn = :turn",
        names: { "#status": "status" },
        values: {
          ":running": "running" satisfies JobStatus,
          ":queued": "queued" satisfies JobStatus,
          ":turn": turn,
          ":lease": given,
          ":startedAt": startedAt,
          ...dueValues(found.jobId, until),
          ":one": 1,
        },
      },
    },
    ...leaving(found),
  ]);
  if (refused) return undefined;
  const job: Job = { ...rest, status: "running", attempts: found.attempts + 1, startedAt, lease: given };
  return { job, leaseToken: `${found.userId}.${found.jobId}.${given.token}`, until };
}

const untilOf = (seconds: number): string => new Date(Clock.nowMs() + seconds * 1000).toISOString();

function dueValues(jobId: string, until: string) {
  const { duePk, dueSk } = dueAt(jobId, until);
  return { ":duePk": duePk, ":dueSk": dueSk };
}

/** What a lease token says. */
export interface Named extends Pick<Job, "userId" | "jobId"> {
  readonly token: string;
}

/** @throws LEASE_LOST when it is none */
export function named(leaseToken: string): Named {
  const [userId = "", jobId = "", token = ""] = leaseToken.split(".");
  if (!Ids.pattern("user").test(userId) || !Ids.pattern("job").test(jobId) || token === "")
    throw fail(LeaseLost);
  return { userId, jobId, token };
}

const OF_LEASE = "#status = :running AND lease.#token = :token AND lease.#by = :by";

/** The conditions that a lease still runs, and that it has run out; both need `ofLease`. */
export const HELD = `${OF_LEASE} AND lease.#until > :now`;
export const RUN_OUT = `${OF_LEASE} AND lease.#until <= :now`;

/** What the placeholders of these conditions stand for; `:now` is ISO 8601. */
export const ofLease = (token: string, by: Worker, now = Clock.nowIso()) => ({
  names: { "#status": "status", "#token": "token", "#by": "by", "#until": "until" },
  values: { ":running": "running" satisfies JobStatus, ":token": token, ":by": by.userId, ":now": now },
});

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
  const { userId, jobId, token } = named(leaseToken);
  const until = untilOf(seconds);
  const { names, values } = ofLease(token, by);
  const told = progress === undefined ? "" : ", progress = :progress";
  try {
    await Table.update({
      key: keyOf({ userId, jobId }),
      update: `SET lease.#until = :until, duePk = :duePk, dueSk = :dueSk${told}`,
      condition: HELD,
      names,
      values: {
        ...values,
        ":until": until,
        ...dueValues(jobId, until),
        ...(progress !== undefined && { ":progress": progress }),
      },
    });
  } catch (error) {
    if (error instanceof Table.ConditionFailed) throw fail(LeaseLost);
    throw error;
  }
  return until;
}
