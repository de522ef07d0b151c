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
 * The audit of every night: has the table exported, audits the export, and tells the number of differences. Not a
 * Lambda, which ends after 15 minutes: the journal only grows. A job of its own (`stacks/audit.ts`) has hours.
 */

/** What the job is given, by its stack alone (`stacks/audit.ts`). */
type Setting = "TABLE_ARN" | "EXPORT_BUCKET" | "EXPORT_KEY_ARN" | "METRICS_NAMESPACE";

function setting(name: Setting): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`the job is not given ${name}`);
  return value;
}

/** How long an export is left alone before it is asked for, in milliseconds: it takes minutes. */
const ASK_AFTER_MS = 15_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Begins an export; one that was begun within this hour is gone on with. @returns its ARN */
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

/** Waits for an export. @returns where its files are @throws Error where it failed */
async function finished(client: DynamoDBClient, ExportArn: string): Promise<string> {
  for (;;) {
    const { ExportDescription: is } = await client.send(new DescribeExportCommand({ ExportArn }));
    if (is?.ExportStatus === "COMPLETED") {
      say(`Exported ${is.ItemCount} items, as the table was at ${is.ExportTime?.toISOString()}.`);
      return `s3://${setting("EXPORT_BUCKET")}/${is.ExportManifest?.replace(/\/manifest-summary\.json$/, "")}`;
    }
    if (is?.ExportStatus === "FAILED")
      throw new Error(`the export failed: ${is.FailureCode} ${is.FailureMessage}`);
    await sleep(ASK_AFTER_MS);
  }
}

/** Tells CloudWatch. Directly: metrics in log lines are read of Lambda's logs, and this job is none. */
async function tell(differences: number): Promise<void> {
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

/** @returns how many differences there are */
export async function handler(): Promise<number> {
  const dynamodb = new DynamoDBClient({});
  const s3 = new S3Client({ forcePathStyle: true });
  const at = await finished(dynamodb, await begin(dynamodb, new Date().toISOString().slice(0, 13)));
  const { report, of } = await auditExport(await bucket(at, s3));
  say(asText(report, of));
  await tell(report.differences.length);
  dynamodb.destroy();
  s3.destroy();
  return report.differences.length;
}
