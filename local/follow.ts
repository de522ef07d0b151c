import pMap from "p-map";
import { nearest } from "../contract/bin/command.ts";
import { findEntity } from "../core/people/inventory.ts";
import * as Table from "../core/platform/table/index.ts";
import { entities } from "./docs-table.ts";
import { partitionsOf } from "./operator/catalogue.ts";
import { HIDDEN, isId, outline, showKey } from "./operator/outline.ts";
import { argumentsOf, exitWithUsage, say, write } from "./operator/target.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run follow -- [--stage NAME] ID`: the trail of a user, payment, hold, withdrawal or anything else with an id: its
 * records, their states and times, and the other ids that they name. Names, addresses, numbers and amounts are not shown.
 */

const usage = `npm run follow -- [--stage NAME] ID [--entity NAME]
  ID             as in a log, a response, or the provider's dashboard: usr_…, txn_…, pay_…, wdr_…, pi_…
  --entity NAME  only records of this kind (docs/TABLE.md names them), up to 100 of them`;

const { values, positionals } = argumentsOf({ ...tableOptions, entity: { type: "string" } }, { usage });
const [id, ...more] = positionals;
if (id === undefined || more.length > 0 || !isId(id))
  exitWithUsage(id === undefined ? "Name an id." : `"${positionals.join(" ")}" is not an id.`, { usage });
const all = await entities();
const kind = values.entity;
if (kind !== undefined && !all.some(({ name }) => name === kind))
  exitWithUsage(
    `There is no kind of records ${kind}. The nearest: ${nearest(
      all.map(({ name }) => name),
      kind,
      5,
    )}. docs/TABLE.md names all; without --entity the kinds under an id are listed.`,
    { usage },
  );
await openTable(values, { call: "follow", to: "follow it in" });

/** How many records of a kind are shown, how many of a single requested kind, and how many items of a partition are read. */
const [SHOWN, ALL, READ] = [5, 100, 1000];

const found = await pMap(
  partitionsOf(all, id),
  async (pk) => {
    const items: Table.Item[] = [];
    for await (const page of Table.pages({ pk, limit: 250, newestFirst: true })) {
      items.push(...page);
      if (items.length >= READ) break;
    }
    return items;
  },
  { concurrency: 8 },
);

/** Formats the outline of an item as a line. */
function lineOf(item: Table.Item): string {
  const { pk: _, sk, ...fields } = item;
  const shown = Object.entries(outline(fields) as object).filter(
    ([, value]) => typeof value === "boolean" || (typeof value === "string" && value !== HIDDEN),
  );
  return `  ${showKey(String(sk))}  ${shown.map(([name, value]) => `${name}=${value}`).join(" ")}`.trimEnd();
}

const kinds = Map.groupBy(found.flat(), (item) => findEntity(item)?.name ?? showKey(String(item["pk"])));
for (const [name, items] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  if (kind !== undefined && kind !== name) continue;
  const shown = items.slice(0, kind === undefined ? SHOWN : ALL);
  write(`${name}: ${items.length}${items.length > shown.length ? `, the last ${shown.length}` : ""}`);
  for (const item of shown) write(lineOf(item));
}
if (kinds.size === 0) {
  say(`No records under ${id}. A record inside a user's partition is found by following the user.`);
  process.exitCode = 1;
} else if (kind !== undefined && !kinds.has(kind)) {
  say(`Under ${id} there is no ${kind}. There are: ${[...kinds.keys()].toSorted().join(", ")}.`);
  process.exitCode = 1;
}
