import * as Ids from "../kernel/ids/index.ts";
import * as Progress from "../platform/backfills/index.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import { type Backfill, check } from "./backfill.ts";
import { type Notes, type RateLimiter, rateLimiter, type Timer, Work } from "./work.ts";

/**
 * Runs of backfills: the table is read in segments side by side, page by page, and each item changed by itself, while
 * the platform works. How far each segment is stands in the table after each page, so whoever dies is gone on after;
 * what was done twice is as it was.
 */

export type { Counts } from "../platform/backfills/index.ts";

export interface Options {
  /** In how many parts the table is read at once. A run that is gone on with keeps its own. */
  readonly segments?: number | undefined;
  /** How many items are scanned in a second, at most, in all segments. */
  readonly perSecond?: number;
  /** Writes nothing, and tells what would be changed. */
  readonly isDryRun?: boolean;
  /** Begins anew what has not ended. */
  readonly fromStart?: boolean;
  /** The generation, where that is known better than by the backfill itself. */
  readonly generation?: string | undefined;
  /** Ends it after what is under way; the next run goes on. */
  readonly signal?: AbortSignal;
  /** Told after each page of what was done in all. */
  readonly progressed?: (counts: Progress.Counts, limiter: RateLimiter) => void;
  /** Told of each item that could not be changed, and why. The others go on. */
  readonly failed?: (key: StoredKey, error: unknown) => void;
  readonly timer?: Timer;
}

export interface Outcome extends Progress.Counts {
  /** Whether it has been through all of the table. */
  readonly isComplete: boolean;
  /** Since when, where an earlier run was gone on with. */
  readonly resumed: string | undefined;
}

/** Somebody else runs it. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

/** It cannot be gone on with as it was asked for. */
export class OtherSegments extends Error {
  override readonly name = "OtherSegments";
}

export const SEGMENTS = 4;
/**
 * Half of what one partition of the table may write in a second, should all items be next to each other and all be
 * changed: the other half stays the platform's.
 * Source: Amazon DynamoDB Developer Guide, Partitions and data distribution (1,000 write units a second).
 */
export const PER_SECOND = 500;
/**
 * Runs a backfill, or goes on with a run of it that has not ended.
 * @throws AlreadyRunning, OtherSegments, RangeError where it would change the ledger's items and may not, LeaseLost where
 *   another took it over after this one was silent for two minutes
 */
export async function run(backfill: Backfill, options: Options = {}): Promise<Outcome> {
  check(backfill);
  const generation = options.generation ?? (await backfill.generation());
  if (options.isDryRun) return dry(backfill, options);
  const { name } = backfill;
  const holder = Ids.secret();
  if (!(await Progress.acquire(name, holder)))
    throw new AlreadyRunning(
      `Another run of ${name} is under way. If it has died, it is relieved of that within ${Progress.LEASE_SECONDS} seconds.`,
    );
  try {
    return await under(holder, backfill, generation, options);
  } finally {
    // What cannot be given back runs out.
    await Progress.release(name, holder).catch(() => undefined);
  }
}

async function under(
  holder: string,
  backfill: Backfill,
  generation: string,
  options: Options,
): Promise<Outcome> {
  const { name } = backfill;
  const before = await Progress.standing(name);
  const open =
    before.run?.endedAt === undefined && before.run?.generation === generation ? before.run : undefined;
  const former = options.fromStart ? undefined : open;
  if (former && options.segments !== undefined && options.segments !== former.segments)
    throw new OtherSegments(
      `It goes on with the ${former.segments} segments that it was begun with. --from-start begins it anew with ${options.segments}.`,
    );
  const run =
    former ?? (await Progress.begin(holder, { name, generation, segments: options.segments ?? SEGMENTS }));
  const work = working(backfill, options, run.segments, former ? before.segments : [], {
    renewed: async () => {
      if (!(await Progress.acquire(name, holder))) throw new Progress.LeaseLost(name);
    },
    noted: (segment, at) => Progress.note(holder, run, segment, at),
  });
  const isComplete = await work.all();
  if (isComplete) await Progress.end(holder, run, work.counts);
  return { ...work.counts, isComplete, resumed: former?.startedAt };
}

async function dry(backfill: Backfill, options: Options): Promise<Outcome> {
  const silent = { renewed: async () => undefined, noted: async () => undefined };
  const work = working(backfill, options, options.segments ?? SEGMENTS, [], silent);
  const isComplete = await work.all();
  return { ...work.counts, isComplete, resumed: undefined };
}

function working(
  backfill: Backfill,
  { isDryRun = false, perSecond = PER_SECOND, timer, signal, progressed, failed }: Options,
  segments: number,
  former: readonly Progress.Segment[],
  notes: Notes,
): Work {
  const told = { progressed: progressed ?? nothing, failed: failed ?? nothing };
  return new Work({
    backfill,
    isDryRun,
    segments,
    former,
    notes,
    signal,
    limiter: rateLimiter(perSecond, timer),
    ...told,
  });
}

const nothing = (): void => undefined;
