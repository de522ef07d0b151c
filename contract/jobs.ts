import * as z from "zod";
import { email } from "../core/identity/schema.ts";
import {
  JobFinished,
  JobNotDone,
  JobNotFound,
  LeaseLost,
  OwnAddress,
  ShareLimit,
  TemplateNotFound,
} from "../core/jobs/errors.ts";
import {
  DEFAULT_ATTEMPTS,
  jobStatuses,
  MAX_ATTEMPTS,
  MAX_CAPABILITIES,
  MAX_RESULT_BYTES,
  MAX_SHARES,
  WAITING_DAYS,
} from "../core/jobs/schema.ts";
import { NO_CONTROL } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { InvalidPayload } from "../core/reports/schema.ts";
import { ofPage, pageLimit, timestamp } from "./common.ts";
import { defineFamily } from "./family.ts";
import {
  capability,
  endedJob,
  job,
  jobId,
  jobSummary,
  json,
  leasedJob,
  leasedUntil,
  leaseSeconds,
  leaseToken,
  payload,
  payloads,
  priority,
  sharer,
  templateId,
  type,
  word,
} from "./jobs/schemas.ts";
import * as limits from "./limits.ts";

/** Jobs, as their owners see them and as workers do: spec 3, sections 2.7 and 4.5, and DESIGN section 4. */

const route = defineFamily({
  id: "jobs",
  path: "/api/jobs",
  family: "defi",
  auth: "session",
  limit: limits.useJobs,
});

const page = {
  limit: pageLimit,
  after: z
    .string()
    .regex(/^job_[0-9a-hjkmnp-tv-z]{26}$/, ofPage)
    .optional()
    .meta({ description: "`next` of the page before" }),
};

const next = z.string().nullable().meta({ description: "Asks for the page after; null on the last" });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a job",
  description:
    `Queues it; 202 says that it is not done yet. ${payloads}A payload that does not fit is \`INVALID_PAYLOAD\` and names the fields. ` +
    "With `templateId` the template says what is left out; the fields of a payload go over those of the template's payload, one by one. " +
    `An attempt that fails is repeated after 30 s, 60 s, 120 s and so on, ${DEFAULT_ATTEMPTS} attempts altogether unless told. ` +
    `A job that nobody takes within ${WAITING_DAYS} days has failed. Its end is told by the events \`job-done\` and \`job-failed\`, to webhooks and in the notification stream. 100 an hour.`,
  idempotent: true,
  limit: limits.createJob,
  request: {
    body: z
      .strictObject({
        type: type.optional(),
        payload: payload.optional(),
        priority: priority.optional(),
        capability: capability.optional(),
        maxAttempts: z.int().min(1).max(MAX_ATTEMPTS).optional(),
        templateId: templateId.optional(),
      })
      .refine((body) => body.type !== undefined || body.templateId !== undefined, {
        path: ["type"],
        message: rule("is required without a templateId", "est obligatoire sans templateId"),
      }),
  },
  responses: { 202: { description: "The job, which waits", body: job } },
  errors: [InvalidPayload, TemplateNotFound],
  grants: { table: "write", queues: ["jobs"] },
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's jobs, newest first",
  description:
    "Without payloads, results and files. A page may be shorter than `limit` and still have a `next`.",
  request: { query: z.strictObject({ ...page, status: z.enum(jobStatuses).optional() }) },
  responses: { 200: { description: "A page of jobs", body: z.object({ jobs: z.array(jobSummary), next }) } },
  grants: { table: "read" },
});

export const shared = route({
  id: "shared",
  method: "GET",
  path: "/shared",
  summary: "The jobs that others shared with the caller, newest first",
  description: "A page may be shorter than `limit` and still have a `next`.",
  request: { query: z.strictObject(page) },
  responses: {
    200: {
      description: "A page of jobs",
      body: z.object({ jobs: z.array(jobSummary.extend({ sharedBy: sharer, sharedAt: timestamp })), next }),
    },
  },
  grants: { table: "read" },
});

