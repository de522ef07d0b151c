import { DAY_MS } from "../../kernel/time.ts";
import type { Decision, Limit } from "./limit.ts";

/**
 * Counting in constant space, as pure functions. The window is cut in 60 slots; each keeps how many requests
 * it had, and one leaves the window whole once its last moment has. So the limit holds in any window, and is
 * at most one slot stricter than it says. The burst is the generic cell rate algorithm (GCRA), exact to the
 * millisecond. The day is UTC's.
 */

/** What is known of a caller. */
export interface Count {
  /** The slot that requests are counted in, numbered from the epoch. */
  readonly slot: number;
  /** Requests in this slot and in those before it that the window still has. */
  readonly total: number;
  /** The requests of the slots before this one that the window still has, oldest first. */
  readonly past: readonly number[];
  /** When the burst is whole again: the theoretical arrival time of GCRA. */
  readonly wholeAtMs: number;
  /** Requests on the day of the slot. */
  readonly today: number;
}

const SLOTS = 60;

const slotMs = ({ windowSeconds }: Limit): number => Math.ceil((windowSeconds * 1000) / SLOTS);
const slotAt = (limit: Limit, atMs: number): number => Math.floor(atMs / slotMs(limit));
const dayOf = (limit: Limit, slot: number): number => Math.floor((slot * slotMs(limit)) / DAY_MS);
/** When a slot has left the window whole. */
const leavesMs = (limit: Limit, slot: number): number => (slot + SLOTS + 1) * slotMs(limit);

/** What a request takes of the burst. */
export const intervalMs = ({ windowSeconds, max }: Limit): number => Math.ceil((windowSeconds * 1000) / max);
/** How far ahead the burst may be taken. */
export const aheadMs = (limit: Limit): number => ((limit.burst ?? 1) - 1) * intervalMs(limit);

const sum = (requests: readonly number[]): number => requests.reduce((all, one) => all + one, 0);

/** The requests of the current slot. */
const requestsNow = ({ total, past }: Count): number => total - sum(past);

/**
 * The count as of now: what left the window is gone. An instance whose clock is behind counts in the slot
 * that it finds.
 */
export function asOf(limit: Limit, known: Count | undefined, nowMs: number): Count {
  const slot = slotAt(limit, nowMs);
  if (!known) return { slot, total: 0, past: [], wholeAtMs: 0, today: 0 };
  if (slot <= known.slot) return known;
  const empty = Array<number>(Math.min(slot - known.slot - 1, SLOTS)).fill(0);
  const slots = [...known.past, requestsNow(known), ...empty].slice(-SLOTS);
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

/** A count with one more request. */
export const plusOne = (limit: Limit, count: Count, nowMs: number): Count => ({
  ...count,
  total: count.total + 1,
  wholeAtMs: Math.max(count.wholeAtMs, nowMs) + intervalMs(limit),
  today: count.today + 1,
});

/** When the window has room for one more request. */
function roomMs(limit: Limit, count: Count): number {
  const { slot, total, past } = count;
  let left = total;
  const leaving = past.findIndex((requests) => {
    left -= requests;
    return left < limit.max;
  });
  return leavesMs(limit, leaving < 0 ? slot : slot - past.length + leaving);
}

/** One of the limits that hold at once. */
interface Part {
  readonly limit: number;
  readonly remaining: number;
  /** When there is room for more. */
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
  const oldest = leavesMs(limit, count.slot - count.past.length);
  const taken = Math.ceil(Math.max(0, count.wholeAtMs - nowMs) / intervalMs(limit));
  const midnight = (dayOf(limit, count.slot) + 1) * DAY_MS;
  return [
    part(max, count.total, oldest, roomMs(limit, count)),
    ...(burst === undefined ? [] : [part(burst, taken, count.wholeAtMs, count.wholeAtMs - aheadMs(limit))]),
    ...(perDay === undefined ? [] : [part(perDay, count.today, midnight, midnight)]),
  ];
}

/** How long until another request passes; 0 where it does now. @param count as of now */
export const waitMs = (limit: Limit, count: Count, nowMs: number): number =>
  Math.max(...partsOf(limit, count, nowMs).map((part) => part.waitMs));

/**
 * What the caller is told: of the tightest part, which is the one that keeps it longest where several are
 * used up.
 */
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

/** From when on nothing of the count matters any more: UNIX seconds. */
export function expiresAt(limit: Limit, { slot }: Count): number {
  const midnight = limit.perDay === undefined ? 0 : (dayOf(limit, slot) + 1) * DAY_MS;
  return Math.ceil(Math.max(leavesMs(limit, slot), midnight) / 1000) + 1;
}
