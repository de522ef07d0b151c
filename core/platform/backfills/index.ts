import type * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { backfillRun, backfillSegment } from "../entity.ts";
import * as Lease from "../lease/index.ts";
import type { StoredKey } from "../table/entity.ts";
import * as Table from "../table/index.ts";

/** How far backfills are: noted by whoever has the lease, so that no two runs count what the other does. */

export type Run = z.output<typeof backfillRun.schema>;
export type Segment = z.output<typeof backfillSegment.schema>;

export interface Counts {
  readonly scanned: number;
  readonly changed: number;
  readonly retried: number;
  readonly failed: number;
}

export const nothing: Counts = { scanned: 0, changed: 0, retried: 0, failed: 0 };

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (one, { scanned, changed, retried, failed }) => ({
      scanned: one.scanned + scanned,
      changed: one.changed + changed,
      retried: one.retried + retried,
      failed: one.failed + failed,
    }),
    nothing,
  );

/** A run stands here for so long after its latest sign of life; then another may go on with it. */
export const LEASE_SECONDS = 120;
/** What is not gone on with is forgotten. */
const KEPT_SECONDS = 7 * DAY_SECONDS;

const leaseOf = (name: string): string => `backfill-${name}`;

/** Takes or renews the right to run a backfill. @returns whether it is the holder's */
export const acquire = (name: string, holder: string): Promise<boolean> =>
  Lease.acquire(leaseOf(name), holder, LEASE_SECONDS);

export const release = (name: string, holder: string): Promise<void> => Lease.release(leaseOf(name), holder);

export interface Standing {
  readonly run: Run | undefined;
  /** Of that run. */
  readonly segments: readonly Segment[];
}

export async function standing(name: string): Promise<Standing> {
  const items = await Table.queryAll({ pk: backfillRun.partition({ name }) });
  const kept = items.find(({ sk }) => sk === backfillRun.sk);
  const run = kept && backfillRun.parse(kept);
  const segments = items.filter((item) => item !== kept).map((item) => backfillSegment.parse(item));
  return { run, segments: segments.filter(({ startedAt }) => startedAt === run?.startedAt) };
}

/** Notes that a run begins. @throws LeaseLost */
export async function begin(
  holder: string,
  run: Pick<Run, "name" | "generation" | "segments">,
): Promise<Run> {
  const begun = { ...run, startedAt: Clock.nowIso(), ...nothing };
  await write(run.name, holder, { put: backfillRun.item(begun) });
  return begun;
}

/** Notes how far a segment is. @throws LeaseLost */
export function note(
  holder: string,
  { name, startedAt }: Run,
  segment: number,
  at: { readonly after: StoredKey | undefined; readonly counts: Counts },
): Promise<void> {
  const item = backfillSegment.item({
    name,
    startedAt,
    segment: String(segment),
    ...(at.after && { after: { pk: at.after.pk, sk: at.after.sk } }),
    isDone: at.after === undefined,
    ...at.counts,
    ttl: Clock.nowSeconds() + KEPT_SECONDS,
  });
  return write(name, holder, { put: item });
}

/** Notes that a run has been through all of the table. @throws LeaseLost */
export const end = (holder: string, { name }: Run, counts: Counts): Promise<void> =>
  write(name, holder, { update: backfillRun.key({ name }), set: { endedAt: Clock.nowIso(), ...counts } });

/** Another runs it by now: this run was away for longer than its lease. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(name: string) {
    super(`another run of ${name} has begun meanwhile`);
  }
}

async function write(name: string, holder: string, noted: Table.Write): Promise<void> {
  const precondition: Table.Write = {
    ...Lease.assertHeld(leaseOf(name), holder),
    onConditionFailed: () => new LeaseLost(name),
  };
  if (!(await Table.tryCommit([precondition, noted]))) throw fail(Unavailable);
}
