import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import * as Clock from "../../core/clock/index.ts";
import * as Table from "../../core/platform/table.ts";
import * as Database from "../../local/database.ts";

/**
 * Gives the tests of a file a real database of their own, in memory, with the table made; the clock is set back after.
 * Call it at the top of the file.
 */
export function withDatabase(): { readonly endpoint: string } {
  const given = { endpoint: "" };
  let database: Database.Database | undefined;
  beforeAll(async () => {
    process.env["TABLE_NAME"] = `test-${randomUUID()}`;
    database = await Database.start();
    given.endpoint = database.endpoint;
    await Database.createTable(database.endpoint, Table.tableName());
    Table.configure(Database.clientConfig(database.endpoint));
  });
  afterAll(async () => {
    Table.configure({});
    Clock.setOffset(0);
    await database?.stop();
  });
  return given;
}
