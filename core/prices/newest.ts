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
 * The prices of now, as everybody has them. The feed stores a snapshot in the table every 5 seconds, and once a minute
 * while nobody asks; everybody reads that, a process at most once in 5 seconds. A source that computes its prices is asked
 * directly where no feed runs. A real one is not, so that a feed that has stopped does not turn every function
 * into a client of the exchange: prices then grow old, as `lastUpdated` shows, and what would act on them asks
 * `current`, which refuses.
 */

/** Prices refresh every 5 seconds (spec 2, sections 2.4 and 8). */
const REFRESH_MS = 5000;
/** While the feed's next snapshot is overdue, it is looked for this often. */
const LOOK_AGAIN_MS = 250;
/** Where it is not expected so soon, for the feed is slow while nobody asks. */
const LOOK_LATER_MS = 2000;

/** What the feed stored, or the instant that the simulated market of a seed is to be asked for. */
type Newest =
  | { readonly stored: Snapshot; readonly atMs: number }
  | { readonly stored: undefined; readonly atMs: number; readonly seed: string };

interface Cached {
  /** Which table and source it is of. */
  readonly of: string;
  readonly fromMs: number;
  untilMs: number;
  readonly newest: Promise<Newest>;
}

let cached: Cached | undefined;

/**
 * The newest prices: one read at most, and none within the 5 seconds that they hold for; the same value then.
 * @throws SERVICE_UNAVAILABLE before the feed's first snapshot of a real source
 */
function newest(): Promise<Newest> {
  const nowMs = Clock.nowMs();
  const recent = recentAt(nowMs);
  if (recent) return recent.newest;
  const loading: Cached = { of: place(), fromMs: nowMs, untilMs: nowMs + REFRESH_MS, newest: load(nowMs) };
  cached = loading;
  loading.newest.then(
    ({ atMs }) => {
      const isSlow = nowMs - atMs > 2 * REFRESH_MS;
      loading.untilMs = Math.max(atMs + REFRESH_MS, nowMs + (isSlow ? LOOK_LATER_MS : LOOK_AGAIN_MS));
    },
    () => {
      if (cached === loading) cached = undefined;
    },
  );
  return loading.newest;
}

const place = (): string => `${Table.tableName()}\n${sourceName()}`;

const recentAt = (nowMs: number): Cached | undefined =>
  cached?.of === place() && cached.fromMs <= nowMs && nowMs < cached.untilMs ? cached : undefined;

/** What asking for prices would read now: nothing where they are known. */
export const newestKeys = (): Table.Key[] => (recentAt(Clock.nowMs()) ? [] : SnapshotStore.keys);

/**
 * Gives what is known of the newest prices: what the feed stored, or what `compute` makes of the simulated market,
 * which is asked once for an instant.
 * @returns what reads it. @throws then as `newest`, and what `compute` throws
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
  // Of a market that is computed nobody has to be asked.
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
        "No prices are known at the moment. Try again shortly.",
        "Aucun cours n'est connu pour le moment. Réessayez dans un instant.",
      ),
    });
  // At whole steps: all processes have the same.
  return { stored: undefined, atMs: Math.floor(nowMs / REFRESH_MS) * REFRESH_MS, seed };
}

// Reads of prices are recorded, because the feed slows down without any.

/** Recorded once in this time, for all clients together. */
const NOTED: RateLimit.Limit = { bucket: "prices-read", max: 1, windowSeconds: 120 };
const EVERYBODY = "everybody";
/** A process does not try again within this time. */
const ASK_MS = 60_000;
/** How long prices count as read after the last record. */
const RECENT_MS = 300_000;

let asked: { readonly table: string; readonly atMs: number } | undefined;

/** Records that prices are read. It never fails. */
export async function noteRead(): Promise<void> {
  const [table, nowMs] = [Table.tableName(), Clock.nowMs()];
  if (asked?.table === table && Math.abs(nowMs - asked.atMs) < ASK_MS) return;
  asked = { table, atMs: nowMs };
  await RateLimit.take(NOTED, EVERYBODY).catch((error: unknown) =>
    log.debug("prices: read not recorded", { error }),
  );
}

/** Returns whether a client has read prices recently. */
export async function isRead(): Promise<boolean> {
  const key = { bucket: NOTED.bucket, max: String(NOTED.max), caller: EVERYBODY };
  const found = await Table.find(rateLimitLog, key);
  const last = found?.hits.at(-1);
  return last !== undefined && Math.abs(Clock.nowMs() - last) < RECENT_MS;
}
