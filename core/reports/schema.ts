import * as z from "zod";

/** The reports, and what each needs. What depends on the day and on our assets, `payloads.ts` checks. */

export const reportTypes = ["statement-export", "portfolio-report", "tax-report"] as const;
export type ReportType = (typeof reportTypes)[number];

export const isReport = (type: string): type is ReportType => reportTypes.some((name) => name === type);

export const fileFormats = ["csv", "pdf"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** How many days a statement may span. */
export const MAX_STATEMENT_DAYS = 366;
/** Taxes are reported from this year on. */
export const FIRST_TAX_YEAR = 2020;
/** Statements begin on this day or later: the platform is younger. */
export const FIRST_DAY = "2020-01-01";

const format = z.enum(fileFormats, "must be csv or pdf");
const day = z.iso.date("must be a date such as 2026-01-31");

export const statementPayload = z.strictObject({
  /** A wallet's symbol, or "all". */
  wallet: z.string("must be a wallet's symbol, or all").trim().min(1).max(10),
  /** Days in UTC, both included. */
  from: day,
  to: day,
  format,
});
export type StatementPayload = z.output<typeof statementPayload>;

export const portfolioPayload = z.strictObject({
  currency: z.enum(["EUR", "USD"], "must be EUR or USD"),
  format,
});
export type PortfolioPayload = z.output<typeof portfolioPayload>;

export const taxPayload = z.strictObject({
  year: z.int("must be a year such as 2026").min(FIRST_TAX_YEAR, `must be ${FIRST_TAX_YEAR} or later`),
  format,
});
export type TaxPayload = z.output<typeof taxPayload>;
