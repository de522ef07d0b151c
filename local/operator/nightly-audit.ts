import { setTimeout as sleep } from "node:timers/promises";
import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import {
  DescribeExportCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { metrics } from "../../core/platform/metrics/schema.ts";
import { asText, auditExport } from "./auditing.ts";
import { bucket } from "./export.ts";

/**
 * The nightly audit: exports the table, audits the export, and reports the number of differences. It is not a Lambda, which ends
 * after 15 minutes, because the journal only grows; the job (`stacks/audit.ts`) may run for hours.
 */

/** The job's settings, which only its stack sets (`stacks/audit.ts`). */
type Setting = "TABLE_ARN" | "EXPORT_BUCKET" | "EXPORT_KEY_ARN" | "METRICS_NAMESPACE";

function setting(name: Setting): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`the job has no ${name}`);
  return value;
}

/** The interval of checks whether an export is complete, in milliseconds. It takes minutes. */
const CHECK_EVERY_MS = 15_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Starts an export, or continues one that was started in this hour. @returns its ARN */
async function begin(client: DynamoDBClient, hour: string): Promise<string> {
  const { ExportDescription: made } = await client.send(
    new ExportTableToPointInTimeCommand({
      TableArn: setting("TABLE_ARN"),
      S3Bucket: setting("EXPORT_BUCKET"),
      S3SseAlgorithm: "KMS",
      S3SseKmsKeyId: setting("EXPORT_KEY_ARN"),
      ExportFormat: "DYNAMODB_JSON",
      ClientToken: `audit-${hour}`,
    }),
  );
  if (made?.ExportArn === undefined) throw new Error("the export has no ARN");
  return made.ExportArn;
}

/** Waits for an export. @returns the location of its files @throws Error if it failed */
async function untilExported(client: DynamoDBClient, ExportArn: string): Promise<string> {
  for (;;) {
    const { ExportDescription: is } = await client.send(new DescribeExportCommand({ ExportArn }));
    if (is?.ExportStatus === "COMPLETED") {
      say(`Exported ${is.ItemCount} items, as the table was at ${is.ExportTime?.toISOString()}.`);
      return `s3://${setting("EXPORT_BUCKET")}/${is.ExportManifest?.replace(/\/manifest-summary\.json$/, "")}`;
    }
    if (is?.ExportStatus === "FAILED")
      throw new Error(`the export failed: ${is.FailureCode} ${is.FailureMessage}`);
    await sleep(CHECK_EVERY_MS);
  }
}

/** Publishes the metric directly: metrics in log lines work only for Lambda's logs. */
async function publish(differences: number): Promise<void> {
  const client = new CloudWatchClient({});
  const MetricName = "auditDifferences" satisfies keyof typeof metrics;
  await client.send(
    new PutMetricDataCommand({
      Namespace: setting("METRICS_NAMESPACE"),
      MetricData: [{ MetricName, Value: differences, Unit: metrics[MetricName].unit }],
    }),
  );
  client.destroy();
}

/** @returns the number of differences */
export async function handler(): Promise<number> {
  const dynamodb = new DynamoDBClient({});
  const s3 = new S3Client({ forcePathStyle: true });
  const at = await untilExported(dynamodb, await begin(dynamodb, new Date().toISOString().slice(0, 13)));
  const { report, of } = await auditExport(await bucket(at, s3));
  say(asText(report, of));
  await publish(report.differences.length);
  dynamodb.destroy();
  s3.destroy();
  return report.differences.length;
}
