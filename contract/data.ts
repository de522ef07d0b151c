import * as z from "zod";
import { jobStatuses } from "../core/jobs/schema.ts";
import { blockerCodes } from "../core/people/schema.ts";
import { timestamp } from "./common.ts";
import { file as jobFile } from "./jobs/schemas.ts";

/** What the routes of a person's data share, of the web and of the app. */

export const exported = z
  .object({
    status: z.enum(jobStatuses),
    requestedAt: timestamp,
    readyAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().meta({ description: "When the file is deleted" }),
  })
  .meta({ id: "DataExport" });

export const file = jobFile.meta({ id: "DataExportFile" });

export const blockers = z.array(
  z.object({
    code: z.enum(blockerCodes),
    message: z.string().meta({ description: "What it is, and what to do" }),
    amounts: z.array(z.object({ asset: z.string(), amount: z.string() })).optional(),
  }),
);

export const erasure = z
  .object({
    graceDays: z.int().meta({ description: "How long a sign-in calls it off once it is asked for" }),
    dueAt: timestamp.nullable().meta({ description: "When it is carried out; null where nobody has asked" }),
    blockers: blockers.meta({ description: "What must be settled before" }),
  })
  .meta({ id: "Erasure" });

export const asked = z.object({ erasure: z.object({ dueAt: timestamp }) });

export const words = {
  export:
    "Makes one JSON file of all that is kept of the account, by kind: profile, devices, accounts and all that has moved in them, payments, " +
    "cards, identity checks, what was told. Of other people it has what the apps show of them. A letter tells when it is ready; it is kept " +
    "for 30 days. One that is being made, or was within a day, is given again.",
  erasure:
    "Ends every session and API key at once. The data is erased after `graceDays`; signing in before calls that off. What must be " +
    "settled first is named in `blockers`, each with what to do. What the law demands is kept without names; the journal " +
    "of money is kept for good, under an id that stands for nobody. A letter tells of each step.",
} as const;
