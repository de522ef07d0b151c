import * as z from "zod";
import { LeaseLost } from "../../core/jobs/errors.ts";
import { MAX_CAPABILITIES, MAX_RESULT_BYTES } from "../../core/jobs/schema.ts";
import { timestamp } from "../common.ts";
import * as limits from "../limits.ts";
import { route } from "../route.ts";
import { jobId, jobSummary, json, word } from "./job-schemas.ts";

/** Working on jobs from outside: DESIGN section 4. */

const leaseSeconds = z
  .int()
  .min(10)
  .max(3600)
  .default(60)
  .meta({ description: "For how long the lease holds unless a heartbeat comes" });
const leaseToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "Names job and lease. Of use to the account alone that leased" });
const leasedUntil = timestamp.meta({ description: "The lease ends then, unless a heartbeat comes" });

const leasedJob = z
  .object({
    id: jobId,
    owner: z.string().meta({ description: "The id of the user whose job it is" }),
    type: z.string(),
    capability: z.string(),
    priority: z.int(),
    payload: z.unknown(),
    attempts: z.int().meta({ description: "This one included" }),
    maxAttempts: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: "LeasedJob" });

const endedJob = jobSummary.pick({
  id: true,
  type: true,
  status: true,
  attempts: true,
  maxAttempts: true,
  nextAttemptAt: true,
  finishedAt: true,
});

export const lease = route({
  id: "jobs.lease",
  method: "POST",
  path: "/api/jobs/lease",
  family: "defi",
  summary: "Take the next job to work on, for an external worker",
  description:
    "Highest priority first, then who has waited longest, among the jobs whose capability is one of these. A worker with an employee's or administrator's " +
    "session gets anybody's jobs, any other its own account's. The job is the worker's alone until `leasedUntil`; a worker that sends no heartbeat until " +
    "then loses it, and it goes to the next one. 204 when nothing waits: ask again in a while. 600 calls of workers a minute.",
  auth: "session",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({
      capabilities: z.array(word).min(1).max(MAX_CAPABILITIES),
      leaseSeconds,
      worker: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .regex(/^\P{Cc}*$/u, "must not have control characters")
        .default("worker")
        .meta({ description: "Names the worker; the job's owner may see it" }),
    }),
  },
  responses: {
    200: { description: "A job", body: z.object({ job: leasedJob, leaseToken, leasedUntil }) },
    204: { description: "Nothing waits" },
  },
  grants: { table: "write" },
});

export const heartbeat = route({
  id: "jobs.heartbeat",
  method: "POST",
  path: "/api/jobs/heartbeat",
  family: "defi",
  summary: "Keep a lease up",
  description: "`LEASE_LOST` says that the lease has run out, or that the job was canceled: drop the work.",
  auth: "session",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({ leaseToken, leaseSeconds, progress: z.int().min(0).max(100).optional() }),
  },
  responses: { 200: { description: "The lease goes on", body: z.object({ leasedUntil }) } },
  errors: [LeaseLost],
  grants: { table: "write" },
});

export const complete = route({
  id: "jobs.complete",
  method: "POST",
  path: "/api/jobs/complete",
  family: "defi",
  summary: "Finish a leased job with its result",
  description:
    "The same lease once more changes nothing and is answered alike, for a worker that lost the answer.",
  auth: "session",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({ leaseToken, result: json(MAX_RESULT_BYTES).optional() }),
    maxBodyBytes: MAX_RESULT_BYTES + 4096,
  },
  responses: { 200: { description: "It has succeeded", body: z.object({ job: endedJob }) } },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});

export const failed = route({
  id: "jobs.fail",
  method: "POST",
  path: "/api/jobs/fail",
  family: "defi",
  summary: "Give a leased job up",
  description:
    "It is queued again for a later attempt, unless `retry` is false or it had its last: then it has failed. The same lease once more changes nothing and is answered alike.",
  auth: "session",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({
      leaseToken,
      error: z.string().trim().min(1).max(1000).meta({ description: "For the job's owner to read" }),
      retry: z.boolean().default(true),
    }),
  },
  responses: { 200: { description: "What became of it", body: z.object({ job: endedJob }) } },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});
