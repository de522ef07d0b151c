import { DAY_MS } from "../../kernel/time.ts";
import type { Decision, Limit } from "./limit.ts";

/**
 * Counts requests in constant space, as pure functions. A window has 60 slots with a count each; a slot leaves the window
 * once its last millisecond has left it. So the limit holds in every window, and is at most one slot stricter than
 * configured. The burst is the generic cell rate algorithm (GCRA), exact to the millisecond. Days are in UTC.
 */

/** The counts of a caller. */
export interface Count {
  /** The number of the current slot since the epoch. */
  readonly slot: number;
  /** Requests in the window, including the current slot. */
  readonly total: number;
  /** Requests in each earlier slot of the window, oldest first. */
  readonly past: readonly number[];
  /** When the full burst is available again: the theoretical arrival time of GCRA. */
  readonly wholeAtMs: number;
  /** Requests on the day of the slot. */
  readonly today: number;
}

const SLOTS = 60;

const slotMs = ({ windowSeconds }: Limit): number => Math.ceil((windowSeconds * 1000) / SLOTS);
const dayOf = (limit: Limit, slot: number): number => Math.floor((slot * slotMs(limit)) / DAY_MS);
/** Returns when all of a slot has left the window. */
const slotEndsMs = (limit: Limit, slot: number): number => (slot + SLOTS + 1) * slotMs(limit);

/** Returns how much of the burst one request uses. */
export const intervalMs = ({ windowSeconds, max }: Limit): number => Math.ceil((windowSeconds * 1000) / max);
/** Returns how far into the future requests may use the burst. */
export const burstMs = (limit: Limit): number => ((limit.burst ?? 1) - 1) * intervalMs(limit);

const sum = (requests: readonly number[]): number => requests.reduce((all, one) => all + one, 0);

/**
 * Moves a count to the current time: slots that left the window are dropped. An instance whose clock is behind counts in
 * the slot that is stored.
 */
export function countAt(limit: Limit, known: Count | undefined, nowMs: number): Count {
  const slot = Math.floor(nowMs / slotMs(limit));
  if (!known) return { slot, total: 0, past: [], wholeAtMs: 0, today: 0 };
  if (slot <= known.slot) return known;
  const empty = Array<number>(Math.min(slot - known.slot - 1, SLOTS)).fill(0);
  const slots = [...known.past, known.total - sum(known.past), ...empty].slice(-SLOTS);
  const oldest = slots.findIndex((requests) => requests > 0);
  const past = oldest < 0 ? [] : slots.slice(oldest);
  return {
    slot,
    past,
    total: sum(past),
    wholeAtMs: known.wholeAtMs,
    today: dayOf(limit, slot) === dayOf(limit, known.slot) ? known.today : 0,
  };
}

export const addRequest = (limit: Limit, count: Count, nowMs: number): Count => ({
  ...count,
  total: count.total + 1,
  wholeAtMs: Math.max(count.wholeAtMs, nowMs) + intervalMs(limit),
  today: count.today + 1,
});

/** Returns when the window has room for another request. */
function hasRoomAtMs(limit: Limit, count: Count): number {
  const { slot, total, past } = count;
  let left = total;
  const leaving = past.findIndex((requests) => {
    left -= requests;
    return left < limit.max;
  });
  return slotEndsMs(limit, leaving < 0 ? slot : slot - past.length + leaving);
}

/** The state of one of the limits: the window, the burst or the day. */
interface Part {
  readonly limit: number;
  readonly remaining: number;
  /** When more requests are allowed. */
  readonly resetMs: number;
  readonly waitMs: number;
}

function partsOf(limit: Limit, count: Count, nowMs: number): Part[] {
  const { max, burst, perDay } = limit;
  const wait = (untilMs: number, isFull: boolean) => (isFull ? Math.max(1, untilMs - nowMs) : 0);
  const part = (most: number, used: number, resetMs: number, freeMs: number): Part => {
    const remaining = Math.max(0, most - used);
    return {
      limit: most,
      remaining,
      resetMs: Math.max(resetMs, nowMs),
      waitMs: wait(freeMs, remaining === 0),
    };
  };
  const oldest = slotEndsMs(limit, count.slot - count.past.length);
  const taken = Math.ceil(Math.max(0, count.wholeAtMs - nowMs) / intervalMs(limit));
  const midnight = (dayOf(limit, count.slot) + 1) * DAY_MS;
  return [
    part(max, count.total, oldest, hasRoomAtMs(limit, count)),
    ...(burst === undefined ? [] : [part(burst, taken, count.wholeAtMs, count.wholeAtMs - burstMs(limit))]),
    ...(perDay === undefined ? [] : [part(perDay, count.today, midnight, midnight)]),
  ];
}

/** Returns the time until another request is allowed, 0 if it is now. @param count at the current time */
export const waitMs = (limit: Limit, count: Count, nowMs: number): number =>
  Math.max(...partsOf(limit, count, nowMs).map((part) => part.waitMs));

/** Returns the response for the caller, from the limit with the fewest remaining requests, then the longest wait. */
export function decisionOf(limit: Limit, count: Count, nowMs: number, allowed: boolean): Decision {
  const parts = partsOf(limit, count, nowMs).sort(
    (a, b) => a.remaining - b.remaining || b.waitMs - a.waitMs || b.resetMs - a.resetMs,
  );
  const [tightest] = parts as [Part, ...Part[]];
  return {
    allowed,
    limit: tightest.limit,
    remaining: tightest.remaining,
    resetSeconds: Math.ceil(tightest.resetMs / 1000),
    retryAfterSeconds: allowed ? undefined : Math.max(1, Math.ceil(waitMs(limit, count, nowMs) / 1000)),
  };
}

/** Returns the UNIX second from which the count has no effect. */
export function expiresAt(limit: Limit, { slot }: Count): number {
  const midnight = limit.perDay === undefined ? 0 : (dayOf(limit, slot) + 1) * DAY_MS;
  return Math.ceil(Math.max(slotEndsMs(limit, slot), midnight) / 1000) + 1;
}
