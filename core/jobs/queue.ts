import * as Clock from "../clock/index.ts";
import { fill, type Key } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";
import { job, jobTurn, SHARDS } from "./entity.ts";
import { isBuiltIn, type Job, jobItem, KEPT_DAYS, MAX_PRIORITY } from "./schema.ts";

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
  const owners = isBuiltIn(type) ? [EVERYBODY] : [EVERYBODY, userId];
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

/** Who is next in a queue, in order. */
export async function next(owner: string, capability: string, limit: number): Promise<Waiting[]> {
  const pk = jobTurn.partition({ owner, capability });
  const now = Clock.nowIso();
  const ranks = Array.from({ length: MAX_PRIORITY + 1 }, (_, rank) =>
    // A tilde is above every id of this instant.
    Table.query({ pk, from: `${rank}#`, upTo: `${rank}#${now}~`, limit }),
  );
  return (await Promise.all(ranks))
    .flatMap(({ items }) => items)
    .slice(0, limit)
    .map((item) => ({
      userId: String(item["userId"]),
      jobId: String(item["jobId"]),
      place: String(item["sk"]),
    }));
}

const due = job.indexes?.due ?? { pk: "", sk: "" };

/** What of a job's item says that it is leased: its place in the index of leases that run. */
export const runningUntil = (jobId: string, until: string) => ({
  duePk: fill(due.pk, { shard: String((jobId.codePointAt(jobId.length - 1) ?? 0) % SHARDS) }),
  dueSk: fill(due.sk, { until }),
});

/** Jobs whose leases have run out, up to `limit` of each shard. */
export async function overdue(limit: number): Promise<Job[]> {
  const upTo = Clock.nowIso();
  const pages = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      Table.query({ index: "due", pk: fill(due.pk, { shard: String(shard) }), upTo, limit }),
    ),
  );
  return pages.flatMap(({ items }) => items.map((item) => jobItem.parse(item)));
}

/** The job that an item is; undefined where there is none, or where its time is over and nobody has deleted it yet. */
export function alive(item: Table.Item | undefined): Job | undefined {
  const found = item && jobItem.parse(item);
  return found?.ttl !== undefined && found.ttl <= Clock.nowSeconds() ? undefined : found;
}

/** The job, or undefined. */
export const find = async (userId: string, jobId: string): Promise<Job | undefined> =>
  alive(await Table.get(job.key({ userId, jobId })));

/** When a job that finishes now is forgotten: UNIX seconds. */
export const expiry = (): number => Clock.nowSeconds() + KEPT_DAYS * 86_400;
