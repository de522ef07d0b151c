import { argumentsOf, failureOf } from "../contract/bin/command.ts";
import { audit } from "../core/audit/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { asJson, asText, auditExport } from "./operator/auditing.ts";
import { bucket, folder } from "./operator/export.ts";
import { NoTarget } from "./operator/target.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run audit [-- --stage NAME --endpoint URL --table NAME --json]`: audits the ledger of any table, see
 * `table-target.ts`. `--export FOLDER` or `--export s3://bucket/AWSDynamoDB/ID` audits an export of one, which shows
 * one instant: on a table that is written to, entries of these seconds may show as differences.
 * Exits with 1 when anything differs, with 2 where there is nothing to audit.
 */

const usage = `npm run audit                       of the running local platform
npm run audit -- --stage STAGE      of a stage in the AWS account of your credentials; --table NAME beside it: of a restored table
npm run audit -- --endpoint URL --table NAME     of another database
npm run audit -- --export FOLDER    of an export; s3://bucket/AWSDynamoDB/ID: where it lies
  --json   for scripts`;

const { values } = argumentsOf(
  { ...tableOptions, export: { type: "string" }, json: { type: "boolean", default: false } },
  { usage, words: false },
);

async function filesOf(place: string) {
  if (!place.startsWith("s3://")) return folder(place);
  const { S3Client } = await import("@aws-sdk/client-s3");
  return bucket(place, new S3Client({}));
}

/** One that is not complete, or no export at all, is nothing to audit. */
async function exported(place: string) {
  const files = await filesOf(place);
  return auditExport(files).catch((error: Error) => {
    throw failureOf(error)?.code === 2
      ? error
      : new NoTarget(`${place} is no whole export: ${error.message}`);
  });
}

async function audited() {
  if (values.export !== undefined) return exported(values.export);
  await openTable(values, { call: "audit", to: "audit" });
  return { report: await audit(), of: Table.tableName() };
}

const { report, of } = await audited();
process.stdout.write(`${(values.json ? asJson : asText)(report, of)}\n`);
if (report.differences.length > 0 && values.stage !== undefined)
  process.stderr.write(
    "The stage was written to meanwhile: what an entry of these seconds is part of may show. The nightly audit of an export does not have that.\n",
  );
process.exitCode = report.differences.length > 0 ? 1 : 0;
