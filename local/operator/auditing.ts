import { audit, type Report } from "../../core/audit/index.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { type Files, items, manifestOf } from "./export.ts";
import { columns } from "./words.ts";

/** Audits a table or an export, and formats the report. */

/** Audits an export without a table. @throws Error if the export is incomplete */
export async function auditExport(files: Files): Promise<{ readonly report: Report; readonly of: string }> {
  const manifest = await manifestOf(files);
  const report = await audit(() => items(files, manifest));
  return { report, of: `${manifest.tableArn} at ${manifest.exportTime}, ${manifest.itemCount} items` };
}

export function asJson(result: Report, of: string): string {
  const assets = Object.fromEntries(
    [...result.assets].map(([asset, { users, system }]) => [
      asset,
      { users: amount(users, asset), system: amount(system, asset), sum: amount(users + system, asset) },
    ]),
  );
  return JSON.stringify({ table: of, ...result, assets }, undefined, 2);
}

export function asText(result: Report, of: string): string {
  const { userAccounts, systemAccounts, entries, historyLines, openHolds, differences } = result;
  return [
    `Table ${of}: ${userAccounts} user accounts, ${systemAccounts} platform accounts, ` +
      `${entries} entries, ${historyLines} history lines, ${openHolds} open holds.`,
    "",
    columns([
      ["asset", "users", "platform", "sum"],
      ...[...result.assets].map(([asset, { users, system }]) => [
        asset,
        amount(users, asset),
        amount(system, asset),
        amount(users + system, asset),
      ]),
    ]),
    "",
    ...(differences.length === 0
      ? ["Every balance matches the journal; every chain is complete."]
      : [`${differences.length} differences:`, ...differences.map((difference) => `- ${difference}`)]),
  ].join("\n");
}

function amount(units: bigint, asset: string): string {
  return Money.format(units, Assets.find(asset)?.decimals ?? 0);
}
