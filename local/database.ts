import { dirname, join } from "node:path";
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceInUseException,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { withoutSignature } from "@svc/local-aws/client";
import { binary, startEmbedded } from "@svc/local-aws/dynamodb/embedded";
import { startEmulator } from "@svc/local-aws/dynamodb/emulator";
import type { Database } from "@svc/local-aws/dynamodb/process";
import { env } from "../core/kernel/env.ts";
import { indexes } from "../core/platform/table/entity.ts";

/** The database of the local runtime and the tests. */

/**
 * Starts a database: the one in `DYNAMODB_ENDPOINT`, else the embedded one, else Amazon's emulator. It ends with this process.
 * @param path its file. Undefined for memory.
 */
export async function start(path?: string, report: (line: string) => void = () => {}): Promise<Database> {
  const given = env("DYNAMODB_ENDPOINT", "");
  if (given !== "") {
    report(`Database: ${given} (DYNAMODB_ENDPOINT).`);
    return { endpoint: given, isUp: () => true, stop: async () => {} };
  }
  const embedded = binary();
  if (embedded) return startEmbedded(embedded, path, report);
  report(
    `Database: Amazon's DynamoDB emulator (Java), because the embedded one has no build for ${process.platform}-${process.arch}.`,
  );
  return startEmulator(path && join(dirname(path), "dynamodb-local"));
}

/** Returns an SDK client's configuration for the database. */
export const clientConfig = (endpoint: string): DynamoDBClientConfig => ({
  endpoint,
  region: "local",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  signer: withoutSignature,
});

/** Creates the table with the stack's keys and indexes, unless it exists. */
export async function createTable(endpoint: string, tableName: string): Promise<void> {
  const client = new DynamoDBClient(clientConfig(endpoint));
  const attributes = ["pk", "sk", ...Object.values(indexes).flatMap(({ pk, sk }) => [pk, sk])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { pk, sk, projection }]) => ({
          IndexName,
          KeySchema: [
            { AttributeName: pk, KeyType: "HASH" },
            { AttributeName: sk, KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: projection },
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists(
    { client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 },
    { TableName: tableName },
  );
  client.destroy();
}
