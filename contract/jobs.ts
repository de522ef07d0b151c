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
import { pattern } from "../core/kernel/ids/schema.ts";
import { trimmed } from "../core/kernel/text/schema.ts";
import { rule } from "../core/kernel/texts/index.ts";
import { InvalidPayload } from "../core/reports/schema.ts";
import { givenName, next, pagedAfter, timestamp } from "./common.ts";
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
import { ownFiles } from "./proof.ts";

/** Jobs for their owners and for workers: spec 3, sections 2.7 and 4.5, and DESIGN section 4. */

const route = defineFamily({
  id: "jobs",
  path: "/api/jobs",
  family: "defi",
  auth: "person",
  limit: limits.useJobs,
  grants: { table: "write" },
});

const page = pagedAfter(pattern("job"));
const params = z.object({ id: jobId });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a job",
  description:
    `Queues the job. ${payloads}A payload that does not fit is \`INVALID_PAYLOAD\` and names the fields. \`templateId\` supplies omitted fields, and the fields of ` +
    `its payload one by one. A failed attempt is repeated after 30 s, 60 s, 120 s and so on, by default ${DEFAULT_ATTEMPTS} attempts in total. A job that no worker ` +
    `takes within ${WAITING_DAYS} days has failed. The events \`job-done\` and \`job-failed\` report its end, to webhooks and the notification stream.`,
  idempotent: true,
  proof: ownFiles,
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
        message: rule("is required if templateId is missing", "est obligatoire en l'absence de templateId"),
      }),
  },
  response: { status: 202, description: "The queued job", body: job },
  errors: [InvalidPayload, TemplateNotFound],
  grants: { table: "write", queues: ["jobs"] },
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's jobs, newest first",
  description:
    "Without payloads, results and files. A page may be shorter than `limit` and still have a `next`.",
  request: { query: z.strictObject({ ...page, status: z.enum(jobStatuses).optional() }) },
  response: { description: "A page of jobs", body: z.object({ jobs: z.array(jobSummary), next }) },
  grants: { table: "read" },
});

export const shared = route({
  id: "shared",
  method: "GET",
  path: "/shared",
  summary: "List the jobs shared with the caller, newest first",
  description: "A page may be shorter than `limit` and still have a `next`.",
  request: { query: z.strictObject(page) },
  response: {
    description: "A page of jobs",
    body: z.object({ jobs: z.array(jobSummary.extend({ sharedBy: sharer, sharedAt: timestamp })), next }),
  },
  grants: { table: "read" },
});

export const dismiss = route({
  id: "dismiss",
  method: "DELETE",
  path: "/shared/{id}",
  summary: "Remove a shared job from the caller's list",
  description:
    "The caller can no longer find the job. The owner is not notified, and sharing it again has no effect unless the owner has unshared it.",
  request: { params },
  response: { status: 204, description: "Removed" },
  errors: [JobNotFound],
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a job, with links to its files",
  description:
    "The caller's own job, or a shared one without its payload. New links, valid for 15 minutes, are created at each call.",
  proof: ownFiles,
  request: { params },
  response: { description: "The job", body: job },
  errors: [JobNotFound],
  grants: { table: "read", objects: "read" },
});

export const cancel = route({
  id: "cancel",
  method: "POST",
  path: "/{id}/cancel",
  summary: "Cancel an unfinished job",
  description:
    "A worker learns of it at its next heartbeat; its result is not accepted. Repeating it returns the canceled job.",
  request: { params },
  response: { description: "The canceled job", body: jobSummary },
  errors: [JobNotFound, JobFinished],
});

export const share = route({
  id: "share",
  method: "POST",
  path: "/{id}/share",
  summary: "Share a finished job with another user",
  description:
    "The user with that address can read the job without its payload, download its files, and is notified once by `share-received`. An account whose address is " +
    "not verified receives nothing: share the job again later. The response is the same whether or not the address has an account, so check it. At most " +
    `${MAX_SHARES} addresses per job. Needs a recent proof (403 \`STEP_UP_REQUIRED\`).`,
  proof: "always",
  limit: limits.shareJob,
  request: { params, body: z.strictObject({ email }) },
  response: {
    status: 202,
    description: "Shared, if a user has verified the address",
    body: z.object({ id: jobId, email: z.string() }),
  },
  errors: [JobNotFound, JobNotDone, OwnAddress, ShareLimit],
});

export const unshare = route({
  id: "unshare",
  method: "DELETE",
  path: "/{id}/share",
  summary: "Unshare a job",
  description:
    "The address is in the query, because many clients send no body with a DELETE. That user can no longer find the job; existing links work until they expire. " +
    "The response is the same whether or not it was shared.",
  proof: { notNeeded: "it only ends access" },
  limit: limits.shareJob,
  request: { params, query: z.strictObject({ email }) },
  response: { status: 204, description: "It is not shared with that address" },
  errors: [JobNotFound],
});

// Routes for external workers: DESIGN section 4.

/** Workers sign in on the web. */
const ofWorkers = { auth: "session", limit: limits.workJobs } as const;

export const lease = route({
  ...ofWorkers,
  id: "lease",
  method: "POST",
  path: "/lease",
  summary: "Lease the next job, as an external worker",
  description:
    "Returns the job with the highest priority, then the longest wait, among those with one of the capabilities. A worker with an employee's or administrator's " +
    "session gets jobs of all accounts, any other those of its own account. The job belongs to the worker until `leasedUntil`; without a heartbeat it then goes " +
    "to the next worker. 204 if no job waits: poll again later.",
  request: {
    body: z.strictObject({
      capabilities: z.array(word).min(1).max(MAX_CAPABILITIES),
      leaseSeconds,
      worker: givenName.default("worker").describe("The worker's name, which the job's owner may see"),
    }),
  },
  responses: {
    200: { description: "A job", body: z.object({ job: leasedJob, leaseToken, leasedUntil }) },
    204: { description: "No job waits" },
  },
});

export const heartbeat = route({
  ...ofWorkers,
  id: "heartbeat",
  method: "POST",
  path: "/heartbeat",
  summary: "Extend a lease",
  description: "`LEASE_LOST` means that the lease has expired or the job was canceled: stop working on it.",
  request: {
    body: z.strictObject({ leaseToken, leaseSeconds, progress: z.int().min(0).max(100).optional() }),
  },
  response: { description: "The lease is extended", body: z.object({ leasedUntil }) },
  errors: [LeaseLost],
});

export const complete = route({
  ...ofWorkers,
  id: "complete",
  method: "POST",
  path: "/complete",
  summary: "Complete a leased job with its result",
  description: "Repeating it with the same lease returns the same.",
  request: {
    body: z.strictObject({ leaseToken, result: json(MAX_RESULT_BYTES).optional() }),
    maxBodyBytes: MAX_RESULT_BYTES + 4096,
  },
  response: { description: "It has succeeded", body: z.object({ job: endedJob }) },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});

export const fail = route({
  ...ofWorkers,
  id: "fail",
  method: "POST",
  path: "/fail",
  summary: "Report a failed attempt at a leased job",
  description:
    "The job is queued again for a later attempt, unless `retry` is false or this was the last: then it has failed. Repeating it with the same lease returns the same.",
  request: {
    body: z.strictObject({
      leaseToken,
      error: trimmed(1000).meta({
        description: "For the job's owner",
        examples: ["The source file is empty."],
      }),
      retry: z.boolean().default(true),
    }),
  },
  response: { description: "The job after it", body: z.object({ job: endedJob }) },
  errors: [LeaseLost],
  grants: { table: "write", queues: ["user-events"] },
});