export const dismiss = route({
  id: "dismiss",
  method: "DELETE",
  path: "/shared/{id}",
  summary: "Take a job that somebody shared off the caller's list",
  description:
    "From now on the caller finds no such job. Its owner is told nothing, and sharing it again changes nothing, unless the owner has taken the share back.",
  request: { params: z.object({ id: jobId }) },
  responses: { 204: { description: "It is off the list" } },
  errors: [JobNotFound],
  grants: { table: "write" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "A job, with links to its files",
  description:
    "The caller's own, or one that was shared with the caller: that one without its payload. Links are made anew at each call and work for 15 minutes.",
  request: { params: z.object({ id: jobId }) },
  responses: { 200: { description: "The job", body: job } },
  errors: [JobNotFound],
  grants: { table: "read", objects: "read" },
});

export const cancel = route({
  id: "cancel",
  method: "POST",
  path: "/{id}/cancel",
  summary: "Cancel a job that is not finished",
  description:
    "Who works on it learns of it by the next heartbeat; what comes of it is not taken. A job that is canceled stays so, and is answered as it is.",
  request: { params: z.object({ id: jobId }) },
  responses: { 200: { description: "The job, canceled", body: jobSummary } },
  errors: [JobNotFound, JobFinished],
  grants: { table: "write" },
});

export const share = route({
  id: "share",
  method: "POST",
  path: "/{id}/share",
  summary: "Share what a job has come to with another user",
  description:
    "The user with that address may read the job without its payload, download its files, and is told by `share-received`, once. An account that has not " +
    "proven its address receives nothing; once it has, share the job again. The answer is the same in every case, whether or not anybody has the " +
    `address: be sure of it. ${MAX_SHARES} addresses a job, 30 shares an hour.`,
  limit: limits.shareJob,
  request: { params: z.object({ id: jobId }), body: z.strictObject({ email }) },
  responses: {
    202: {
      description: "If there is such a user, who has proven the address, the job is shared",
      body: z.object({ id: jobId, email: z.string() }),
    },
  },
  errors: [JobNotFound, JobNotDone, OwnAddress, ShareLimit],
  grants: { table: "write" },
});

export const unshare = route({
  id: "unshare",
  method: "DELETE",
  path: "/{id}/share",
  summary: "Take a share back",
  description:
    "The address is in the query, since many clients send no body with a DELETE. From now on that user finds no such job; links that were given work to their end. " +
    "The answer is the same whether or not it was shared.",
  limit: limits.shareJob,
  request: { params: z.object({ id: jobId }), query: z.strictObject({ email }) },
  responses: { 204: { description: "It is not shared with that address" } },
  errors: [JobNotFound],
  grants: { table: "write" },
});

// What workers outside the platform call: DESIGN section 4.

export const lease = route({
  id: "lease",
  method: "POST",
  path: "/lease",
  summary: "Take the next job to work on, for an external worker",
  description:
    "Highest priority first, then who has waited longest, among the jobs whose capability is one of these. A worker with an employee's or administrator's " +
    "session gets anybody's jobs, any other its own account's. The job is the worker's alone until `leasedUntil`; a worker that sends no heartbeat until " +
    "then loses it, and it goes to the next one. 204 when nothing waits: ask again in a while. 600 calls of workers a minute.",
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
        .regex(
          NO_CONTROL,
          rule("must not have control characters", "ne doit pas contenir de caractères de contrôle"),
        )
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
  id: "heartbeat",
  method: "POST",
  path: "/heartbeat",
  summary: "Keep a lease up",
  description: "`LEASE_LOST` says that the lease has run out, or that the job was canceled: drop the work.",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({ leaseToken, leaseSeconds, progress: z.int().min(0).max(100).optional() }),
  },
  responses: { 200: { description: "The lease goes on", body: z.object({ leasedUntil }) } },
  errors: [LeaseLost],
  grants: { table: "write" },
});

export const complete = route({
  id: "complete",
  method: "POST",
  path: "/complete",
  summary: "Finish a leased job with its result",
  description:
    "The same lease once more changes nothing and is answered alike, for a worker that lost the answer.",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({ leaseToken, result: json(MAX_RESULT_BYTES).optional() }),
    maxBodyBytes: MAX_RESULT_BYTES + 4096,
  },
  responses: { 200: { description: "It has succeeded", body: z.object({ job: endedJob }) } },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});

export const fail = route({
  id: "fail",
  method: "POST",
  path: "/fail",
  summary: "Give a leased job up",
  description:
    "It is queued again for a later attempt, unless `retry` is false or it had its last: then it has failed. The same lease once more changes nothing and is answered alike.",
  limit: limits.workJobs,
  request: {
    body: z.strictObject({
      leaseToken,
      error: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .meta({ description: "For the job's owner to read", examples: ["The source file is empty."] }),
      retry: z.boolean().default(true),
    }),
  },
  responses: { 200: { description: "What became of it", body: z.object({ job: endedJob }) } },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});
