import type { read } from "../../contract/job-templates.ts";
import type * as Contract from "../../contract/jobs.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { JobPage, LinkedFile } from "../../core/jobs/index.ts";
import type { Leased } from "../../core/jobs/lease.ts";
import { readyAtOf } from "../../core/jobs/queue.ts";
import type { Job, Template } from "../../core/jobs/schema.ts";
import type { Seen, SeenPage } from "../../core/jobs/shares.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";

export const summary = (found: Job): ResultOf<typeof Contract.cancel> => ({
  id: found.jobId,
  ...pick(found, "type", "status", "priority", "capability", "attempts", "maxAttempts", "createdAt"),
  ...pickOrNull(found, "progress", "error", "startedAt", "finishedAt"),
  nextAttemptAt: found.position === undefined ? null : readyAtOf(found.position),
  expiresAt: found.ttl === undefined ? null : new Date(found.ttl * 1000).toISOString(),
});

export const job = (
  { job: found, shared }: Seen,
  files: readonly LinkedFile[] = [],
): ResultOf<typeof Contract.read> => ({
  ...summary(found),
  payload: shared ? null : JSON.parse(found.payload),
  result: found.result === undefined ? null : JSON.parse(found.result),
  files: [...files],
  sharedBy: shared?.from ?? null,
  // Only the owner sees with whom a job is shared.
  sharedWith: shared ? [] : (found.sharedWith ?? []),
});

export const page = ({ jobs, next }: JobPage): ResultOf<typeof Contract.list> => ({
  jobs: jobs.map(summary),
  next: next ?? null,
});

export const sharedPage = ({ seen, next }: SeenPage): ResultOf<typeof Contract.shared> => ({
  jobs: seen.flatMap(({ job: found, shared }) =>
    shared ? [{ ...summary(found), sharedBy: shared.from, sharedAt: shared.sharedAt }] : [],
  ),
  next: next ?? null,
});

export const leased = ({ job: found, leaseToken, until }: Leased) => ({
  job: {
    id: found.jobId,
    owner: found.userId,
    ...pick(found, "type", "capability", "priority", "attempts", "maxAttempts", "createdAt"),
    payload: JSON.parse(found.payload),
  },
  leaseToken,
  leasedUntil: until,
});

export const template = ({
  templateId: id,
  userId: _,
  capability,
  payload,
  ...rest
}: Template): ResultOf<typeof read> => ({
  id,
  ...rest,
  payload: JSON.parse(payload),
  capability: capability ?? null,
});
