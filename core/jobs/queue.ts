import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { log } from "../platform/log.ts";
import { fill, type Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { isReport } from "../reports/schema.ts";
import { job, jobTurn, SHARDS } from "./entity.ts";
import { type Job, jobItem, KEPT_DAYS, MAX_PRIORITY, WAITING_DAYS } from "./schema.ts";

/** The queues that jobs wait in, and the leases that they are worked on under. */

/** The queues of the platform's own workers, beside those of each owner. */
export const EVERYBODY = "all";

export const keyOf = ({ userId, jobId }: Pick<Job, "userId" | "jobId">): Key => job.key({ userId, jobId });

/** A job's place: highest priority first, then who is ready first. */
export const turnOf = (priority: number, readyAt: string): string => `${MAX_PRIORITY - priority}#${readyAt}`;

/** When whoever has that place may be worked on. ISO 8601. */
export const readyAtOf = (turn: string): string => turn.slice(2, 2 + "2026-01-01T00:00:00.000Z".length);

/** A job that waits. */
export type Queued = Job & { readonly turn: string };
type Placed = Pick<Queued, "userId" | "jobId" | "capability" | "type" | "turn">;

function turnKeys({ userId, jobId, capability, type, turn }: Placed): Key[] {
  const [rank = "", readyAt = ""] = turn.split("#");
  const owners = isReport(type) ? [EVERYBODY] : [EVERYBODY, userId];
  return owners.map((owner) => jobTurn.key({ owner, capability, rank, readyAt, jobId }));
}

/** The writes that put a job into its queues. */
export const entering = (placed: Placed): Table.Write[] =>
  turnKeys(placed).map((key) => ({ put: { ...key, userId: placed.userId, jobId: placed.jobId } }));

/** The writes that take it out. */
export const leaving = (placed: Placed): Table.Write[] => turnKeys(placed).map((key) => ({ remove: key }));

/** Who waits, and where. */
export interface Waiting extends Pick<Job, "userId" | "jobId"> {
  /** Comparing these as text says who is first, of whatever queues. */
  readonly place: string;
}

/** The place of a job. */
export const placeOf = ({ turn, jobId }: Pick<Queued, "turn" | "jobId">): string => `${turn}#${jobId}`;

/** The ranks of a queue, best first. */
export const RANKS = Array.from({ length: MAX_PRIORITY + 1 }, (_, rank) => rank);

/** Who is next of one rank in an owner's queues, in order: of each queue up to `limit`. */
export async function next(
  owner: string,
  capabilities: readonly string[],
  rank: number,
  limit: number,
): Promise<Waiting[]> {
  const now = Clock.nowIso();
  const queues = capabilities.map((capability) =>
    // A tilde is above every id of this instant.
    Table.query({
      pk: jobTurn.partition({ owner, capability }),
      from: `${rank}#`,
      upTo: `${rank}#${now}~`,
      limit,
    }),
  );
  return (await Promise.all(queues))
    .flatMap(({ items }) => items)
    .map((item) => ({
      userId: String(item["userId"]),
      jobId: String(item["jobId"]),
      place: String(item["sk"]),
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
}

const due = job.indexes?.due ?? { pk: "", sk: "" };

/**
 * What of a job's item says when it is to be looked at, for as long as it is not finished: when its lease runs out, or when it has waited
 * for a worker in vain.
 * @param at ISO 8601
 */
export const dueAt = (jobId: string, at: string) => ({
  duePk: fill(due.pk, { shard: Ids.shardOf(jobId, SHARDS) }),
  dueSk: fill(due.sk, { at }),
});

/** The same of a job that waits from then on. */
export const dueWaiting = (jobId: string, readyAt: string) =>
  dueAt(jobId, new Date(Date.parse(readyAt) + WAITING_DAYS * 86_400_000).toISOString());

/** Jobs whose leases have run out, or who have waited in vain: up to `limit` of each shard. */
export async function overdue(limit: number): Promise<Job[]> {
  const upTo = Clock.nowIso();
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      Table.query({ index: "due", pk: fill(due.pk, { shard: String(shard) }), upTo, limit }),
    ),
  );
  return pages.flatMap(({ items }) => items.flatMap((item) => legible(item) ?? []));
}

/** The job that an item is; undefined where there is none, or where its time is over and nobody has deleted it yet. */
export function alive(item: Table.Item | undefined): Job | undefined {
  const found = item && jobItem.parse(item);
  return found?.ttl !== undefined && found.ttl <= Clock.nowSeconds() ? undefined : found;
}

/** As `alive`; an item that cannot be read is logged and taken for none, where it must not stand in the way of others. */
export function legible(item: Table.Item | undefined): Job | undefined {
  try {
    return alive(item);
  } catch (error) {
    // What it says may be in the error's message.
    const reason = error instanceof Error ? error.name : typeof error;
    log.error("a job cannot be read", { jobId: String(item?.["jobId"]), reason });
    return undefined;
  }
}

/** The job, or undefined. */
export const find = async (userId: string, jobId: string): Promise<Job | undefined> =>
  alive(await Table.get(job.key({ userId, jobId })));

/** When a job that finishes now is forgotten: UNIX seconds. */
export const expiry = (): number => Clock.nowSeconds() + KEPT_DAYS * 86_400;
