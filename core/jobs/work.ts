import { Internal, SvcError } from "../kernel/errors.ts";
import * as Correlation from "../platform/correlation.ts";
import { log } from "../platform/log.ts";
import * as Objects from "../platform/objects.ts";
import { make } from "../reports/index.ts";
import type { ReportFile } from "../reports/report.ts";
import { complete, giveUp } from "./ending.ts";
import { LeaseLost } from "./errors.ts";
import { keyOfFile } from "./index.ts";
import { heartbeat, type Leased, leaseBuiltIn, PLATFORM } from "./lease.ts";
import type { Job, JobFile } from "./schema.ts";

/** Runs built-in jobs. A worker may crash at any point: its lease then expires, and another worker repeats the job. */

/** Creates a job's file. */
export type Make = (job: Job, checkpoint: () => Promise<void>) => Promise<ReportFile>;

/** The duration of a lease without a heartbeat, and the interval of heartbeats. */
const LEASE_SECONDS = 60;
const HEARTBEAT_MS = 15_000;

/** A worker starts no job after this time, because the last one must finish within its function's timeout. */
const MAX_START_MS = 120_000;

/**
 * Works on queued built-in jobs, highest priority first, until none is left or two minutes are over.
 * @param worker its name
 * @param makes creates a job's file. Defaults to reports
 * @returns the number of leased jobs, failed attempts included
 */
export async function work(worker: string, makes: Make = make): Promise<number> {
  // Real time, not the platform's clock, because it limits this function's run.
  const endsAt = performance.now() + MAX_START_MS;
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
    const { result, files } = await withHeartbeat({ job, leaseToken }, (checkpoint) =>
      report(job, checkpoint, makes),
    );
    await complete(PLATFORM, leaseToken, { result, files });
  } catch (error) {
    if (isLost(error))
      return log.info("jobs: lease lost or job canceled, this worker drops its result", { jobId, type });
    const { reason, retry } = describeFailure(error);
    const outcome = retry ? "the job is retried unless this was its last attempt" : "the job fails";
    log.warn(`jobs: attempt failed, ${outcome}`, { jobId, type, reason, error });
    await giveUp(PLATFORM, leaseToken, reason, retry).catch((failure: unknown) => {
      if (!isLost(failure)) throw failure;
    });
  }
}

/** Creates the job's file and stores it. Each attempt has its own key, so a worker without a lease overwrites nothing. */
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

/** Runs work with heartbeats. `checkpoint` lets due heartbeats run and throws after the lease is lost. */
async function withHeartbeat<T>(
  { job: { jobId }, leaseToken }: Pick<Leased, "job" | "leaseToken">,
  work: (checkpoint: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const beat = setInterval(() => {
    heartbeat(PLATFORM, leaseToken, LEASE_SECONDS).catch((error: unknown) => {
      if (isLost(error)) lost.abort(error);
      else log.warn("jobs: heartbeat failed, repeated in 15 seconds", { jobId, error });
    });
  }, HEARTBEAT_MS);
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

/** Returns the failure's message for the owner, without internals, and whether another attempt may succeed. */
function describeFailure(error: unknown): { readonly reason: string; readonly retry: boolean } {
  if (!(error instanceof SvcError) || error.kind === "internal")
    return { reason: Internal.message, retry: true };
  return { reason: error.message, retry: error.kind === "unavailable" || error.kind === "conflict" };
}
