import { Internal, SvcError } from "../kernel/errors.ts";
import * as Correlation from "../platform/correlation.ts";
import { log } from "../platform/log.ts";
import * as Objects from "../platform/objects.ts";
import { make } from "../reports/index.ts";
import type { ReportFile } from "../reports/report.ts";
import { complete, giveUp } from "./ending.ts";
import { LeaseLost } from "./errors.ts";
import { keyOfFile } from "./files.ts";
import { heartbeat, type Leased, leaseBuiltIn, PLATFORM } from "./lease.ts";
import type { Job, JobFile } from "./schema.ts";

/** Making reports. A worker may die at any point: its lease then runs out, and another one does the job. */

/** Makes the file of a job. */
export type Make = (job: Job, checkpoint: () => Promise<void>) => Promise<ReportFile>;

/** How long a worker may be silent, and how often it says that it is at it. */
const LEASE_SECONDS = 60;
const BEAT_MS = 15_000;

/** A worker begins no further job after this: the last must fit into the rest of its function's time. */
const BEGINNING_MS = 120_000;

/**
 * Works on what waits, best first, until nothing does.
 * @param worker its name
 * @param makes what makes the file of a job: reports unless told
 * @returns how many jobs it worked on
 */
export async function work(worker: string, makes: Make = make): Promise<number> {
  // The machine's own time: it bounds this function's run, whatever the platform's clock says.
  const endsAt = performance.now() + BEGINNING_MS;
  let count = 0;
  while (performance.now() < endsAt) {
    const leased = await leaseBuiltIn(worker, LEASE_SECONDS);
    if (!leased) break;
    const { correlationId } = leased.job;
    await (correlationId === undefined
      ? workOn(leased, makes)
      : Correlation.under(correlationId, () => workOn(leased, makes)));
    count++;
  }
  return count;
}

async function workOn({ job, leaseToken }: Leased, makes: Make): Promise<void> {
  const { jobId, type } = job;
  try {
    const { result, files } = await withHeartbeat(leaseToken, (checkpoint) => report(job, checkpoint, makes));
    await complete(PLATFORM, leaseToken, { result, files });
  } catch (error) {
    if (isLost(error)) return log.info("a job is somebody else's now", { jobId, type });
    log.warn("an attempt at a job failed", { jobId, type, error });
    const { reason, retry } = verdictOn(error);
    await giveUp(PLATFORM, leaseToken, reason, retry).catch((failure: unknown) => {
      if (!isLost(failure)) throw failure;
    });
  }
}

/** Makes the job's file and keeps it. Each attempt has its own, so a lost lease replaces nobody's. */
async function report(
  job: Job,
  checkpoint: () => Promise<void>,
  makes: Make,
): Promise<{ readonly result: unknown; readonly files: readonly JobFile[] }> {
  const { name, contentType, body, result } = await makes(job, checkpoint);
  const key = keyOfFile(job.jobId, job.attempts, name);
  await checkpoint();
  await Objects.put({ bucket: "results", key }, body, contentType);
  return { result, files: [{ key, name, contentType, bytes: body.byteLength }] };
}

/** Works while the lease is renewed. `checkpoint` lets the heartbeat through; it throws once it is lost. */
async function withHeartbeat<T>(
  leaseToken: string,
  work: (checkpoint: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const beat = setInterval(() => {
    heartbeat(PLATFORM, leaseToken, LEASE_SECONDS).catch((error: unknown) => {
      if (isLost(error)) lost.abort(error);
      else log.warn("a heartbeat failed", { error });
    });
  }, BEAT_MS);
  try {
    return await work(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      lost.signal.throwIfAborted();
    });
  } finally {
    clearInterval(beat);
  }
}

const isLost = (error: unknown): boolean => error instanceof SvcError && error.is(LeaseLost);

/** What the owner reads of a failure, and whether another attempt may cure it. Internals stay inside. */
function verdictOn(error: unknown): { readonly reason: string; readonly retry: boolean } {
  if (!(error instanceof SvcError) || error.kind === "internal")
    return { reason: Internal.message, retry: true };
  return { reason: error.message, retry: error.kind === "unavailable" || error.kind === "conflict" };
}
