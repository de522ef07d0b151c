import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { clientConfig } from "../database.ts";
import { type Files, items as itemsOf, type Manifest } from "./export.ts";

/**
 * Exports a local table in AWS's format, and imports an export into a table. AWS's export shows one instant; this one reads while
 * it writes, so export a table without writes, or a copy.
 */

/** The maximum number of items in a file. */
const ITEMS_OF_FILE = 5000;

type Raw = Record<string, AttributeValue>;

/** Yields every item of a table in DynamoDB's JSON. */
async function* raw(client: DynamoDBClient, tableName: string): AsyncGenerator<Raw> {
  let ExclusiveStartKey: Raw | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: tableName, ConsistentRead: true, ExclusiveStartKey }),
    );
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

/** Formats bytes as base64. */
const binary = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;

/**
 * Exports a table of a local database into a new folder.
 * @param at the instant of the table, ISO 8601
 * @returns the folder of the export, for an audit
 */
export async function exportTable(
  { endpoint, tableName, at }: { readonly endpoint: string; readonly tableName: string; readonly at: string },
  path: string,
): Promise<string> {
  const id = `${Date.parse(at)}-local`;
  const root = join(path, "AWSDynamoDB", id);
  mkdirSync(join(root, "data"), { recursive: true });
  const client = new DynamoDBClient(clientConfig(endpoint));
  const files: string[] = [];
  let lines: string[] = [];
  let itemCount = 0;
  const flush = () => {
    const name = `${String(files.length).padStart(6, "0")}.json.gz`;
    const packed = gzipSync(lines.join("\n") + (lines.length > 0 ? "\n" : ""));
    writeFileSync(join(root, "data", name), packed, { mode: 0o600 });
    files.push(
      JSON.stringify({
        itemCount: lines.length,
        md5Checksum: createHash("md5").update(packed).digest("base64"),
        etag: `${createHash("md5").update(packed).digest("hex")}-1`,
        dataFileS3Key: `AWSDynamoDB/${id}/data/${name}`,
      }),
    );
    itemCount += lines.length;
    lines = [];
  };
  for await (const Item of raw(client, tableName)) {
    lines.push(JSON.stringify({ Item }, binary));
    if (lines.length === ITEMS_OF_FILE) flush();
  }
  flush();
  client.destroy();
  const summary = {
    version: "2020-06-30",
    exportTime: at,
    tableArn: `arn:aws:dynamodb:local:000000000000:table/${tableName}`,
    itemCount,
    manifestFilesS3Key: `AWSDynamoDB/${id}/manifest-files.json`,
    outputFormat: "DYNAMODB_JSON",
    exportType: "FULL_EXPORT",
  };
  writeFileSync(join(root, "manifest-files.json"), `${files.join("\n")}\n`);
  writeFileSync(join(root, "manifest-summary.json"), JSON.stringify(summary));
  return root;
}

/** The maximum of a batch write. */
const BATCH = 25;

/** Writes every item of an export into an empty local table. @returns their number */
export async function importTable(
  files: Files,
  manifest: Manifest,
  { endpoint, tableName }: { readonly endpoint: string; readonly tableName: string },
): Promise<number> {
  const client = new DynamoDBClient(clientConfig(endpoint));
  let written = 0;
  let batch: Raw[] = [];
  const flush = async () => {
    let left = batch.map((Item) => ({ PutRequest: { Item } }));
    while (left.length > 0) {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [tableName]: left } }),
      );
      left = (UnprocessedItems?.[tableName] ?? []) as typeof left;
    }
    written += batch.length;
    batch = [];
  };
  for await (const item of itemsOf(files, manifest)) {
    batch.push(marshall(item));
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  client.destroy();
  return written;
}
