import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, InvalidRequest } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { text } from "../kernel/texts/index.ts";
import * as Due from "../platform/due/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import { list as pageOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { payloadOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { job } from "./entity.ts";
import { JobFinished, JobNotFound } from "./errors.ts";
import { jobReady } from "./events.ts";
import { dequeue, enqueue, expiry, find, isAlive, keyOf, positionOf, waitingDue } from "./queue.ts";
import {
  BUILT_IN,
  DEFAULT_ATTEMPTS,
  DEFAULT_PRIORITY,
  type Job,
  type JobStatus,
  type NewJob,
} from "./schema.ts";
import { preset } from "./templates.ts";

/** Jobs as their owner sees them: created, listed, read, canceled. `lease.ts` is for workers. */

type Owner = Pick<UserActor, "userId">;

/**
 * Creates a job and queues it.
 * @throws TEMPLATE_NOT_FOUND; INVALID_PAYLOAD where the type is a report and the payload is not what it
 *   needs; AlreadyDone
 */
export async function create(
  actor: Stamp.Holder,
  wish: NewJob,
  claim?: Idempotency.Claim<Job>,
): Promise<Job> {
  const created = queued(
    actor,
    wish.templateId === undefined ? wish : await preset(actor, wish.templateId, wish),
  );
  const { jobId, createdAt } = created;
  const ready = isReport(created.type) ? [Outbox.write(jobReady, { jobId })] : [];
  await Table.commit([
    ...Idempotency.recording(claim, created),
    Stamp.stillHolds(actor),
    { put: job.item({ ...created, ...waitingDue(jobId, createdAt) }) },
    ...enqueue(created),
    ...ready,
  ]);
  await Promise.all(ready.map(Outbox.dispatch));
  return created;
}

/** A job as it begins. @throws INVALID_PAYLOAD */
function queued({ userId }: Owner, wish: NewJob): Job {
  const { type, priority = DEFAULT_PRIORITY, payload = {} } = wish;
  if (type === undefined)
    throw fail(InvalidRequest, {
      message: text(
        "A job needs a type, or a template that says it.",
        "Une tâche a besoin d'un type, ou d'un modèle qui le donne.",
      ),
    });
  const builtIn = isReport(type);
  const createdAt = Clock.nowIso();
  return {
    jobId: Ids.create("job"),
    userId,
    type,
    capability: builtIn ? BUILT_IN : (wish.capability ?? type),
    payload: JSON.stringify(builtIn ? payloadOf(type, payload) : payload),
    priority,
    status: "queued",
    attempts: 0,
    maxAttempts: wish.maxAttempts ?? DEFAULT_ATTEMPTS,
    position: positionOf(priority, createdAt),
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

/** A page of the actor's jobs, newest first. It may be shorter than asked for and still have a next. */
export async function list({ userId }: Owner, { limit, after, status }: Filter): Promise<JobPage> {
  const { items: jobs, next } = await pageOf(
    job,
    { userId },
    {
      limit,
      after: after === undefined ? undefined : job.key({ userId, jobId: after }),
      isWanted: (found) => isAlive(found) && (status === undefined || found.status === status),
    },
  );
  return { jobs, next: next?.jobId };
}

/** One of the actor's jobs. @throws JOB_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, jobId: string): Promise<Job> {
  const found = await find(userId, jobId);
  if (!found) throw fail(JobNotFound);
  return found;
}

/**
 * Cancels a job that is not finished. Whoever works on it learns of it by the next heartbeat; its result is
 * not taken. One that is canceled already stays as it is.
 * @throws JOB_NOT_FOUND, JOB_FINISHED
 */
export const cancel = (actor: Owner, jobId: string): Promise<Job> =>
  Table.change(
    () => fromId(actor, jobId),
    (found) => {
      const { position, lease: _lease, ...rest } = found;
      if (found.status === "canceled") return { writes: [], result: found };
      if (found.status !== "queued" && found.status !== "running")
        throw fail(JobFinished, { details: { status: found.status } });
      const canceled = { status: "canceled", finishedAt: Clock.nowIso(), ttl: expiry() } as const;
      const change: Table.Write = {
        update: keyOf(found),
        set: { ...canceled, position: undefined, lease: undefined, ...Due.done },
        where: Where.is({ status: found.status, position }),
      };
      return { writes: [change, ...dequeue(found)], result: { ...rest, ...canceled } };
    },
  );
