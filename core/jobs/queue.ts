import * as Clock from "../kernel/clock/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { log } from "../platform/log.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { isReport } from "../reports/schema.ts";
import { job, jobsDue, queueEntry } from "./entity.ts";
import { type Job, KEPT_DAYS, MAX_PRIORITY, WAITING_DAYS } from "./schema.ts";

/** The queues that jobs wait in, and how their items are read. */

/** The queues of the platform's own workers, beside those of each owner. */
export const EVERYBODY = "all";

export const keyOf = ({ userId, jobId }: Pick<Job, "userId" | "jobId">): Key => job.key({ userId, jobId });

/** A position in a queue: highest priority first, then who is ready first. */
export const positionOf = (priority: number, readyAt: string): string =>
  `${MAX_PRIORITY - priority}#${readyAt}`;

/** From when on a job in that position may be worked on. ISO 8601. */
export const readyAtOf = (position: string): string =>
  position.slice(2, 2 + "2026-01-01T00:00:00.000Z".length);

type Positioned = Pick<Job, "userId" | "jobId" | "capability" | "type" | "position">;

function entryKeys({ userId, jobId, capability, type, position }: Positioned): Key[] {
  if (position === undefined) return [];
  const [rank = "", readyAt = ""] = position.split("#");
  const owners = isReport(type) ? [EVERYBODY] : [EVERYBODY, userId];
  return owners.map((owner) => queueEntry.key({ owner, capability, rank, readyAt, jobId }));
}

/** The writes that put a job into its queues. */
export const enqueue = (queued: Positioned): Table.Write[] =>
  entryKeys(queued).map((key) => ({ put: { ...key, userId: queued.userId, jobId: queued.jobId } }));

/** The writes that take it out. */
export const dequeue = (queued: Positioned): Table.Write[] =>
  entryKeys(queued).map((key) => ({ remove: key }));

/** A job's entry in a queue. Comparing `position` as text says who is first, of whatever queues. */
export interface Entry extends Pick<Job, "userId" | "jobId"> {
  readonly position: string;
}

/** Whether the job is where the entry says: one that was leased and given up since waits for a later time. */
export const isAt = ({ position, jobId }: Job, entry: Entry): boolean =>
  position !== undefined && `${position}#${jobId}` === entry.position;

/** The ranks of a queue, best first. */
export const RANKS = Array.from({ length: MAX_PRIORITY + 1 }, (_, rank) => rank);

/** Who is next of one rank in an owner's queues, in order: of each queue up to `limit`. */
export async function next(
  owner: string,
  capabilities: readonly string[],
  rank: number,
  limit: number,
): Promise<Entry[]> {
  const now = Clock.nowIso();
  const queues = capabilities.map((capability) =>
    // A tilde is above every id of this instant.
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

/** The attributes by which a job that waits from then on is ended once it has waited in vain. */
export const waitingDue = (jobId: string, readyAt: string) =>
  jobsDue.at(jobId, new Date(Date.parse(readyAt) + WAITING_DAYS * DAY_MS).toISOString());

/** Whether a job's time is not over: nobody may have deleted it yet. */
export const isAlive = ({ ttl }: Job): boolean => ttl === undefined || ttl > Clock.nowSeconds();

/** The job that an item is; undefined where there is none, or where its time is over. */
export function alive(item: Table.Item | undefined): Job | undefined {
  const found = item && job.parse(item);
  return found && isAlive(found) ? found : undefined;
}

/** As `alive`; an item that cannot be read is logged, counts as none and blocks no other. */
export function legible(item: Table.Item | undefined): Job | undefined {
  try {
    return alive(item);
  } catch (error) {
    // What it says may be in the error's message.
    const reason = error instanceof Error ? error.name : typeof error;
    const { jobId } = item ?? {};
    log.error("a job cannot be read", { jobId, reason });
    return undefined;
  }
}

/** The job, or undefined. */
export const find = async (userId: string, jobId: string): Promise<Job | undefined> =>
  alive(await Table.get(job.key({ userId, jobId })));

/** When a job that finishes now is forgotten: UNIX seconds. */
export const expiry = (): number => Clock.nowSeconds() + KEPT_DAYS * 86_400;
