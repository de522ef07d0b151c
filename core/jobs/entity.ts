import * as z from "zod";
import * as Due from "../platform/due/index.ts";
import { entity } from "../platform/table/entity.ts";
import { jobSchema, shareSchema, templateSchema } from "./schema.ts";

/** The time at which an unfinished job's lease expires, or at which it has waited too long. */
export const jobsDue = Due.define("JOBS#OPEN", 4);

export const job = entity({
  name: "Job",
  about: "A user's work that takes longer than a request: its payload, its worker and its result.",
  pk: "USER#{userId}",
  sk: "JOB#{jobId}",
  schema: jobSchema,
  indexes: { due: jobsDue.keys },
  expires: "30 days after it finished (attribute ttl)",
  holds: "the user's request, and the addresses that it was shared with",
  erasure: "deleted",
  exported: ["type", "payload", "status", "result", "sharedWith", "createdAt", "finishedAt"],
  answers: {
    "a job": "GetItem pk, sk",
    "the jobs of a user": "Query pk, sk begins with JOB#, newest first",
    "expired leases, and jobs that no worker took in time":
      "Query due, duePk = JOBS#OPEN#<0..3>, dueSk up to now",
  },
});

export const queueEntry = entity({
  name: "JobQueueEntry",
  about:
    "A queued job's position in a queue: highest priority first, then the oldest. One queue per owner and capability for the owner's own workers, one per capability for the platform's.",
  pk: "JOBQUEUE#{owner}#{capability}",
  sk: "{rank}#{readyAt}#{jobId}",
  schema: z.object({ userId: z.string(), jobId: z.string(), sk: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "the next job for a worker": "Query pk, sk of one rank up to now" },
});

export const jobTemplate = entity({
  name: "JobTemplate",
  about: "A user's preset for jobs.",
  pk: "USER#{userId}",
  sk: "JOBTEMPLATE#{templateId}",
  schema: templateSchema,
  holds: "the user's preset",
  erasure: "deleted",
  exported: ["name", "type", "payload", "createdAt"],
  answers: { "the templates of a user": "Query pk, sk begins with JOBTEMPLATE#" },
});

export const jobTemplateCount = entity({
  name: "JobTemplateCount",
  about: "The number of a user's templates, so that parallel requests cannot exceed the maximum.",
  pk: "USER#{userId}",
  sk: "JOBTEMPLATECOUNT",
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "count another template of a user": "UpdateItem with a condition, in the template's own transaction",
  },
});

export const sharedJob = entity({
  name: "SharedJob",
  about: "A user's access to the result of another user's job.",
  pk: "USER#{userId}",
  sk: "SHAREDJOB#{jobId}",
  schema: shareSchema,
  expires: "when the job does (attribute ttl)",
  holds: "the sharer's name and address",
  erasure: "deleted",
  exported: ["from", "sharedAt"],
  answers: { "the jobs shared with a user": "Query pk, sk begins with SHAREDJOB#" },
});
