import * as Ids from "../kernel/ids/index.ts";
import * as Progress from "../platform/backfills/index.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import { assertAllowed, type Backfill } from "./backfill.ts";
import { type Notes, type RateLimiter, rateLimiter, type Timer, Work } from "./work.ts";

/**
 * Runs backfills: reads the segments of the table in parallel, page by page, and changes each item separately, while the
 * platform runs. The progress of each segment is stored after each page, so that another run can resume after a crash;
 * processing an item twice has no effect.
 */

export type { Counts } from "../platform/backfills/index.ts";

export interface Options {
  /** The number of segments that are read in parallel. A resumed run retains its own. */
  readonly segments?: number | undefined;
  /** The maximum of items scanned per second, in all segments. */
  readonly perSecond?: number;
  /** Writes nothing, and reports the number of changes. */
  readonly isDryRun?: boolean;
  /** Restarts an unfinished run instead of resuming it. */
  readonly fromStart?: boolean;
  /** Overrides the backfill's generation. */
  readonly generation?: string | undefined;
  /** Ends the run after the current pages. The next run resumes it. */
  readonly signal?: AbortSignal;
  /** Called after each page with the total counts. */
  readonly onProgress?: (counts: Progress.Counts, limiter: RateLimiter) => void;
  /** Called for each item that could not be changed. The run continues. */
  readonly onFailure?: (key: StoredKey, error: unknown) => void;
  readonly timer?: Timer;
}

export interface Outcome extends Progress.Counts {
  /** Whether the whole table was processed. */
  readonly isComplete: boolean;
  /** The start of the resumed run, if one was resumed. */
  readonly resumed: string | undefined;
}

export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

/** Thrown if the unfinished run has another number of segments. */
export class SegmentMismatch extends Error {
  override readonly name = "SegmentMismatch";
}

export const SEGMENTS = 4;
/**
 * Half of the writes of one partition per second, in case all items are in one partition and change. The other half
 * remains for the platform.
 * Source: Amazon DynamoDB Developer Guide, Partitions and data distribution (1,000 write units a second).
 */
export const PER_SECOND = 500;

/**
 * Runs a backfill, or resumes an unfinished run.
 * @throws AlreadyRunning, SegmentMismatch, RangeError if it would change the ledger's items without permission, LeaseLost
 *   if another run took over after this one was silent for two minutes
 */
export async function run(backfill: Backfill, options: Options = {}): Promise<Outcome> {
  assertAllowed(backfill);
  const generation = options.generation ?? (await backfill.generation());
  if (options.isDryRun) {
    const segments = options.segments ?? SEGMENTS;
    const work = workOf(backfill, options, segments, [], { renew: async () => {}, record: async () => {} });
    return { isComplete: await work.all(), ...work.counts, resumed: undefined };
  }
  const { name } = backfill;
  const holder = Ids.secret();
  if (!(await Progress.acquire(name, holder)))
    throw new AlreadyRunning(
      `Another run of ${name} is in progress. If it has crashed, you can start again after at most ${Progress.LEASE_SECONDS} seconds.`,
    );
  try {
    return await runWithLease(holder, backfill, generation, options);
  } finally {
    // A lease that cannot be released expires.
    await Progress.release(name, holder).catch(() => undefined);
  }
}

async function runWithLease(
  holder: string,
  backfill: Backfill,
  generation: string,
  options: Options,
): Promise<Outcome> {
  const { name } = backfill;
  const before = await Progress.readProgress(name);
  const open =
    before.run?.endedAt === undefined && before.run?.generation === generation ? before.run : undefined;
  const former = options.fromStart ? undefined : open;
  if (former && options.segments !== undefined && options.segments !== former.segments)
    throw new SegmentMismatch(
      `The unfinished run has ${former.segments} segments. Use --from-start to restart it with ${options.segments}.`,
    );
  const run =
    former ?? (await Progress.begin(holder, { name, generation, segments: options.segments ?? SEGMENTS }));
  const work = workOf(backfill, options, run.segments, former ? before.segments : [], {
    renew: async () => {
      if (!(await Progress.acquire(name, holder))) throw new Progress.LeaseLost(name);
    },
    record: (segment, at) => Progress.note(holder, run, segment, at),
  });
  const isComplete = await work.all();
  if (isComplete) await Progress.end(holder, run, work.counts);
  return { ...work.counts, isComplete, resumed: former?.startedAt };
}

function workOf(
  backfill: Backfill,
  {
    isDryRun = false,
    perSecond = PER_SECOND,
    timer,
    signal,
    onProgress: progressed = () => {},
    onFailure: failed = () => {},
  }: Options,
  segments: number,
  former: readonly Progress.Segment[],
  notes: Notes,
): Work {
  const limiter = rateLimiter(perSecond, timer);
  return new Work({ backfill, isDryRun, segments, former, notes, signal, limiter, progressed, failed });
}
