import * as Clock from "../kernel/clock/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { rateLimitLog } from "../platform/entity.ts";
import { log } from "../platform/log.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import * as Table from "../platform/table/index.ts";
import type { Snapshot } from "./snapshot.ts";
import * as SnapshotStore from "./snapshot.ts";
import { computedSeed, sourceName } from "./sources/settings.ts";

/**
 * The newest prices, common to all processes. The feed stores a snapshot in the table every 5 seconds, or once a minute
 * without readers; a process reads it once in 5 seconds, and more often while the next snapshot is overdue. If no feed
 * runs, prices of the simulated market are computed. Real sources are never requested here, so that functions do not
 * become clients of the exchange if the feed stops: prices then become old, as `lastUpdated` shows, and `current` throws.
 */

/** Prices refresh every 5 seconds (spec 2, sections 2.4 and 8). */
const REFRESH_MS = 5000;
/** The interval of reads while the feed's next snapshot is overdue. */
const OVERDUE_READ_MS = 250;
/** The interval of reads while the feed is slow, because prices had no readers. */
const SLOW_READ_MS = 2000;

/** The feed's snapshot, or the instant and seed of the simulated market. */
type Newest =
  | { readonly stored: Snapshot; readonly atMs: number }
  | { readonly stored: undefined; readonly atMs: number; readonly seed: string };

interface Cached {
  /** Table and source. */
  readonly of: string;
  readonly fromMs: number;
  untilMs: number;
  readonly newest: Promise<Newest>;
}

let cached: Cached | undefined;

/**
 * Returns the newest prices, cached until the feed's next snapshot is due.
 * @throws SERVICE_UNAVAILABLE before the feed's first snapshot of a real source
 */
function newest(): Promise<Newest> {
  const nowMs = Clock.nowMs();
  const recent = recentAt(nowMs);
  if (recent) return recent.newest;
  const loading: Cached = { of: sourceOf(), fromMs: nowMs, untilMs: nowMs + REFRESH_MS, newest: load(nowMs) };
  cached = loading;
  loading.newest.then(
    ({ atMs }) => {
      const isSlow = nowMs - atMs > 2 * REFRESH_MS;
      loading.untilMs = Math.max(atMs + REFRESH_MS, nowMs + (isSlow ? SLOW_READ_MS : OVERDUE_READ_MS));
    },
    () => {
      if (cached === loading) cached = undefined;
    },
  );
  return loading.newest;
}

const sourceOf = (): string => `${Table.tableName()}\n${sourceName()}`;

const recentAt = (nowMs: number): Cached | undefined =>
  cached?.of === sourceOf() && cached.fromMs <= nowMs && nowMs < cached.untilMs ? cached : undefined;

/** Returns the keys that a request for prices would read now: none if they are cached. */
export const newestKeys = (): Table.Key[] => (recentAt(Clock.nowMs()) ? [] : SnapshotStore.keys);

/**
 * Returns a function that reads the newest prices: the feed's snapshot, or the result of `compute` for the simulated
 * market, computed once for an instant. It throws as `newest` and `compute`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function ofNewest<T>(
  compute: (seed: string, atMs: number) => T | Promise<T>,
): () => Promise<Snapshot | T> {
  const computed = new WeakMap<Newest, T | Promise<T>>();
  return async () => {
    const now = await newest();
    if (now.stored) return now.stored;
    const known = computed.get(now) ?? compute(now.seed, now.atMs);
    computed.set(now, known);
    return known;
  };
}

async function load(nowMs: number): Promise<Newest> {
  const seed = computedSeed();
  // A computed market needs no feed.
  const [stored] = await Promise.all([
    SnapshotStore.read(sourceName()),
    seed === undefined ? noteRead() : undefined,
  ]);
  const ageMs = nowMs - (stored?.atMs ?? 0);
  const recent = ageMs > -REFRESH_MS && ageMs < 2 * REFRESH_MS;
  if (stored && (recent || seed === undefined)) return { stored, atMs: stored.atMs };
  if (seed === undefined)
    throw fail(Unavailable, {
      message: text(
        "Prices are currently unavailable. Try again shortly.",
        "Les cours sont actuellement indisponibles. Réessayez dans un instant.",
      ),
    });
  // At whole steps, so that all processes have the same prices.
  return { stored: undefined, atMs: Math.floor(nowMs / REFRESH_MS) * REFRESH_MS, seed };
}

// Reads of prices are recorded, because the feed slows down without any.

/** Limits the records to one for all clients together. */
const READ_RECORD: RateLimit.Limit = { bucket: "prices-read", max: 1, windowSeconds: 120 };
const EVERYBODY = "everybody";
/** The interval of attempts of one process. */
const ATTEMPT_MS = 60_000;
/** Prices count as read this long after the last record. */
const RECENT_MS = 300_000;

let lastAttempt: { readonly table: string; readonly atMs: number } | undefined;

/** Records that prices are read. Never fails. */
export async function noteRead(): Promise<void> {
  const [table, nowMs] = [Table.tableName(), Clock.nowMs()];
  if (lastAttempt?.table === table && Math.abs(nowMs - lastAttempt.atMs) < ATTEMPT_MS) return;
  lastAttempt = { table, atMs: nowMs };
  await RateLimit.take(READ_RECORD, EVERYBODY).catch((error: unknown) =>
    log.debug("prices: read not recorded, the feed may slow down until the next record", { error }),
  );
}

/** Returns whether a client has read prices recently. */
export async function isRead(): Promise<boolean> {
  const key = { bucket: READ_RECORD.bucket, max: String(READ_RECORD.max), caller: EVERYBODY };
  const found = await Table.find(rateLimitLog, key);
  const last = found?.hits.at(-1);
  return last !== undefined && Math.abs(Clock.nowMs() - last) < RECENT_MS;
}
