import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail, InvalidRequest } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { text } from "../kernel/texts/index.ts";
import { SECOND_MS, toIso } from "../kernel/time.ts";
import * as Correlation from "../platform/correlation.ts";
import * as Due from "../platform/due/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Objects from "../platform/objects.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Paging, list as pageOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { payloadOf } from "../reports/payloads.ts";
import { isReport } from "../reports/schema.ts";
import { job } from "./entity.ts";
import { JobFinished, JobNotFound } from "./errors.ts";
import { dequeue, enqueue, expiry, find, isAlive, jobReady, keyOf, positionOf, waitingDue } from "./queue.ts";
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

/** Jobs for their owners: create, list, read, cancel. `lease.ts` is for workers. */

type Owner = Pick<UserActor, "userId">;
/** The owner of exported data. An account may change hands: `ownershipId` names the present owner. */
type Exporter = Pick<UserActor, "userId" | "ownershipId">;

/**
 * Creates a job and queues it.
 * @throws TEMPLATE_NOT_FOUND; INVALID_PAYLOAD if the payload does not fit a report's type; AlreadyDone
 */
export async function create(
  actor: Stamp.Holder,
  request: NewJob,
  claim?: Idempotency.Claim<Job>,
): Promise<Job> {
  const whole = request.templateId === undefined ? request : await preset(actor, request.templateId, request);
  if (whole.type === DATA_EXPORT)
    throw fail(InvalidRequest, {
      message: text(
        "This job type has its own operation: use it to request a data export.",
        "Ce type de tâche a sa propre opération : utilisez-la pour demander un export de données.",
      ),
    });
  return queue(actor, newJob(actor, whole), claim);
}

/** Queues the export of the actor's data. The caller has confirmed the actor's identity. */
export const exportData = (actor: Stamp.Holder & Exporter): Promise<Job> =>
  queue(actor, { ...newJob(actor, { type: DATA_EXPORT }), ownershipId: actor.ownershipId });

async function queue(actor: Stamp.Holder, created: Job, claim?: Idempotency.Claim<Job>): Promise<Job> {
  const { jobId, createdAt } = created;
  const ready = created.capability === BUILT_IN ? [Outbox.write(jobReady, { jobId })] : [];
  await Table.commit([
    ...Idempotency.recordWrites(claim, created),
    Stamp.assertUnchanged(actor),
    { put: job.item({ ...created, ...waitingDue(jobId, createdAt) }) },
    ...enqueue(created),
    ...ready,
  ]);
  await Promise.all(ready.map(Outbox.dispatch));
  return created;
}

/** Returns a new job. @throws INVALID_PAYLOAD */
function newJob({ userId }: Owner, request: NewJob): Job {
  const { type, priority = DEFAULT_PRIORITY, payload = {} } = request;
  if (type === undefined)
    throw fail(InvalidRequest, {
      message: text(
        "Send the job's type, or a template that has one.",
        "Indiquez le type de la tâche, ou un modèle qui en a un.",
      ),
    });
  const builtIn = isReport(type) || type === DATA_EXPORT;
  const createdAt = Clock.nowIso();
  return {
    jobId: Ids.create("job"),
    userId,
    type,
    capability: builtIn ? BUILT_IN : (request.capability ?? type),
    payload: JSON.stringify(isReport(type) ? payloadOf(type, payload) : payload),
    priority,
    status: jobStates.assertTransition("none", "create"),
    attempts: 0,
    maxAttempts: request.maxAttempts ?? DEFAULT_ATTEMPTS,
    position: positionOf(priority, createdAt),
    files: [],
    correlationId: Correlation.current(),
    createdAt,
  };
}

export interface Filter extends Paging {
  readonly status?: JobStatus | undefined;
}

export type JobPage = Awaited<ReturnType<typeof list>>;

/** Returns a page of the actor's jobs, newest first. A page may be shorter than `limit` and still have a `next`. */
export async function list({ userId }: Owner, { status, ...page }: Filter) {
  const isWanted = (found: Job) => isShown(found) && (status === undefined || found.status === status);
  const { items: jobs, next } = await pageOf(job, { userId }, { ...page, isWanted });
  return { jobs, next: next?.jobId };
}

const isShown = (found: Job): boolean => isAlive(found) && found.type !== DATA_EXPORT;

/** Finds the actor's latest data export. */
export async function latestExport({ userId, ownershipId }: Exporter): Promise<Job | undefined> {
  const isOwn = (found: Job) => found.type === DATA_EXPORT && found.ownershipId === ownershipId;
  const { items } = await pageOf(
    job,
    { userId },
    { limit: 1, after: undefined, isWanted: (found) => isAlive(found) && isOwn(found) },
  );
  return items[0];
}

/** Finds one of the actor's jobs. @throws JOB_NOT_FOUND, also for another user's job */
export async function fromId({ userId }: Owner, jobId: string): Promise<Job> {
  const found = await find(userId, jobId);
  if (!found || !isShown(found)) throw fail(JobNotFound);
  return found;
}

/**
 * Cancels an unfinished job. Its worker's next heartbeat fails, and it cannot complete the job. Idempotent.
 * @throws JOB_NOT_FOUND, JOB_FINISHED
 */
export const cancel = (actor: Owner, jobId: string): Promise<Job> => cancelJob(() => fromId(actor, jobId));

/** Cancels a data export as `cancel` does other jobs. @throws JOB_NOT_FOUND, JOB_FINISHED */
export const cancelExport = ({ userId }: Owner, jobId: string): Promise<Job> =>
  cancelJob(async () => {
    const found = await find(userId, jobId);
    if (!found) throw fail(JobNotFound);
    return found;
  });

const cancelJob = (read: () => Promise<Job>): Promise<Job> =>
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

/** The validity of a link to a file. */
export const LINK_SECONDS = 900;

/** Returns the key of an attempt's file in the bucket of results. */
export const keyOfFile = (jobId: string, attempt: number, name: string): string =>
  `jobs/${jobId}/${attempt}/${name}`;

/** A job's file with a public, temporary link. */
export type LinkedFile = Awaited<ReturnType<typeof links>>[number];

/** Returns a job's files with new links. */
export function links({ files }: Job) {
  // A signature counts whole seconds, so the link expires exactly at `expiresAt`.
  const expiresAt = toIso((Clock.nowSeconds() + LINK_SECONDS) * SECOND_MS);
  return Promise.all(
    files.map(async ({ key, name, contentType, bytes }) => ({
      name,
      contentType,
      bytes,
      url: await Objects.link({ bucket: "results", key }, LINK_SECONDS, name),
      expiresAt,
    })),
  );
}
