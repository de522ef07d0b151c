import * as z from "zod";
import { email } from "../../core/identity/schema.ts";
import { FIRST_TAX_YEAR, fileFormats, MAX_STATEMENT_DAYS } from "../../core/jobs/built-in/schema.ts";
import {
  InvalidPayload,
  JobFinished,
  JobNotDone,
  JobNotFound,
  LeaseLost,
  OwnAddress,
  ShareLimit,
  TemplateLimit,
  TemplateNotFound,
} from "../../core/jobs/errors.ts";
import {
  BUILT_IN,
  builtInTypes,
  DEFAULT_ATTEMPTS,
  DEFAULT_PRIORITY,
  jobStatuses,
  KEPT_DAYS,
  MAX_ATTEMPTS,
  MAX_PAYLOAD_BYTES,
  MAX_PRIORITY,
  MAX_RESULT_BYTES,
  MAX_SHARES,
  MAX_TEMPLATES,
} from "../../core/jobs/schema.ts";
import { timestamp } from "../common.ts";
import * as limits from "../limits.ts";
import { route } from "../route.ts";

/** Jobs and their templates: spec 3, sections 2.7 and 4.5, and DESIGN section 4. */

const jobId = z
  .string()
  .max(64)
  .meta({ description: "A job's id", examples: ["job_01jd3v8y2m9t4k6q0s5w7x1z3b"] });
const templateId = z
  .string()
  .max(64)
  .meta({ description: "A template's id", examples: ["tpl_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const word = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.:-]{0,63}$/,
    "must be 1 to 64 of a-z, 0-9, dot, colon and dash, a letter or digit first",
  )
  .refine((value) => value !== BUILT_IN, `must not be ${BUILT_IN}: that is the platform's own`);

const type = word.meta({
  description: `\`${builtInTypes.join("`, `")}\` are done by the platform; any other by external workers`,
  examples: ["statement-export"],
});
const capability = word.meta({
  description:
    "What a worker must be able to do; the type unless told. It changes nothing for types that the platform does",
  examples: ["video.transcode"],
});
const priority = z
  .int()
  .min(0)
  .max(MAX_PRIORITY)
  .meta({ description: `${MAX_PRIORITY} goes first; ${DEFAULT_PRIORITY} unless told` });

const json = (maxBytes: number) =>
  z
    .unknown()
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value) ?? "") <= maxBytes,
      `must be at most ${maxBytes} bytes of JSON`,
    );
const payload = json(MAX_PAYLOAD_BYTES).meta({
  description: "Any JSON; what the platform's own types need, see below",
});

const payloads =
  `\`statement-export\` needs \`{wallet, from, to, format}\`: \`wallet\` is a symbol or \`all\`, \`from\` and \`to\` are days in UTC (both included, ` +
  `${MAX_STATEMENT_DAYS} at most), \`format\` is ${fileFormats.map((one) => `\`${one}\``).join(" or ")}. ` +
  "`portfolio-report` needs `{currency, format}`, the currency `EUR` or `USD`. " +
  `\`tax-report\` needs \`{year, format}\`, from ${FIRST_TAX_YEAR} to this year. `;

