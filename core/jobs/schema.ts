import * as z from "zod";
import { defineTransitions } from "../kernel/state-machine.ts";
import { storedNumber } from "../kernel/stored.ts";

/**
 * Jobs: work that takes longer than a request (spec 3, sections 2.7 and 4.5). The platform creates reports and data
 * exports itself; external workers process all other types.
 */

/** The type of a job that exports its owner's data (`core/people`). Only its own routes create and show it. */
export const DATA_EXPORT = "data-export";

/** The capability of the platform's own workers. No other worker has it. */
export const BUILT_IN = "built-in";

/**
 * - `queued`: waits for a worker, or for the time of its retry. `running`: a worker holds its lease.
 * - `succeeded`, `failed` (for good), `canceled`: final.
 */
export const jobStatuses = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobStates = defineTransitions(jobStatuses, {
  create: { none: "queued" },
  lease: { queued: "running" },
  complete: { running: "succeeded" },
  /** Its worker gave it up or its lease expired: another attempt is left (`retry`) or not (`fail`). */
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

/** The retention of a finished job and its files, equal to the bucket's lifecycle rule (`stacks/objects.ts`). */
export const RETENTION_DAYS = 30;

/** The time after which a queued job fails. */
export const WAITING_DAYS = 30;

export const MAX_CAPABILITIES = 10;

export const MAX_TEMPLATES = 100;

export const MAX_SHARES = 50;

/** The caller's JSON, stored as text to return it unchanged. */
const json = z.string();

/** A file that a job has created. */
const jobFile = z.object({
  /** The key in the bucket of results. Internal. */
  key: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: storedNumber,
});
export type JobFile = z.output<typeof jobFile>;

const lease = z.object({
  /** Known only to the worker. */
  token: z.string(),
  /** The worker's user id, or `BUILT_IN`. */
  by: z.string(),
  /** The worker's name, for display. */
  worker: z.string(),
  until: z.string(),
});

export const jobSchema = z.object({
  jobId: z.string(),
  userId: z.string(),
  /** Data exports only: the account's owner at that time. A later owner does not see it. */
  ownershipId: z.string().optional(),
  type: z.string(),
  /** The capability that a worker needs. */
  capability: z.string(),
  payload: json,
  priority: storedNumber,
  status: z.enum(jobStatuses),
  attempts: storedNumber,
  maxAttempts: storedNumber,
  /** Its position in the queues, while it is queued. */
  position: z.string().optional(),
  lease: lease.optional(),
  /** The lease that ended the last attempt, so that a repeated request gets the same answer. */
  endedBy: z
    .object({ token: z.string(), by: z.string(), how: z.enum(["completed", "given-up", "expired"]) })
    .optional(),
  /** 0 to 100, as last reported by its worker. */
  progress: storedNumber.optional(),
  result: json.optional(),
  files: z.array(jobFile).default([]),
  /** The reason of the last failure. */
  error: z.string().optional(),
  /** The addresses that it was shared with, with or without an account. */
  sharedWith: z
    .set(z.string())
    .transform((all) => [...all].sort())
    .optional(),
  /** The request that created it. */
  correlationId: z.string().optional(),
  createdAt: z.string(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  /** UNIX seconds; missing until it is finished. */
  ttl: storedNumber.optional(),
});
export type Job = z.output<typeof jobSchema>;

/** A request for a job. */
export interface NewJob {
  /** Optional with a template. */
  readonly type?: string | undefined;
  /** JSON. */
  readonly payload?: unknown;
  /** 0 to 3; 3 is the highest. */
  readonly priority?: number | undefined;
  /** The capability that a worker needs. Defaults to the type. Reports have their own. */
  readonly capability?: string | undefined;
  readonly maxAttempts?: number | undefined;
  /** Fills omitted fields. */
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

/** A share of another user's job. */
export const shareSchema = z.object({
  userId: z.string(),
  jobId: z.string(),
  ownerId: z.string(),
  /** The sharer. An unverified email address is omitted, because it may be another person's. */
  from: z.object({ name: z.string(), email: z.string().nullable() }),
  sharedAt: z.string(),
  /** The time at which the user removed it from the list. The item remains, so that sharing again has no effect. */
  dismissedAt: z.string().optional(),
});
export type Share = z.output<typeof shareSchema>;
