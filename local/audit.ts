import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { audit, type Report } from "../core/audit/index.ts";
import * as Assets from "../core/kernel/assets/index.ts";
import { env } from "../core/kernel/env.ts";
import * as Money from "../core/kernel/money/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { clientConfig } from "./database.ts";

/**
 * `npm run audit [-- --endpoint URL --table NAME --json]`: audits the ledger of any table. Without `--endpoint`
 * a table is of the AWS account that the environment names. With neither option it is the table of the platform
 * that was started here last, in `LOCAL_DATA`, and must run still; where none was, `TABLE_NAME` in AWS. Exits
 * with 1 when anything differs, with 2 where there is nothing to audit: no table is named, or no database
 * answers.
 */

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

/** Ends where there is nothing to audit: no platform runs here, and no table of AWS is named. */
async function refuseNothing({ endpoint, tableName }: Target): Promise<void> {
  const stop = (why: string): never => {
    process.stderr.write(`${why} Start the platform with npm start, or name a table: `);
    process.stderr.write("TABLE_NAME=… npm run audit, or npm run audit -- --endpoint URL --table NAME\n");
    process.exit(2);
  };
  if (tableName === undefined && env("TABLE_NAME", "") === "")
    stop("There is nothing to audit: nothing runs here.");
  if (endpoint === undefined) return;
  const answers = await fetch(endpoint, { method: "POST" }).then(
    () => true,
    () => false,
  );
  if (!answers) stop(`There is nothing to audit: no database answers at ${endpoint}.`);
}

const { values } = parseArgs({
  options: {
    endpoint: { type: "string" },
    table: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const isStated = values.endpoint !== undefined || values.table !== undefined;
const target: Target = isStated ? { endpoint: values.endpoint, tableName: values.table } : localRuntime();
await refuseNothing(target);
if (target.tableName !== undefined) process.env["TABLE_NAME"] = target.tableName;
if (target.endpoint !== undefined) Table.configure(clientConfig(target.endpoint));

const report = await audit();
process.stdout.write(`${values.json ? asJson(report) : asText(report)}\n`);
process.exitCode = report.differences.length > 0 ? 1 : 0;

function asJson(result: Report): string {
  const assets = Object.fromEntries(
    [...result.assets].map(([asset, { users, system }]) => [
      asset,
      { users: amount(users, asset), system: amount(system, asset), sum: amount(users + system, asset) },
    ]),
  );
  return JSON.stringify({ table: Table.tableName(), ...result, assets }, undefined, 2);
}

function asText(result: Report): string {
  const rows = [
    ["asset", "users", "platform", "sum"],
    ...[...result.assets].map(([asset, { users, system }]) => [
      asset,
      amount(users, asset),
      amount(system, asset),
      amount(users + system, asset),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
  );
  const { userAccounts, systemAccounts, entries, historyLines, openHolds, differences } = result;
  return [
    `Table ${Table.tableName()}: ${userAccounts} user accounts, ${systemAccounts} platform accounts, ` +
      `${entries} entries, ${historyLines} history lines, ${openHolds} open holds.`,
    "",
    ...table,
    "",
    ...(differences.length === 0
      ? ["Every balance is what the journal gives; every chain is whole."]
      : [`${differences.length} differences:`, ...differences.map((difference) => `- ${difference}`)]),
  ].join("\n");
}

function amount(units: bigint, asset: string): string {
  return Money.format(units, Assets.find(asset)?.decimals ?? 0);
}