const summary = {
  id: jobId,
  type: z.string(),
  status: z.enum(jobStatuses).meta({
    description:
      "`queued`: waits, perhaps for a further attempt; `running`: somebody works on it; the others are final",
  }),
  priority: z.int(),
  capability: z.string(),
  attempts: z.int().meta({ description: "Attempts so far, one that runs included" }),
  maxAttempts: z.int(),
  progress: z.int().nullable().meta({ description: "Percent, as its worker last said" }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed" }),
  nextAttemptAt: timestamp
    .nullable()
    .meta({ description: "Of a queued job: from when on it may be worked on" }),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp
    .nullable()
    .meta({ description: `When a finished job and its files are deleted: after ${KEPT_DAYS} days` }),
};

const jobSummary = z.object(summary).meta({ id: "JobSummary" });

const file = z
  .object({
    name: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    url: z.string().meta({ description: "Whoever has it can download the file until `expiresAt`" }),
    expiresAt: timestamp,
  })
  .meta({ id: "JobFile" });

const sharer = z
  .object({ name: z.string(), email: z.string() })
  .nullable()
  .meta({ description: "Who shared it with the caller; null for the caller's own" });

const job = z
  .object({
    ...summary,
    payload: z.unknown().meta({ description: "What it was told; null for a job that somebody shared" }),
    result: z.unknown().meta({ description: "What came of it; null until it has succeeded" }),
    files: z.array(file).meta({ description: "What it has made, with links that work for 15 minutes" }),
    sharedBy: sharer,
    sharedWith: z
      .array(z.string())
      .meta({ description: "The addresses that it was shared with, whether or not anybody has them" }),
  })
  .meta({ id: "Job" });

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
    "Its end is told by the events `job-done` and `job-failed`, to webhooks and in the notification stream. 100 an hour.",
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
  auth: "session",
  request: { query: z.strictObject(page) },
  responses: {
    200: {
      description: "A page of jobs",
      body: z.object({ jobs: z.array(jobSummary.extend({ sharedBy: sharer, sharedAt: timestamp })), next }),
    },
  },
  grants: { table: "read" },
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
    "The user with that address may read the job without its payload, download its files, and is told by `share-received`, once. The answer is the same " +
    `whether or not anybody has the address, proven or not: be sure of it. ${MAX_SHARES} addresses a job, 30 shares an hour.`,
  auth: "session",
  limit: limits.shareJob,
  request: { params: z.object({ id: jobId }), body: z.strictObject({ email }) },
  responses: { 202: { description: "If there is such a user, the job is shared" } },
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

// External workers.

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
      capabilities: z.array(word).min(1).max(20),
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

// Templates.

const templateName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, "must not have control characters");

const template = z
  .object({
    id: templateId,
    name: z.string(),
    type: z.string(),
    payload: z.unknown(),
    priority: z.int(),
    capability: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "JobTemplate" });

export const createTemplate = route({
  id: "job-templates.create",
  method: "POST",
  path: "/api/job-templates",
  family: "defi",
  summary: "Make a template for jobs",
  description: `${payloads}A template may have any part of that: the rest is said where a job is created. ${MAX_TEMPLATES} templates an account.`,
  auth: "session",
  limit: limits.changeTemplate,
  request: {
    body: z.strictObject({
      name: templateName,
      type,
      payload: payload.optional(),
      priority: priority.optional(),
      capability: capability.optional(),
    }),
  },
  responses: { 201: { description: "The template", body: template } },
  errors: [TemplateLimit, InvalidPayload],
  grants: { table: "write" },
});

export const listTemplates = route({
  id: "job-templates.list",
  method: "GET",
  path: "/api/job-templates",
  family: "defi",
  summary: "The caller's templates, oldest first",
  auth: "session",
  responses: { 200: { description: "All templates", body: z.object({ templates: z.array(template) }) } },
  grants: { table: "read" },
});

export const readTemplate = route({
  id: "job-templates.read",
  method: "GET",
  path: "/api/job-templates/{id}",
  family: "defi",
  summary: "A template",
  auth: "session",
  request: { params: z.object({ id: templateId }) },
  responses: { 200: { description: "The template", body: template } },
  errors: [TemplateNotFound],
  grants: { table: "read" },
});

export const updateTemplate = route({
  id: "job-templates.update",
  method: "PATCH",
  path: "/api/job-templates/{id}",
  family: "defi",
  summary: "Change a template",
  description:
    "What is left out stays; `capability: null` takes it away. Jobs that there are stay as they are.",
  auth: "session",
  limit: limits.changeTemplate,
  request: {
    params: z.object({ id: templateId }),
    body: z
      .strictObject({
        name: templateName.optional(),
        type: type.optional(),
        payload: payload.optional(),
        priority: priority.optional(),
        capability: capability.nullable().optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), {
        message: "names nothing to change: send name, type, payload, priority or capability",
      }),
  },
  responses: { 200: { description: "The template from now on", body: template } },
  errors: [TemplateNotFound, InvalidPayload],
  grants: { table: "write" },
});

export const removeTemplate = route({
  id: "job-templates.remove",
  method: "DELETE",
  path: "/api/job-templates/{id}",
  family: "defi",
  summary: "Delete a template",
  auth: "session",
  limit: limits.changeTemplate,
  request: { params: z.object({ id: templateId }) },
  responses: { 204: { description: "Deleted" } },
  errors: [TemplateNotFound],
  grants: { table: "write" },
});
