import type { UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, InvalidRequest, Unavailable } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import { payloadOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { commit } from "./commit.ts";
import { JOB_PREFIX, job } from "./entity.ts";
import { JobFinished, JobNotFound } from "./errors.ts";
import { jobReady } from "./events.ts";
import { alive, dueWaiting, entering, expiry, find, keyOf, leaving, turnOf } from "./queue.ts";
import {
  BUILT_IN,
  DEFAULT_ATTEMPTS,
  DEFAULT_PRIORITY,
  type Job,
  type JobStatus,
  type NewJob,
} from "./schema.ts";
import { preset } from "./templates.ts";

/** Jobs as their owner sees them: created, listed, read, canceled. How they are worked on is in `lease.ts`. */

type Owner = Pick<UserActor, "userId">;

/**
 * A job as a request's record keeps it: its payload is JSON of the caller's own, which must come back as it was, whatever words the
 * record has for values of ours.
 */
export type Kept = Omit<Job, "payload"> & { readonly payloadJson: string };

const kept = ({ payload, ...rest }: Job): Kept => ({ ...rest, payloadJson: JSON.stringify(payload) });

/** The job that was created: now, or by the request's first try. */
export function jobOf(created: Job | Kept): Job {
  if (!("payloadJson" in created)) return created;
  const { payloadJson, ...rest } = created;
  return { ...rest, payload: JSON.parse(payloadJson) };
}

/**
 * Creates a job and queues it.
 * @throws TEMPLATE_NOT_FOUND; INVALID_PAYLOAD where the type is built in and the payload is not what it needs; AlreadyDone
 */
export async function create(
  actor: Owner,
  given: NewJob,
  claim?: Idempotency.Claim<Job | Kept>,
): Promise<Job> {
  const made = begin(
    actor,
    given.templateId === undefined ? given : await preset(actor, given.templateId, given),
  );
  const ready = isReport(made.type) ? [Outbox.write(jobReady, { jobId: made.jobId })] : [];
  const writes: Table.Write[] = [
    {
      put: {
        ...keyOf(made),
        ...made,
        payload: JSON.stringify(made.payload),
        ...dueWaiting(made.jobId, made.createdAt),
      },
    },
    ...entering(made),
    ...ready,
    ...(claim ? [Idempotency.record<Job | Kept>(claim, kept(made))] : []),
  ];
  if (await commit(writes, claim ? writes.length - 1 : -1)) throw fail(Unavailable);
  await Promise.all(ready.map(Outbox.dispatch));
  return made;
}

/** A job as it begins. @throws INVALID_PAYLOAD */
function begin({ userId }: Owner, wish: NewJob): Job & { readonly turn: string } {
  const { type, priority = DEFAULT_PRIORITY, payload = {} } = wish;
  if (type === undefined)
    throw fail(InvalidRequest, { message: "A job needs a type, or a template that says it." });
  const builtIn = isReport(type);
  const createdAt = Clock.nowIso();
  return {
    jobId: Ids.create("job"),
    userId,
    type,
    capability: builtIn ? BUILT_IN : (wish.capability ?? type),
    payload: builtIn ? payloadOf(type, payload) : payload,
    priority,
    status: "queued",
    attempts: 0,
    maxAttempts: wish.maxAttempts ?? DEFAULT_ATTEMPTS,
    turn: turnOf(priority, createdAt),
    files: [],
    createdAt,
  };
}

export interface Filter {
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
  readonly status?: JobStatus | undefined;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  /** Asks for the page after; undefined on the last. */
  readonly next: string | undefined;
}

/** How many pages of the table one page of a rare status looks through. */
const MAX_LOOKS = 5;

/** A page of the actor's jobs, newest first. It may be shorter than asked for and still have a next. */
export async function list({ userId }: Owner, { limit, after, status }: Filter): Promise<JobPage> {
  const pk = job.partition({ userId });
  const jobs: Job[] = [];
  let from = after === undefined ? undefined : { ...job.key({ userId, jobId: after }) };
  for (let look = 0; look < MAX_LOOKS; look++) {
    const page: Table.Page = await Table.query({
      pk,
      beginsWith: JOB_PREFIX,
      newestFirst: true,
      limit: limit - jobs.length,
      after: from,
    });
    const living = page.items.flatMap((item) => alive(item) ?? []);
    jobs.push(...living.filter((one) => status === undefined || one.status === status));
    // The key of the last item that was looked at.
    const last = page.next && String(page.items.at(-1)?.["jobId"]);
    if (last === undefined) return { jobs, next: undefined };
    if (jobs.length === limit || look === MAX_LOOKS - 1) return { jobs, next: last };
    from = { ...job.key({ userId, jobId: last }) };
  }
  return { jobs, next: undefined };
}

/** One of the actor's jobs. @throws JOB_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, jobId: string): Promise<Job> {
  const found = await find(userId, jobId);
  if (!found) throw fail(JobNotFound);
  return found;
}

const MAX_TRIES = 20;

/**
 * Cancels a job that is not finished. Whoever works on it learns of it by the next heartbeat; its result is not taken. One that is
 * canceled already stays as it is.
 * @throws JOB_NOT_FOUND, JOB_FINISHED
 */
export async function cancel(actor: Owner, jobId: string): Promise<Job> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const found = await fromId(actor, jobId);
    if (found.status === "canceled") return found;
    if (found.status !== "queued" && found.status !== "running")
      throw fail(JobFinished, { details: { status: found.status } });
    const { turn, lease: _lease, ...rest } = found;
    const canceled: Job = { ...rest, status: "canceled", finishedAt: Clock.nowIso(), ttl: expiry() };
    if (!(await commit(canceling(found, canceled)))) return canceled;
    // Somebody began it, or finished it, just now.
    await Table.pause(tries);
  }
  throw fail(Unavailable);
}

const canceling = (found: Job, { finishedAt, ttl }: Job): Table.Write[] => [
  {
    update: {
      key: keyOf(found),
      update: "SET #status = :canceled, finishedAt = :now, #ttl = :ttl REMOVE turn, lease, duePk, dueSk",
      condition: `#status = :seen AND ${found.turn === undefined ? "attribute_not_exists(turn)" : "turn = :turn"}`,
      names: { "#status": "status", "#ttl": "ttl" },
      values: {
        ":canceled": "canceled" satisfies JobStatus,
        ":now": finishedAt,
        ":ttl": ttl,
        ":seen": found.status,
        ...(found.turn !== undefined && { ":turn": found.turn }),
      },
    },
  },
  ...(found.turn === undefined ? [] : leaving({ ...found, turn: found.turn })),
];
