import { argumentsOf, failureOf } from "../contract/bin/command.ts";
import { audit } from "../core/audit/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { asJson, asText, auditExport } from "./operator/auditing.ts";
import { bucket, folder } from "./operator/export.ts";
import { NoTarget } from "./operator/target.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run audit [-- --stage NAME --endpoint URL --table NAME --json]`: audits the ledger of a table (see `table-target.ts`).
 * `--export FOLDER` or `--export s3://bucket/AWSDynamoDB/ID` audits an export, which shows one instant. On a table with
 * writes, entries made during the audit may show as differences. Exits with 1 on differences, 2 if there is nothing to audit.
 */

const usage = `npm run audit                       audits the local platform
npm run audit -- --stage STAGE      audits a stage in the AWS account of your credentials; with --table NAME: a restored table
npm run audit -- --endpoint URL --table NAME     audits another database
npm run audit -- --export FOLDER    audits an export, or s3://bucket/AWSDynamoDB/ID
  --json   prints JSON`;

const { values } = argumentsOf(
  { ...tableOptions, export: { type: "string" }, json: { type: "boolean", default: false } },
  { usage, words: false },
);

async function openExport(location: string) {
  if (!location.startsWith("s3://")) return folder(location);
  const { S3Client } = await import("@aws-sdk/client-s3");
  return bucket(location, new S3Client({}));
}

/** Audits an export. @throws NoTarget if it is incomplete or not an export */
async function auditLocation(location: string) {
  const files = await openExport(location);
  return auditExport(files).catch((error: Error) => {
    throw failureOf(error)?.code === 2
      ? error
      : new NoTarget(`${location} is not a complete export: ${error.message}`);
  });
}

async function runAudit() {
  if (values.export !== undefined) return auditLocation(values.export);
  await openTable(values, { call: "audit", to: "audit" });
  return { report: await audit(), of: Table.tableName() };
}

const { report, of } = await runAudit();
process.stdout.write(`${(values.json ? asJson : asText)(report, of)}\n`);
if (report.differences.length > 0 && values.stage !== undefined)
  process.stderr.write(
    "The stage had writes during the audit, so their entries may show as differences. The nightly audit of an export does not have this problem.\n",
  );
process.exitCode = report.differences.length > 0 ? 1 : 0;
