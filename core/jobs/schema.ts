import * as z from "zod";
import { defineTransitions } from "../kernel/state-machine.ts";
import { storedNumber } from "../kernel/stored.ts";

/**
 * Jobs: work that takes longer than a request (spec 3, sections 2.7 and 4.5). Reports are what the platform
 * does itself; any other type is done by external workers.
 */

/**
 * The type of a job that gathers its owner's data (`core/people`). It is asked for by a route of its own, which has its
 * caller confirm that, and shown by that alone.
 */
export const DATA_EXPORT = "data-export";

/** The capability of the platform's own workers: no other worker has it. */
export const BUILT_IN = "built-in";

/**
 * - `queued`: waits for a worker, perhaps until a retry's time has come. `running`: a worker holds its lease.
 * - `succeeded`, `failed` (for good), `canceled`: final.
 */
export const jobStatuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobStates = defineTransitions(jobStatuses, {
  create: { none: "queued" },
  /** A worker takes it. */
  lease: { queued: "running" },
  complete: { running: "succeeded" },
  /** Its worker gave it up or fell silent: another attempt is allowed, or not. */
  retry: { running: "queued" },
  fail: { running: "failed" },
  /** No worker took it in time. */
  abandon: { queued: "failed" },
  cancel: { queued: "canceled", running: "canceled" },
});

/** Returns whether a job is not finished. */
export const isOpen = ({ status }: { readonly status: JobStatus }): boolean => !jobStates.isFinal(status);

export const MAX_PRIORITY = 3;
export const DEFAULT_PRIORITY = 1;
export const DEFAULT_ATTEMPTS = 3;
export const MAX_ATTEMPTS = 10;

/** A job's payload and result, as JSON, in bytes. */
export const MAX_PAYLOAD_BYTES = 16 * 1024;
export const MAX_RESULT_BYTES = 64 * 1024;

/** How long a finished job and its files are kept: as the bucket's own rule says (`stacks/objects.ts`). */
export const KEPT_DAYS = 30;

/** How long a job waits for a worker, each time that it is queued, before it has failed. */
export const WAITING_DAYS = 30;

/** Of how many capabilities a worker may ask for a job at once. */
export const MAX_CAPABILITIES = 10;

/** How many templates a user may have. */
export const MAX_TEMPLATES = 100;

/** With how many addresses a job may be shared. */
export const MAX_SHARES = 50;

// The table gives numbers as bigint.

/** JSON of the caller's own, as text: it comes back as it was. */
const json = z.string();

/** A file that a job has made. */
export const jobFile = z.object({
  /** In the bucket of files. No view has it. */
  key: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: storedNumber,
});
export type JobFile = z.output<typeof jobFile>;

const lease = z.object({
  /** Known to the worker alone. */
  token: z.string(),
  /** Whose worker it is: a user's id, or `BUILT_IN`. */
  by: z.string(),
  /** The worker's name, for people. */
  worker: z.string(),
  until: z.string(),
});

export const jobSchema = z.object({
  jobId: z.string(),
  userId: z.string(),
  /** Of an export: who the account belonged to. One of a former owner's is none of the present one's. */
  ownershipId: z.string().optional(),
  type: z.string(),
  /** What a worker must be able to do. */
  capability: z.string(),
  payload: json,
  priority: storedNumber,
  status: z.enum(jobStatuses),
  attempts: storedNumber,
  maxAttempts: storedNumber,
  /** In its queues, while it is queued. */
  position: z.string().optional(),
  lease: lease.optional(),
  /** Which lease ended the last attempt, and how: whoever lost the answer and asks again gets the same. */
  endedBy: z
    .object({ token: z.string(), by: z.string(), how: z.enum(["completed", "given-up", "expired"]) })
    .optional(),
  /** 0 to 100, as its worker last said. */
  progress: storedNumber.optional(),
  result: json.optional(),
  files: z.array(jobFile).default([]),
  /** Why the last attempt failed. */
  error: z.string().optional(),
  /** The addresses that it was shared with, whether or not anybody has them. */
  sharedWith: z
    .set(z.string())
    .transform((all) => [...all].sort())
    .optional(),
  /** The request that made it. */
  correlationId: z.string().optional(),
  createdAt: z.string(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  /** UNIX seconds; missing until it is finished. */
  ttl: storedNumber.optional(),
});
export type Job = z.output<typeof jobSchema>;

/** What a job is to be. */
export interface NewJob {
  /** May be left out where a template says it. */
  readonly type?: string | undefined;
  /** JSON. */
  readonly payload?: unknown;
  /** 0 to 3; 3 goes first. */
  readonly priority?: number | undefined;
  /** What a worker must be able to do; the job's type unless given. Reports have one of their own. */
  readonly capability?: string | undefined;
  readonly maxAttempts?: number | undefined;
  /** Says what is left out. */
  readonly templateId?: string | undefined;
}

/** A reusable preset (spec 3, section 2.7). */
export const templateSchema = z.object({
  templateId: z.string(),
  userId: z.string(),
  name: z.string(),
  type: z.string(),
  payload: json,
  priority: storedNumber,
  capability: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Template = z.output<typeof templateSchema>;

/** That somebody else's job was shared with a user. */
export const shareSchema = z.object({
  userId: z.string(),
  jobId: z.string(),
  ownerId: z.string(),
  /** Who shared it. Without an address that was not proven to be the sharer's: it may be somebody else's. */
  from: z.object({ name: z.string(), email: z.string().nullable() }),
  sharedAt: z.string(),
  /** When the user took it off the list. The item stays, so that sharing the job again changes nothing. */
  dismissedAt: z.string().optional(),
});
export type Share = z.output<typeof shareSchema>;
