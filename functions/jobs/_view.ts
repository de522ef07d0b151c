import type * as Contract from "../../contract/jobs.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { LinkedFile } from "../../core/jobs/files.ts";
import type { JobPage } from "../../core/jobs/index.ts";
import type { Leased } from "../../core/jobs/lease.ts";
import { readyAtOf } from "../../core/jobs/queue.ts";
import type { Job } from "../../core/jobs/schema.ts";
import type { Seen, SeenPage } from "../../core/jobs/shares.ts";

/** Jobs as their routes show them. */

export const summary = (one: Job): ResultOf<typeof Contract.cancel> => ({
  id: one.jobId,
  type: one.type,
  status: one.status,
  priority: one.priority,
  capability: one.capability,
  attempts: one.attempts,
  maxAttempts: one.maxAttempts,
  progress: one.progress ?? null,
  error: one.error ?? null,
  nextAttemptAt: one.position === undefined ? null : readyAtOf(one.position),
  createdAt: one.createdAt,
  startedAt: one.startedAt ?? null,
  finishedAt: one.finishedAt ?? null,
  expiresAt: one.ttl === undefined ? null : new Date(one.ttl * 1000).toISOString(),
});

export const job = (
  { job: one, shared }: Seen,
  files: readonly LinkedFile[] = [],
): ResultOf<typeof Contract.read> => ({
  ...summary(one),
  payload: shared ? null : JSON.parse(one.payload),
  result: one.result === undefined ? null : JSON.parse(one.result),
  files: [...files],
  sharedBy: shared?.from ?? null,
  // Whom else its owner trusts is the owner's to know.
  sharedWith: shared ? [] : (one.sharedWith ?? []),
});

export const page = ({ jobs, next }: JobPage): ResultOf<typeof Contract.list> => ({
  jobs: jobs.map(summary),
  next: next ?? null,
});

export const sharedPage = ({ seen, next }: SeenPage): ResultOf<typeof Contract.shared> => ({
  jobs: seen.flatMap(({ job: one, shared }) =>
    shared ? [{ ...summary(one), sharedBy: shared.from, sharedAt: shared.sharedAt }] : [],
  ),
  next: next ?? null,
});

export const leased = ({ job: one, leaseToken, until }: Leased) => ({
  job: {
    id: one.jobId,
    owner: one.userId,
    type: one.type,
    capability: one.capability,
    priority: one.priority,
    payload: JSON.parse(one.payload),
    attempts: one.attempts,
    maxAttempts: one.maxAttempts,
    createdAt: one.createdAt,
  },
  leaseToken,
  leasedUntil: until,
});
