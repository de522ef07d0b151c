import { parseArgs } from "node:util";
import { audit, type Report } from "../core/audit/index.ts";
import * as Assets from "../core/kernel/assets/index.ts";
import * as Money from "../core/kernel/money/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run audit [-- --endpoint URL --table NAME --json]`: audits the ledger of any table, see `table-target.ts`.
 * Exits with 1 when anything differs, with 2 where there is nothing to audit.
 */

const { values } = parseArgs({ options: { ...tableOptions, json: { type: "boolean", default: false } } });
await openTable(values, { call: "audit", to: "audit" });

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
