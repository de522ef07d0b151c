import type * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { backfillRun, backfillSegment } from "../entity.ts";
import * as Lease from "../lease/index.ts";
import type { StoredKey } from "../table/entity.ts";
import * as Table from "../table/index.ts";

/** The progress of backfills. Only the holder of the lease records it, so two runs never mix their counts. */

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

/** How long a run has its lease after its latest update. Then another run may continue. */
export const LEASE_SECONDS = 120;
/** How long the progress of an abandoned run is stored. */
const RETENTION_SECONDS = 7 * DAY_SECONDS;

const leaseOf = (name: string): string => `backfill-${name}`;

/** Acquires or renews the lease of a backfill. @returns whether the holder has it */
export const acquire = (name: string, holder: string): Promise<boolean> =>
  Lease.acquire(leaseOf(name), holder, LEASE_SECONDS);

export const release = (name: string, holder: string): Promise<void> => Lease.release(leaseOf(name), holder);

export async function readProgress(name: string) {
  const items = await Table.queryAll({ pk: backfillRun.partition({ name }) });
  const item = items.find(({ sk }) => sk === backfillRun.sk);
  const run = item && backfillRun.parse(item);
  const segments = items.filter((one) => one !== item).map((one) => backfillSegment.parse(one));
  return { run, segments: segments.filter(({ startedAt }) => startedAt === run?.startedAt) };
}

/** Records the start of a run. @throws LeaseLost */
export async function begin(
  holder: string,
  run: Pick<Run, "name" | "generation" | "segments">,
): Promise<Run> {
  const begun = { ...run, startedAt: Clock.nowIso(), ...nothing };
  await write(run.name, holder, { put: backfillRun.item(begun) });
  return begun;
}

/** Records the progress of a segment. @throws LeaseLost */
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
    ttl: Clock.nowSeconds() + RETENTION_SECONDS,
  });
  return write(name, holder, { put: item });
}

/** Records that a run has processed the whole table. @throws LeaseLost */
export const end = (holder: string, { name }: Run, counts: Counts): Promise<void> =>
  write(name, holder, { update: backfillRun.key({ name }), set: { endedAt: Clock.nowIso(), ...counts } });

/** Another run has the lease, because this run paused for longer than its lease. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor(name: string) {
    super(`another run of ${name} has taken over the lease`);
  }
}

async function write(name: string, holder: string, noted: Table.Write): Promise<void> {
  const precondition: Table.Write = {
    ...Lease.assertHeld(leaseOf(name), holder),
    onConditionFailed: () => new LeaseLost(name),
  };
  if (!(await Table.tryCommit([precondition, noted]))) throw fail(Unavailable);
}
