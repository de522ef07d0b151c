import * as z from "zod";
import {
  BUILT_IN,
  DEFAULT_PRIORITY,
  jobStatuses,
  KEPT_DAYS,
  MAX_PAYLOAD_BYTES,
  MAX_PRIORITY,
} from "../../core/jobs/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import {
  FIRST_DAY,
  FIRST_TAX_YEAR,
  fileFormats,
  MAX_STATEMENT_DAYS,
  reportTypes,
} from "../../core/reports/schema.ts";
import { timestamp } from "../common.ts";

/** What the routes of jobs, of their workers and of templates share. */

/** What the routes of jobs, of their workers and of templates share. */

export const jobId = z
  .string()
  .max(64)
  .meta({ description: "A job's id", examples: ["job_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const templateId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: "A template's id", examples: ["tpl_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const word = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.:-]{0,63}$/,
    rule(
      "must be 1 to 64 of a-z, 0-9, dot, colon and dash, a letter or digit first",
      "doit compter de 1 à 64 caractères parmi a-z, 0-9, point, deux-points et tiret, en commençant par une lettre ou un chiffre",
    ),
  )
  .refine(
    (value) => value !== BUILT_IN,
    rule(
      `must not be ${BUILT_IN}: that is the platform's own`,
      `ne doit pas être ${BUILT_IN} : il est réservé à la plateforme`,
    ),
  )
  .meta({ examples: ["video.transcode"] });

export const type = word.meta({
  description: `\`${reportTypes.join("`, `")}\` are done by the platform; any other by external workers`,
  examples: ["statement-export"],
});

export const capability = word.meta({
  description:
    "What a worker must be able to do; the type unless told. It changes nothing for types that the platform does",
  examples: ["video.transcode"],
});

export const priority = z
  .int()
  .min(0)
  .max(MAX_PRIORITY)
  .meta({ description: `${MAX_PRIORITY} goes first; ${DEFAULT_PRIORITY} unless told` });

export const json = (maxBytes: number) =>
  z
    .unknown()
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value) ?? "") <= maxBytes,
      rule(`must be at most ${maxBytes} bytes of JSON`, `ne doit pas dépasser ${maxBytes} octets de JSON`),
    );

export const payload = json(MAX_PAYLOAD_BYTES).meta({
  description: "Any JSON; what the platform's own types need, see below",
});

export const payloads =
  `\`statement-export\` needs \`{wallet, from, to, format}\`: \`wallet\` is a symbol or \`all\`, \`from\` and \`to\` are days in UTC (both included, from ${FIRST_DAY} on, ` +
  `${MAX_STATEMENT_DAYS} at most), \`format\` is ${fileFormats.map((one) => `\`${one}\``).join(" or ")}. ` +
  "`portfolio-report` needs `{currency, format}`, the currency `EUR` or `USD`. " +
  `\`tax-report\` needs \`{year, format}\`, from ${FIRST_TAX_YEAR} to this year. ` +
  "A PDF is in the owner's language; a CSV has the same columns, kinds, decimal points and times in every one. ";

export const summary = {
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

export const jobSummary = z.object(summary).meta({ id: "JobSummary" });

export const file = z
  .object({
    name: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    url: z.string().meta({ description: "Whoever has it can download the file until `expiresAt`" }),
    expiresAt: timestamp,
  })
  .meta({ id: "JobFile" });

export const sharer = z
  .object({
    name: z.string(),
    email: z.string().nullable().meta({ description: "Null where the sharer had not proven to own it" }),
  })
  .nullable()
  .meta({ description: "Who shared it with the caller; null for the caller's own" });

export const job = z
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

export const leaseSeconds = z
  .int()
  .min(10)
  .max(3600)
  .default(60)
  .meta({ description: "For how long the lease holds unless a heartbeat comes" });

export const leaseToken = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: "Names job and lease. Of use to the account alone that leased",
    examples: ["job_01jd3v8y2m9t4k6q0s5w7x1z3b.x7Qd…"],
  });

export const leasedUntil = timestamp.meta({ description: "The lease ends then, unless a heartbeat comes" });

export const leasedJob = z
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

export const endedJob = jobSummary.pick({
  id: true,
  type: true,
  status: true,
  attempts: true,
  maxAttempts: true,
  nextAttemptAt: true,
  finishedAt: true,
});
