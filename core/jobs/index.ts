import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, InvalidRequest } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { text } from "../kernel/texts/index.ts";
import * as Correlation from "../platform/correlation.ts";
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
  DATA_EXPORT,
  DEFAULT_ATTEMPTS,
  DEFAULT_PRIORITY,
  type Job,
  type JobStatus,
  jobStates,
  type NewJob,
} from "./schema.ts";
import { preset } from "./templates.ts";

/** Jobs as their owner sees them: created, listed, read, canceled. `lease.ts` is for workers. */

type Owner = Pick<UserActor, "userId">;
/** Whose data an export has: the account's, while it belongs to whom it belonged to then. */
type Exporter = Pick<UserActor, "userId" | "ownershipId">;

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
  const whole = wish.templateId === undefined ? wish : await preset(actor, wish.templateId, wish);
  if (whole.type === DATA_EXPORT)
    throw fail(InvalidRequest, {
      message: text(
        "An export of one's data is asked for by a route of its own.",
        "L'export de ses données se demande par une route à part.",
      ),
    });
  return queue(actor, queued(actor, whole), claim);
}

/** Queues the export of the actor's data; whoever calls has had it confirmed. */
export const exportData = (actor: Stamp.Holder & Exporter): Promise<Job> =>
  queue(actor, { ...queued(actor, { type: DATA_EXPORT }), ownershipId: actor.ownershipId });

async function queue(actor: Stamp.Holder, created: Job, claim?: Idempotency.Claim<Job>): Promise<Job> {
  const { jobId, createdAt } = created;
  const ready = created.capability === BUILT_IN ? [Outbox.write(jobReady, { jobId })] : [];
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
  const builtIn = isReport(type) || type === DATA_EXPORT;
  const createdAt = Clock.nowIso();
  return {
    jobId: Ids.create("job"),
    userId,
    type,
    capability: builtIn ? BUILT_IN : (wish.capability ?? type),
    payload: JSON.stringify(isReport(type) ? payloadOf(type, payload) : payload),
    priority,
    status: jobStates.assertTransition("none", "create"),
    attempts: 0,
    maxAttempts: wish.maxAttempts ?? DEFAULT_ATTEMPTS,
    position: positionOf(priority, createdAt),
    files: [],
    correlationId: Correlation.current(),
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
      ...pageOfJobs({ userId }, { limit, after }),
      isWanted: (found) => isShown(found) && (status === undefined || found.status === status),
    },
  );
  return { jobs, next: next?.jobId };
}

const pageOfJobs = ({ userId }: Owner, { limit, after }: Filter) => ({
  limit,
  after: after === undefined ? undefined : job.key({ userId, jobId: after }),
});

const isShown = (found: Job): boolean => isAlive(found) && found.type !== DATA_EXPORT;

/** The latest export of the actor's data that is kept; undefined where there is none. */
export async function latestExport({ userId, ownershipId }: Exporter): Promise<Job | undefined> {
  const isOwn = (found: Job) => found.type === DATA_EXPORT && found.ownershipId === ownershipId;
  const { items } = await pageOf(
    job,
    { userId },
    { limit: 1, after: undefined, isWanted: (found) => isAlive(found) && isOwn(found) },
  );
  return items[0];
}

/** One of the actor's jobs. @throws JOB_NOT_FOUND, also for somebody else's */
export async function fromId({ userId }: Owner, jobId: string): Promise<Job> {
  const found = await find(userId, jobId);
  if (!found || !isShown(found)) throw fail(JobNotFound);
  return found;
}

/**
 * Cancels a job that is not finished. Whoever works on it learns of it by the next heartbeat; its result is
 * not taken. One that is canceled already stays as it is.
 * @throws JOB_NOT_FOUND, JOB_FINISHED
 */
export const cancel = (actor: Owner, jobId: string): Promise<Job> => canceling(() => fromId(actor, jobId));

/** Cancels an export, as `cancel` any other job. @throws JOB_NOT_FOUND, JOB_FINISHED */
export const cancelExport = ({ userId }: Owner, jobId: string): Promise<Job> =>
  canceling(async () => {
    const found = await find(userId, jobId);
    if (!found) throw fail(JobNotFound);
    return found;
  });

const canceling = (read: () => Promise<Job>): Promise<Job> =>
  Table.change(read, (found) => {
    const { position, lease: _lease, ...rest } = found;
    if (found.status === "canceled") return { writes: [], result: found };
    const status = jobStates.next(found.status, "cancel");
    if (!status) throw fail(JobFinished, { details: { status: found.status } });
    const canceled = { status, finishedAt: Clock.nowIso(), ttl: expiry() } as const;
    const change: Table.Write = {
      update: keyOf(found),
      set: { ...canceled, position: undefined, lease: undefined, ...Due.done },
      where: Where.is({ status: found.status, position }),
    };
    return { writes: [change, ...dequeue(found)], result: { ...rest, ...canceled } };
  });
