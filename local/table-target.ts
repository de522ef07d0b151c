import { readFileSync } from "node:fs";
import { env } from "../core/kernel/env.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "./database.ts";
import { NoTarget, stageOption, targetOf } from "./operator/target.ts";

/**
 * Which table a command works on. `--stage NAME` is that of a stage in AWS, by what its stack says, or beside it
 * `--table NAME`: one that was restored. `--endpoint URL` and `--table NAME` state one; without `--endpoint` it is of
 * the AWS account that the environment names. With none of them it is the table of the platform that was started
 * here last, in `LOCAL_DATA`, and must run still; where none was, `TABLE_NAME` in AWS.
 */

/** The options that state a table, for `parseArgs`. */
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

/** @throws NoTarget where the stage is not there */
async function targetFor({ stage, endpoint, table }: Stated): Promise<Target> {
  if (stage !== undefined && endpoint !== undefined)
    throw new NoTarget("--stage and --endpoint name two different places: give one.");
  if (stage !== undefined) return { tableName: table ?? (await targetOf({ stage })).tableName };
  const isStated = endpoint !== undefined || table !== undefined;
  return isStated ? { endpoint, tableName: table } : localRuntime();
}

/**
 * Lets core work on the table that the options state.
 * @returns why there is none, if there is none
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
 * As `tryTable`; ends with 2 where there is none.
 * @param command how it is called, and what there is nothing for
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
