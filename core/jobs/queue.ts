import type { UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS, DAY_SECONDS, toIso } from "../kernel/time.ts";
import type { ActiveJob } from "../messaging/inbox/stream.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { isReport } from "../reports/schema.ts";
import { job, jobsDue, queueEntry } from "./entity.ts";
import { isOpen, type Job, MAX_PRIORITY, RETENTION_DAYS, WAITING_DAYS } from "./schema.ts";

/** A built-in job is queued. A worker takes the best queued job, not necessarily this one. */
export const jobReady = Outbox.define<{ readonly jobId: string }>()("job-ready", "QUEUE_URL_JOBS");

/** The owner of the platform's queues, which contain the jobs of all users. */
export const ALL_OWNERS = "all";

export const keyOf = ({ userId, jobId }: Pick<Job, "userId" | "jobId">): Key => job.key({ userId, jobId });

/** Returns a position in a queue: sorts by priority, then by time. */
export const positionOf = (priority: number, readyAt: string): string =>
  `${MAX_PRIORITY - priority}#${readyAt}`;

/** Returns the earliest start of the job at a position. ISO 8601. */
export const readyAtOf = (position: string): string =>
  position.slice(2, 2 + "2026-01-01T00:00:00.000Z".length);

type Positioned = Pick<Job, "userId" | "jobId" | "capability" | "type" | "position">;

function entryKeys({ userId, jobId, capability, type, position }: Positioned): Key[] {
  if (position === undefined) return [];
  const [rank = "", readyAt = ""] = position.split("#");
  const owners = isReport(type) ? [ALL_OWNERS] : [ALL_OWNERS, userId];
  return owners.map((owner) => queueEntry.key({ owner, capability, rank, readyAt, jobId }));
}

export const enqueue = (queued: Positioned): Table.Write[] =>
  entryKeys(queued).map((key) => ({ put: { ...key, userId: queued.userId, jobId: queued.jobId } }));

export const dequeue = (queued: Positioned): Table.Write[] =>
  entryKeys(queued).map((key) => ({ remove: key }));

/** A job's entry in a queue. `position` sorts as text, also across queues. */
export interface Entry extends Pick<Job, "userId" | "jobId"> {
  readonly position: string;
}

/** Returns whether an entry is current: the job may have been leased and given up since. */
export const isAt = ({ position, jobId }: Job, entry: Entry): boolean =>
  position !== undefined && `${position}#${jobId}` === entry.position;

/** The ranks of a queue, highest priority first. */
export const RANKS = Array.from({ length: MAX_PRIORITY + 1 }, (_, rank) => rank);

/** Returns the next entries of one rank in an owner's queues, in order, up to `limit` from each queue. */
export async function next(
  owner: string,
  capabilities: readonly string[],
  rank: number,
  limit: number,
): Promise<Entry[]> {
  const now = Clock.nowIso();
  const queues = capabilities.map((capability) =>
    // A tilde sorts after every id of this instant.
    Table.query({
      pk: queueEntry.partition({ owner, capability }),
      from: `${rank}#`,
      upTo: `${rank}#${now}~`,
      limit,
    }),
  );
  return (await Promise.all(queues))
    .flatMap(({ items }) => items.map((item) => queueEntry.parse(item)))
    .map(({ userId, jobId, sk: position }) => ({ userId, jobId, position }))
    .sort((a, b) => (a.position < b.position ? -1 : 1));
}

/** Returns the attributes that abandon a job if no worker takes it in time. @param readyAt its earliest start */
export const waitingDue = (jobId: string, readyAt: string) =>
  jobsDue.at(jobId, toIso(Date.parse(readyAt) + WAITING_DAYS * DAY_MS));

/** Returns whether a job has not expired. DynamoDB deletes expired items late. */
export const isAlive = ({ ttl }: Job): boolean => ttl === undefined || ttl > Clock.nowSeconds();

/** Parses an item as a job; undefined if it is missing or expired. */
export function alive(item: Table.Item | undefined): Job | undefined {
  const found = item && job.parse(item);
  return found && isAlive(found) ? found : undefined;
}

/** Parses an item as `alive` does. Logs an invalid item and returns undefined, so that it does not block other jobs. */
export function parseOrSkip(item: Table.Item | undefined): Job | undefined {
  try {
    return alive(item);
  } catch (error) {
    // The error's message may contain the item's content.
    const reason = error instanceof Error ? error.name : typeof error;
    const { userId, jobId } = item ?? {};
    log.error("jobs: stored job is invalid, skipped until its item is repaired", { userId, jobId, reason });
    return undefined;
  }
}

export const find = async (userId: string, jobId: string): Promise<Job | undefined> =>
  alive(await Table.get(job.key({ userId, jobId })));

/** Returns the expiry of a job that finishes now: UNIX seconds. */
export const expiry = (): number => Clock.nowSeconds() + RETENTION_DAYS * DAY_SECONDS;

/** How many of the latest jobs `active` reads. */
const LATEST = 50;

/** Returns the actor's unfinished jobs among the latest, newest first. */
export async function active({ userId }: UserActor): Promise<ActiveJob[]> {
  const pk = job.partition({ userId });
  const latest: Table.Item[] = [];
  // Large payloads and results may exceed one page of the table.
  for await (const page of Table.pages({ pk, beginsWith: job.prefix, newestFirst: true, limit: LATEST })) {
    latest.push(...page);
    if (latest.length >= LATEST) break;
  }
  return latest
    .slice(0, LATEST)
    .flatMap((item) => parseOrSkip(item) ?? [])
    .filter(isOpen)
    .map(({ jobId: id, type, status, createdAt }) => ({ id, type, status, createdAt }));
}
