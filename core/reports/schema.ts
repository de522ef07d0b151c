import * as z from "zod";
import { defineError } from "../kernel/errors.ts";
import { rule } from "../kernel/texts/index.ts";

export const InvalidPayload = defineError(
  "INVALID_PAYLOAD",
  "invalid",
  "The payload does not match the job's type.",
  "Le contenu ne correspond pas au type de la tâche.",
);
export const ReportTooLarge = defineError(
  "REPORT_TOO_LARGE",
  "too-large",
  "The file would be too large. Choose a shorter period, a single wallet, or CSV instead of PDF.",
  "Le fichier serait trop volumineux. Choisissez une période plus courte, un seul portefeuille, ou le CSV au lieu du PDF.",
);
export const OwnerGone = defineError(
  "OWNER_GONE",
  "not-found",
  "The account is closed or blocked.",
  "Le compte est fermé ou bloqué.",
);

/** The reports and their payloads. `payloads.ts` checks the rules that depend on the day and the assets. */

export const reportTypes = ["statement-export", "portfolio-report", "tax-report"] as const;
export type ReportType = (typeof reportTypes)[number];

export const isReport = (type: string): type is ReportType => reportTypes.some((name) => name === type);

export const fileFormats = ["csv", "pdf"] as const;
export type FileFormat = (typeof fileFormats)[number];

export const MAX_STATEMENT_DAYS = 366;
export const FIRST_TAX_YEAR = 2020;
/** The first day of statements: the platform is younger. */
export const FIRST_DAY = "2020-01-01";

const format = z.enum(fileFormats, rule("must be csv or pdf", "doit être csv ou pdf"));
const day = z.iso.date(rule("must be a date such as 2026-01-31", "doit être une date, comme 2026-01-31"));

export const statementPayload = z.strictObject({
  /** A wallet's symbol, or "all". */
  wallet: z
    .string(rule("must be a wallet's symbol, or all", "doit être le symbole d'un portefeuille, ou all"))
    .trim()
    .min(1)
    .max(10),
  /** Days in UTC, both included. */
  from: day,
  to: day,
  format,
});
export type StatementPayload = z.output<typeof statementPayload>;

export const portfolioPayload = z.strictObject({
  currency: z.enum(["EUR", "USD"], rule("must be EUR or USD", "doit être EUR ou USD")),
  format,
});
export type PortfolioPayload = z.output<typeof portfolioPayload>;

export const taxPayload = z.strictObject({
  year: z
    .int(rule("must be a year such as 2026", "doit être une année, comme 2026"))
    .min(
      FIRST_TAX_YEAR,
      rule(`must be ${FIRST_TAX_YEAR} or later`, `doit être ${FIRST_TAX_YEAR} ou une année ultérieure`),
    ),
  format,
});
export type TaxPayload = z.output<typeof taxPayload>;
