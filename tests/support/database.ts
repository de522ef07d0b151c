import { randomUUID } from "node:crypto";
import type { Database as Running } from "@svc/local-aws/dynamodb/process";
import { afterAll, beforeAll } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Database from "../../local/database.ts";

/**
 * Gives the tests of a file a real database of their own, in memory, with the table made; the clock is set
 * back after. Call it at the top of the file. `TEST_DYNAMODB_ENDPOINT` names another DynamoDB to run them on:
 * Amazon's own emulator is stricter than the embedded one.
 */
export function withDatabase(): { readonly endpoint: string } {
  const given = { endpoint: "" };
  let database: Running | undefined;
  beforeAll(async () => {
    process.env["TABLE_NAME"] = `test-${randomUUID()}`;
    const other = process.env["TEST_DYNAMODB_ENDPOINT"];
    database = other ? undefined : await Database.start();
    given.endpoint = database?.endpoint ?? other ?? "";
    await Database.createTable(given.endpoint, Table.tableName());
    Table.configure(Database.clientConfig(given.endpoint));
  });
  afterAll(async () => {
    Table.configure({});
    Clock.setOffset(0);
    await database?.stop();
  });
  return given;
}
