import { readFileSync } from "node:fs";
import { env } from "../core/kernel/env.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "./database.ts";
import { NoTarget, stageOption, targetOf } from "./operator/target.ts";

/**
 * Determines the table of a command. `--stage NAME` is a stage in AWS, by its stack's outputs; with `--table NAME` a restored
 * table of it. `--endpoint URL` and `--table NAME` state a table; without `--endpoint` it is in the AWS account of the environment.
 * Without options it is the table of the local platform in `LOCAL_DATA`, which must be running, else `TABLE_NAME` in AWS.
 */

/** The options of a table, for `parseArgs`. */
export const tableOptions = {
  ...stageOption,
  endpoint: { type: "string" },
  table: { type: "string" },
} as const;

interface Stated {
  readonly stage?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly table?: string | undefined;
}

interface Target {
  readonly endpoint?: string | undefined;
  readonly tableName?: string | undefined;
}

/** Returns the endpoint and table of the local platform, if it runs. */
function localRuntime(): Target {
  try {
    const file: unknown = JSON.parse(readFileSync(`${env("LOCAL_DATA", ".local")}/runtime.json`, "utf8"));
    const { dynamodbEndpoint, tableName } = file as Record<string, string | undefined>;
    return { endpoint: dynamodbEndpoint, tableName };
  } catch {
    return {};
  }
}

/** Returns the problem if no table is available: no platform runs and none is named, or the database does not answer. */
async function problemOf({ endpoint, tableName }: Target): Promise<string | undefined> {
  if (tableName === undefined && env("TABLE_NAME", "") === "") return "no local platform is running.";
  if (endpoint === undefined) return undefined;
  const answers = await fetch(endpoint, { method: "POST" }).then(
    () => true,
    () => false,
  );
  return answers ? undefined : `no database answers at ${endpoint}.`;
}

/** @throws NoTarget if the stage does not exist */
async function targetFor({ stage, endpoint, table }: Stated): Promise<Target> {
  if (stage !== undefined && endpoint !== undefined)
    throw new NoTarget("--stage and --endpoint exclude each other.");
  if (stage !== undefined) return { tableName: table ?? (await targetOf({ stage })).tableName };
  const isStated = endpoint !== undefined || table !== undefined;
  return isStated ? { endpoint, tableName: table } : localRuntime();
}

/**
 * Configures core for the table of the options.
 * @returns the problem if no table is available
 */
export async function tryTable(stated: Stated): Promise<string | undefined> {
  let target: Target;
  try {
    target = await targetFor(stated);
  } catch (error) {
    if (error instanceof NoTarget) return error.message;
    throw error;
  }
  const problem = await problemOf(target);
  if (problem !== undefined) return problem;
  if (target.tableName !== undefined) process.env["TABLE_NAME"] = target.tableName;
  if (target.endpoint !== undefined) Table.configure(clientConfig(target.endpoint));
  return undefined;
}

/**
 * As `tryTable`, but exits with 2 if no table is available.
 * @param call the command's name, and its purpose for the message
 */
export async function openTable(
  stated: Stated,
  { call, to }: { readonly call: string; readonly to: string },
): Promise<void> {
  const problem = await tryTable(stated);
  if (problem === undefined) return;
  const isStage = stated.stage !== undefined;
  process.stderr.write(
    isStage
      ? `${problem}\n`
      : `There is nothing to ${to}: ${problem} Start the platform with npm start, or name a table: npm run ${call} -- --stage NAME, TABLE_NAME=… npm run ${call}, or npm run ${call} -- --endpoint URL --table NAME\n`,
  );
  process.exit(2);
}
