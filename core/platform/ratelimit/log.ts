import * as Clock from "../../kernel/clock/index.ts";
import { rateLimitLog } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { type Decision, decide, type Limit, Recent } from "./limit.ts";

/**
 * Small limits, exact to the millisecond: the item stores the times of the latest `max` accepted requests (a sliding
 * log), and one conditional write decides and counts. A rejected request does not count.
 */

/** How the log changes for one more request. */
type Shape = "restart" | "append" | "slide";

const recent = new Recent<Shape>(10_000);

/**
 * Counts one request if the limit allows it. It costs one conditional write, and a second one if the log needs another
 * kind of write than this instance expected.
 */
export async function take(limit: Limit, caller: string): Promise<Decision> {
  const key = keyOf(limit, caller);
  const decided = (log: readonly number[], nowMs: number, isAllowed: boolean): Decision => {
    recent.note(key.pk, log.length < limit.max ? "append" : "slide");
    return isAllowed ? allowed(limit, log, nowMs) : rejected(limit, log, nowMs);
  };
  let shape = recent.of(key.pk) ?? "restart";
  return decide(limit, async () => {
    const nowMs = Clock.nowMs();
    try {
      return decided(hits(await Table.update(key, writes[shape](limit, nowMs))), nowMs, true);
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      // The error has the current log, and so shows the write that fits it.
      const log = hits(error.item);
      const next = shapeOf(limit, log, nowMs);
      if (next === "full") return decided(log, nowMs, false);
      shape = next;
      throw error;
    }
  });
}

/** Deletes the log of a caller. */
export async function clear(limit: Limit, caller: string): Promise<void> {
  await Table.remove(keyOf(limit, caller));
}

// A log is as long as its limit, so a release that lowers a limit starts new logs.
const keyOf = ({ bucket, max }: Limit, caller: string) =>
  rateLimitLog.key({ bucket, max: String(max), caller });

const hits = (item: Table.Item | undefined): number[] => (item ? rateLimitLog.parse(item).hits : []);

const cutoff = (limit: Limit, nowMs: number): number => nowMs - limit.windowSeconds * 1000;

/** Returns the write that fits a log; "full" if none does. Pure. */
function shapeOf(limit: Limit, log: readonly number[], nowMs: number): Shape | "full" {
  const newest = log.at(-1);
  if (newest === undefined || newest <= cutoff(limit, nowMs)) return "restart";
  if (log.length < limit.max) return "append";
  return (log[0] ?? 0) <= cutoff(limit, nowMs) ? "slide" : "full";
}

type Change = (limit: Limit, nowMs: number) => Table.Changes & { readonly where: Where.Where };

const expiry = (limit: Limit, nowMs: number) => Math.ceil(nowMs / 1000) + limit.windowSeconds + 1;

// `newest` repeats the last element of the list, because a condition can only name the first one.
const writes: Record<Shape, Change> = {
  /** No request of the log is inside the window. */
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
  /** The log is as long as the limit, and its oldest request has left the window. */
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

/** Returns the figures that both decisions share. Pure. */
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

function rejected(limit: Limit, log: readonly number[], nowMs: number): Decision {
  const waitMs = (log[0] ?? nowMs) + limit.windowSeconds * 1000 - nowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return { ...window(limit, log, nowMs), allowed: false, remaining: 0, retryAfterSeconds };
}
