import * as Clock from "../../kernel/clock/index.ts";
import { rateLimitLog } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { type Decision, type Limit, overrun, Recent } from "./limit.ts";

/**
 * Small limits, exact to the millisecond: the item keeps the times of the latest `max` accepted requests (a
 * sliding log), and one conditional write both decides and counts. A refused request is not counted and does
 * not prolong the wait.
 */

/** How the log has to change for one more request: decided by what it looks like. */
type Shape = "restart" | "append" | "slide";

const recent = new Recent<Shape>(10_000);

const MAX_ATTEMPTS = 8;

/**
 * Counts one request if the limit leaves room for it.
 * Cost: one conditional write; a second one where another instance changed the log's shape since this one saw
 * it.
 */
export async function take(limit: Limit, caller: string): Promise<Decision> {
  const key = keyOf(limit, caller);
  const told = (log: readonly number[], nowMs: number, isAllowed: boolean): Decision => {
    recent.note(key.pk, log.length < limit.max ? "append" : "slide");
    return isAllowed ? allowed(limit, log, nowMs) : refused(limit, log, nowMs);
  };
  let shape = recent.of(key.pk) ?? "restart";
  // A refused write shows the log as it is, and so the write that fits it.
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const nowMs = Clock.nowMs();
    try {
      const item = await Table.update(key, writes[shape](limit, nowMs));
      return told(hits(item), nowMs, true);
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      const log = hits(error.item);
      const next = shapeOf(limit, log, nowMs);
      if (next === "full") return told(log, nowMs, false);
      shape = next;
    }
  }
  return overrun(limit, Clock.nowMs());
}

/** Forgets the requests of a caller. */
export async function clear(limit: Limit, caller: string): Promise<void> {
  await Table.remove(keyOf(limit, caller));
}

// A log is as long as its limit: a release that lowers one begins anew.
const keyOf = ({ bucket, max }: Limit, caller: string) =>
  rateLimitLog.key({ bucket, max: String(max), caller });

const hits = (item: Table.Item | undefined): number[] => (item ? rateLimitLog.parse(item).hits : []);

const cutoff = (limit: Limit, nowMs: number): number => nowMs - limit.windowSeconds * 1000;

/** Which write fits a log, or "full" where none does. Pure. */
function shapeOf(limit: Limit, log: readonly number[], nowMs: number): Shape | "full" {
  const newest = log.at(-1);
  if (newest === undefined || newest <= cutoff(limit, nowMs)) return "restart";
  if (log.length < limit.max) return "append";
  return (log[0] ?? 0) <= cutoff(limit, nowMs) ? "slide" : "full";
}

type Change = (limit: Limit, nowMs: number) => Table.Changes & { readonly where: Where.Where };

const expiry = (limit: Limit, nowMs: number) => Math.ceil(nowMs / 1000) + limit.windowSeconds + 1;

// `newest` is kept beside the list because a condition can name the first element of a list but not its last.
const writes: Record<Shape, Change> = {
  /** Nothing of the log is inside the window: begin anew. */
  restart: (limit, nowMs) => ({
    set: { hits: [nowMs], newest: nowMs, ttl: expiry(limit, nowMs) },
    where: Where.any(Where.absent, Where.atMost("newest", cutoff(limit, nowMs))),
  }),
  /** The log is shorter than the limit. */
  append: (limit, nowMs) => ({
    set: { newest: nowMs, ttl: expiry(limit, nowMs) },
    append: { hits: [nowMs] },
    where: Where.all(
      Where.exists,
      Where.above("newest", cutoff(limit, nowMs)),
      Where.size("hits", "<", limit.max),
    ),
  }),
  /** The log is as long as the limit, and its oldest request has left the window: it makes room. */
  slide: (limit, nowMs) => ({
    set: {
      [`hits[${limit.max}]`]: nowMs,
      newest: nowMs,
      ttl: expiry(limit, nowMs),
      "hits[0]": undefined,
    },
    where: Where.all(Where.size("hits", "=", limit.max), Where.atMost("hits[0]", cutoff(limit, nowMs))),
  }),
};

/** The figures that both decisions share. Pure. */
function window(limit: Limit, log: readonly number[], nowMs: number) {
  const live = log.filter((at) => at > cutoff(limit, nowMs));
  const oldest = live[0] ?? nowMs;
  return {
    limit: limit.max,
    remaining: Math.max(0, limit.max - live.length),
    resetSeconds: Math.ceil(oldest / 1000) + limit.windowSeconds,
  };
}

const allowed = (limit: Limit, log: readonly number[], nowMs: number): Decision => ({
  ...window(limit, log, nowMs),
  allowed: true,
  retryAfterSeconds: undefined,
});

function refused(limit: Limit, log: readonly number[], nowMs: number): Decision {
  const waitMs = (log[0] ?? nowMs) + limit.windowSeconds * 1000 - nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return { ...window(limit, log, nowMs), allowed: false, remaining: 0, retryAfterSeconds };
}
