import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../table/index.ts";
import { rateLimitWindow } from "./entity.ts";

/**
 * Rate limits that hold in any window of their length, not only from minute to minute: the item keeps the times of the
 * latest `max` accepted requests (a sliding log), and one conditional write both decides and counts, so the limit is
 * exact under concurrency and across instances. A refused request is not counted and does not prolong the wait.
 */

export interface Limit {
  readonly bucket: string;
  /** Requests in any window. The log holds this many times, so it suits limits up to a few hundred. */
  readonly max: number;
  readonly windowSeconds: number;
}

/** What a limited response tells its caller. */
export interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window that ends now. Never negative. */
  readonly remaining: number;
  /** UNIX seconds at which the oldest counted request leaves the window: from then on there is room for one more. */
  readonly resetSeconds: number;
  /** Whole seconds to wait, at least 1; undefined when allowed. */
  readonly retryAfterSeconds: number | undefined;
}

/** How the log has to change for one more request: decided by what it looks like. */
type Shape = "restart" | "append" | "slide";

// What this instance last saw of a log, to guess the right write at once. A wrong guess costs one more, never an error.
const seen = new Map<string, Shape>();
const SEEN_MAX = 10_000;

/**
 * Counts one request of `caller` if the limit leaves room for it.
 * Cost: one conditional write; a second one where another instance changed the log's shape since this one saw it.
 */
export async function take(limit: Limit, caller: string): Promise<Decision> {
  const key = rateLimitWindow.key({ bucket: limit.bucket, caller });
  let shape = seen.get(key.pk) ?? "restart";
  // A refused write shows the log as it is, and so the write that fits it.
  for (let attempt = 0; attempt < 8; attempt++) {
    const nowMs = Clock.nowMs();
    try {
      const item = await Table.update({ key, ...writes[shape](limit, nowMs) });
      return allowed(limit, key.pk, hits(item), nowMs);
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      const log = hits(error.item);
      const next = shapeOf(limit, log, nowMs);
      if (next === "full") return refused(limit, key.pk, log, nowMs);
      shape = next;
    }
  }
  // Eight lost races in a row: the bucket is under a storm of its own caller's requests. Refuse, and say to wait a second.
  return { ...window(limit, [], Clock.nowMs()), allowed: false, remaining: 0, retryAfterSeconds: 1 };
}

const hits = (item: Table.Item | undefined): number[] => ((item?.["hits"] ?? []) as bigint[]).map(Number);

const cutoff = (limit: Limit, nowMs: number): number => nowMs - limit.windowSeconds * 1000;

/** Which write fits a log, or "full" where none does. Pure. */
export function shapeOf(limit: Limit, log: readonly number[], nowMs: number): Shape | "full" {
  const newest = log.at(-1);
  if (newest === undefined || newest <= cutoff(limit, nowMs)) return "restart";
  if (log.length < limit.max) return "append";
  return (log[0] ?? 0) <= cutoff(limit, nowMs) ? "slide" : "full";
}

type Change = (limit: Limit, nowMs: number) => Omit<Table.Update, "key">;

const expiry = (limit: Limit, nowMs: number) => Math.ceil(nowMs / 1000) + limit.windowSeconds + 1;

// `newest` stands beside the list because a condition can name the first element of a list but not its last.
const writes: Record<Shape, Change> = {
  /** Nothing of the log is inside the window: begin anew. */
  restart: (limit, nowMs) => ({
    update: "SET hits = :one, newest = :now, #ttl = :ttl",
    condition: "attribute_not_exists(pk) OR newest <= :cutoff",
    names: { "#ttl": "ttl" },
    values: { ":one": [nowMs], ":now": nowMs, ":cutoff": cutoff(limit, nowMs), ":ttl": expiry(limit, nowMs) },
  }),
  /** The log is shorter than the limit. */
  append: (limit, nowMs) => ({
    update: "SET hits = list_append(hits, :one), newest = :now, #ttl = :ttl",
    condition: "attribute_exists(pk) AND newest > :cutoff AND size(hits) < :max",
    names: { "#ttl": "ttl" },
    values: {
      ":one": [nowMs],
      ":now": nowMs,
      ":cutoff": cutoff(limit, nowMs),
      ":max": limit.max,
      ":ttl": expiry(limit, nowMs),
    },
  }),
  /** The log is as long as the limit, and its oldest request has left the window: it makes room. */
  slide: (limit, nowMs) => ({
    update: `SET hits[${limit.max}] = :now, newest = :now, #ttl = :ttl REMOVE hits[0]`,
    condition: "size(hits) = :max AND hits[0] <= :cutoff",
    names: { "#ttl": "ttl" },
    values: {
      ":now": nowMs,
      ":cutoff": cutoff(limit, nowMs),
      ":max": limit.max,
      ":ttl": expiry(limit, nowMs),
    },
  }),
};

function remember(pk: string, limit: Limit, log: readonly number[]): void {
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(pk, log.length < limit.max ? "append" : "slide");
}

/** The figures that both decisions share. Pure. */
export function window(limit: Limit, log: readonly number[], nowMs: number) {
  const live = log.filter((at) => at > cutoff(limit, nowMs));
  const oldest = live[0] ?? nowMs;
  return {
    limit: limit.max,
    remaining: Math.max(0, limit.max - live.length),
    resetSeconds: Math.ceil(oldest / 1000) + limit.windowSeconds,
  };
}

function allowed(limit: Limit, pk: string, log: readonly number[], nowMs: number): Decision {
  remember(pk, limit, log);
  return { ...window(limit, log, nowMs), allowed: true, retryAfterSeconds: undefined };
}

function refused(limit: Limit, pk: string, log: readonly number[], nowMs: number): Decision {
  remember(pk, limit, log);
  const state = window(limit, log, nowMs);
  const waitMs = (log[0] ?? nowMs) + limit.windowSeconds * 1000 - nowMs;
  return { ...state, allowed: false, remaining: 0, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
