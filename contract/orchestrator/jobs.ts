import * as z from "zod";
import { email } from "../../core/identity/schema.ts";
import {
  JobFinished,
  JobNotDone,
  JobNotFound,
  OwnAddress,
  ShareLimit,
  TemplateNotFound,
} from "../../core/jobs/errors.ts";
import {
  DEFAULT_ATTEMPTS,
  jobStatuses,
  MAX_ATTEMPTS,
  MAX_SHARES,
  WAITING_DAYS,
} from "../../core/jobs/schema.ts";
import { InvalidPayload } from "../../core/reports/errors.ts";
import { timestamp } from "../common.ts";
import * as limits from "../limits.ts";
import { route } from "../route.ts";
import {
  capability,
  job,
  jobId,
  jobSummary,
  payload,
  payloads,
  priority,
  sharer,
  templateId,
  type,
} from "./job-schemas.ts";

/** Jobs as their owner sees them: spec 3, sections 2.7 and 4.5, and DESIGN section 4. */

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z
    .string()
    .regex(/^job_[0-9a-hjkmnp-tv-z]{26}$/, "must be the next of a page before")
    .optional()
    .meta({ description: "`next` of the page before" }),
};
const next = z.string().nullable().meta({ description: "Asks for the page after; null on the last" });

export const create = route({
  id: "jobs.create",
  method: "POST",
  path: "/api/jobs",
  family: "defi",
  summary: "Create a job",
  description:
    `Queues it; 202 says that it is not done yet. ${payloads}A payload that does not fit is \`INVALID_PAYLOAD\` and names the fields. ` +
    "With `templateId` the template says what is left out; the fields of a payload go over those of the template's payload, one by one. " +
    `An attempt that fails is repeated after 30 s, 60 s, 120 s and so on, ${DEFAULT_ATTEMPTS} attempts altogether unless told. ` +
    `A job that nobody takes within ${WAITING_DAYS} days has failed. Its end is told by the events \`job-done\` and \`job-failed\`, to webhooks and in the notification stream. 100 an hour.`,
  auth: "session",
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
        message: "is required without a templateId",
      }),
  },
  responses: { 202: { description: "The job, which waits", body: job } },
  errors: [InvalidPayload, TemplateNotFound],
  grants: { table: "write", queues: ["jobs"] },
});

export const list = route({
  id: "jobs.list",
  method: "GET",
  path: "/api/jobs",
  family: "defi",
  summary: "The caller's jobs, newest first",
  description:
    "Without payloads, results and files. A page may be shorter than `limit` and still have a `next`.",
  auth: "session",
  limit: limits.useJobs,
  request: { query: z.strictObject({ ...page, status: z.enum(jobStatuses).optional() }) },
  responses: { 200: { description: "A page of jobs", body: z.object({ jobs: z.array(jobSummary), next }) } },
  grants: { table: "read" },
});

export const shared = route({
  id: "jobs.shared",
  method: "GET",
  path: "/api/jobs/shared",
  family: "defi",
  summary: "The jobs that others shared with the caller, newest first",
  description: "A page may be shorter than `limit` and still have a `next`.",
  auth: "session",
  limit: limits.useJobs,
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
  id: "jobs.dismiss",
  method: "DELETE",
  path: "/api/jobs/shared/{id}",
  family: "defi",
  summary: "Take a job that somebody shared off the caller's list",
  description:
    "From now on the caller finds no such job. Its owner is told nothing, and sharing it again changes nothing, unless the owner has taken the share back.",
  auth: "session",
  limit: limits.useJobs,
  request: { params: z.object({ id: jobId }) },
  responses: { 204: { description: "It is off the list" } },
  errors: [JobNotFound],
  grants: { table: "write" },
});

export const read = route({
  id: "jobs.read",
  method: "GET",
  path: "/api/jobs/{id}",
  family: "defi",
  summary: "A job, with links to its files",
  description:
    "The caller's own, or one that was shared with the caller: that one without its payload. Links are made anew at each call and work for 15 minutes.",
  auth: "session",
  limit: limits.useJobs,
  request: { params: z.object({ id: jobId }) },
  responses: { 200: { description: "The job", body: job } },
  errors: [JobNotFound],
  grants: { table: "read", objects: "read" },
});

export const cancel = route({
  id: "jobs.cancel",
  method: "POST",
  path: "/api/jobs/{id}/cancel",
  family: "defi",
  summary: "Cancel a job that is not finished",
  description:
    "Who works on it learns of it by the next heartbeat; what comes of it is not taken. A job that is canceled stays so, and is answered as it is.",
  auth: "session",
  limit: limits.useJobs,
  request: { params: z.object({ id: jobId }) },
  responses: { 200: { description: "The job, canceled", body: jobSummary } },
  errors: [JobNotFound, JobFinished],
  grants: { table: "write" },
});

export const share = route({
  id: "jobs.share",
  method: "POST",
  path: "/api/jobs/{id}/share",
  family: "defi",
  summary: "Share what a job has come to with another user",
  description:
    "The user with that address may read the job without its payload, download its files, and is told by `share-received`, once. An account that has not " +
    "proven its address receives nothing; once it has, share the job again. The answer is the same in every case, whether or not anybody has the " +
    `address: be sure of it. ${MAX_SHARES} addresses a job, 30 shares an hour.`,
  auth: "session",
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
  id: "jobs.unshare",
  method: "DELETE",
  path: "/api/jobs/{id}/share",
  family: "defi",
  summary: "Take a share back",
  description:
    "The address is in the query, since many clients send no body with a DELETE. From now on that user finds no such job; links that were given work to their end. " +
    "The answer is the same whether or not it was shared.",
  auth: "session",
  limit: limits.shareJob,
  request: { params: z.object({ id: jobId }), query: z.strictObject({ email }) },
  responses: { 204: { description: "It is not shared with that address" } },
  errors: [JobNotFound],
  grants: { table: "write" },
});
