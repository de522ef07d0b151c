import { readFileSync } from "node:fs";
import { env } from "../core/kernel/env.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "./database.ts";

/**
 * Which table a command works on. `--endpoint URL` and `--table NAME` state it; without `--endpoint` a table is of
 * the AWS account that the environment names. With neither it is the table of the platform that was started here
 * last, in `LOCAL_DATA`, and must run still; where none was, `TABLE_NAME` in AWS.
 */

/** The options that state a table, for `parseArgs`. */
export const tableOptions = { endpoint: { type: "string" }, table: { type: "string" } } as const;

interface Target {
  readonly endpoint?: string | undefined;
  readonly tableName?: string | undefined;
}

/** What the local runtime says of itself, if it runs here. */
function localRuntime(): Target {
  try {
    const file: unknown = JSON.parse(readFileSync(`${env("LOCAL_DATA", ".local")}/runtime.json`, "utf8"));
    const { dynamodbEndpoint, tableName } = file as Record<string, string | undefined>;
    return { endpoint: dynamodbEndpoint, tableName };
  } catch {
    return {};
  }
}

/** Why there is no table to work on: no platform runs here and none is named, or its database does not answer. */
async function problemOf({ endpoint, tableName }: Target): Promise<string | undefined> {
  if (tableName === undefined && env("TABLE_NAME", "") === "") return "nothing runs here.";
  if (endpoint === undefined) return undefined;
  const answers = await fetch(endpoint, { method: "POST" }).then(
    () => true,
    () => false,
  );
  return answers ? undefined : `no database answers at ${endpoint}.`;
}

/**
 * Lets core work on the table that the options state; ends with 2 where there is none.
 * @param command how it is called, and what there is nothing for
 */
export async function openTable(
  { endpoint, table }: { readonly endpoint?: string | undefined; readonly table?: string | undefined },
  { call, to }: { readonly call: string; readonly to: string },
): Promise<void> {
  const isStated = endpoint !== undefined || table !== undefined;
  const target: Target = isStated ? { endpoint, tableName: table } : localRuntime();
  const problem = await problemOf(target);
  if (problem !== undefined) {
    process.stderr.write(
      `There is nothing to ${to}: ${problem} Start the platform with npm start, or name a table: `,
    );
    process.stderr.write(`TABLE_NAME=… npm run ${call}, or npm run ${call} -- --endpoint URL --table NAME\n`);
    process.exit(2);
  }
  if (target.tableName !== undefined) process.env["TABLE_NAME"] = target.tableName;
  if (target.endpoint !== undefined) Table.configure(clientConfig(target.endpoint));
}
