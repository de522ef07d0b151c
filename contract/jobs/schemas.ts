import * as z from "zod";
import {
  BUILT_IN,
  DEFAULT_PRIORITY,
  jobStatuses,
  MAX_PAYLOAD_BYTES,
  MAX_PRIORITY,
  RETENTION_DAYS,
} from "../../core/jobs/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import {
  FIRST_DAY,
  FIRST_TAX_YEAR,
  fileFormats,
  MAX_STATEMENT_DAYS,
  type ReportType,
  reportTypes,
} from "../../core/reports/schema.ts";
import { timestamp } from "../common.ts";

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
      "must be 1 to 64 of a-z, 0-9, dot, colon and dash, starting with a letter or digit",
      "doit compter de 1 à 64 caractères parmi a-z, 0-9, point, deux-points et tiret, en commençant par une lettre ou un chiffre",
    ),
  )
  .refine(
    (value) => value !== BUILT_IN,
    rule(
      `must not be ${BUILT_IN}, which is reserved for the platform`,
      `ne doit pas être ${BUILT_IN}, qui est réservé à la plateforme`,
    ),
  )
  .meta({ examples: ["video.transcode"] });

export const type = word.meta({
  description: `The platform executes \`${reportTypes.join("`, `")}\`; external workers any other type`,
  examples: ["statement-export"],
});

export const capability = word.describe(
  "The ability that a worker needs. Defaults to the type; has no effect for types that the platform executes",
);

export const priority = z
  .int()
  .min(0)
  .max(MAX_PRIORITY)
  .describe(`${MAX_PRIORITY} goes first. Defaults to ${DEFAULT_PRIORITY}`);

export const json = (maxBytes: number) =>
  z
    .unknown()
    .refine(
      (value) => Buffer.byteLength(JSON.stringify(value) ?? "") <= maxBytes,
      rule(`must be at most ${maxBytes} bytes of JSON`, `ne doit pas dépasser ${maxBytes} octets de JSON`),
    );

export const payload = json(MAX_PAYLOAD_BYTES).describe(
  "Any JSON. The description of the operation has the payloads of the platform's types",
);

const needs: Readonly<Record<ReportType, string>> = {
  "statement-export":
    `\`{wallet, from, to, format}\`: \`wallet\` is a symbol or \`all\`, \`from\` and \`to\` are days in UTC (inclusive, from ${FIRST_DAY} on, ` +
    `at most ${MAX_STATEMENT_DAYS}), \`format\` is ${fileFormats.map((one) => `\`${one}\``).join(" or ")}`,
  "portfolio-report": "`{currency, format}`, the currency `EUR` or `USD`",
  "tax-report": `\`{year, format}\`, from ${FIRST_TAX_YEAR} to this year`,
};

export const payloads = `${Object.entries(needs)
  .map(([name, fields]) => `\`${name}\` needs ${fields}. `)
  .join("")}A PDF is in the owner's language; a CSV is the same in every language. `;

const summary = {
  id: jobId,
  type: z.string(),
  status: z
    .enum(jobStatuses)
    .describe("`queued`: waits for an attempt; `running`: a worker executes it; the others are final"),
  priority: z.int(),
  capability: z.string(),
  attempts: z.int().describe("Attempts so far, including a running one"),
  maxAttempts: z.int(),
  progress: z.int().nullable().describe("Percent, as last reported by the worker"),
  error: z.string().nullable().describe("Why the last attempt failed"),
  nextAttemptAt: timestamp.nullable().describe("The earliest next attempt of a queued job"),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp
    .nullable()
    .describe(`When a finished job and its files are deleted: after ${RETENTION_DAYS} days`),
};

export const jobSummary = z.object(summary).meta({ id: "JobSummary" });

export const file = z
  .object({
    name: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    url: z.string().describe("Anyone with this URL can download the file until `expiresAt`"),
    expiresAt: timestamp,
  })
  .meta({ id: "JobFile" });

export const sharer = z
  .object({
    name: z.string(),
    email: z.string().nullable().describe("Null if the address was not verified"),
  })
  .nullable()
  .describe("Who shared it with the caller; null for the caller's own jobs");

export const job = z
  .object({
    ...summary,
    payload: z.unknown().describe("The input; null for a shared job"),
    result: z.unknown().describe("The result; null until it has succeeded"),
    files: z.array(file).describe("Its files, with links that work for 15 minutes"),
    sharedBy: sharer,
    sharedWith: z.array(z.string()).describe("The addresses it was shared with, with or without an account"),
  })
  .meta({ id: "Job" });

export const leaseSeconds = z
  .int()
  .min(10)
  .max(3600)
  .default(60)
  .describe("How long the lease lasts without a heartbeat");

export const leaseToken = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: "Identifies job and lease. Only the account that leased can use it",
    examples: ["job_01jd3v8y2m9t4k6q0s5w7x1z3b.x7Qd…"],
  });

export const leasedUntil = timestamp.describe("When the lease ends without a heartbeat");

export const leasedJob = z
  .object({
    id: jobId,
    owner: z.string().describe("The owner's user id"),
    type: z.string(),
    capability: z.string(),
    priority: z.int(),
    payload: z.unknown(),
    attempts: z.int().describe("Including this one"),
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
