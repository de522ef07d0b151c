import { randomUUID } from "node:crypto";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, inject } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Database from "../../local/database.ts";

/** Returns the endpoint of this worker's database. */
function endpointOfWorker(): string {
  const endpoint = inject("databases")[Number(process.env["VITEST_POOL_ID"]) - 1];
  if (endpoint === undefined) throw new Error(`worker ${process.env["VITEST_POOL_ID"]} has no database`);
  return endpoint;
}

/**
 * Gives the tests of a file a table of their own in the worker's database, and resets the clock afterwards.
 * Call it at the top of the file.
 */
export function withDatabase(): { readonly endpoint: string } {
  const endpoint = endpointOfWorker();
  beforeAll(async () => {
    process.env["TABLE_NAME"] = `test-${randomUUID()}`;
    await Database.createTable(endpoint, Table.tableName());
    Table.configure(Database.clientConfig(endpoint));
  });
  afterAll(async () => {
    Table.configure({});
    Clock.setOffset(0);
    const client = new DynamoDBClient(Database.clientConfig(endpoint));
    await client.send(new DeleteTableCommand({ TableName: Table.tableName() }));
    client.destroy();
  });
  return { endpoint };
}
