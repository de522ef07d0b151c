import * as Clock from "../core/kernel/clock/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { dues } from "./operator/catalogue.ts";
import { showKey } from "./operator/outline.ts";
import { argumentsOf, countOf, say, write } from "./operator/target.ts";
import { ageOf, columns } from "./operator/words.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run stuck [-- --stage NAME --minutes N]`: lists overdue work. Everything that is due at a time (events, payments, jobs,
 * cards …) is in one index until it is done. Overdue work there waits for a failing sweep, or fails itself. Shows the count of
 * each kind, its age, and the keys of the oldest. Exits with 1 if anything is overdue.
 */

const usage = `npm run stuck -- [--stage NAME] [--minutes N] [--show]
  --minutes N  how late work must be to be listed (default 5: each sweep runs every minute, or every five)
  --show       adds the keys of the ten oldest of each kind`;

const { values } = argumentsOf(
  { ...tableOptions, minutes: { type: "string" }, show: { type: "boolean", default: false } },
  { usage, words: false },
);
const minutes = countOf(values.minutes, "minutes", 5, { usage });
await openTable(values, { call: "stuck", to: "look through" });

const SHOWN = 10;
const now = Clock.nowMs();
const upTo = new Date(now - minutes * 60_000).toISOString();

const kinds = await Promise.all(
  [...(await dues())].map(async ([name, { partitions }]) => {
    const found = await Promise.all(
      partitions.map(async (pk) => ({
        count: await Table.count({ index: "due", pk, upTo }),
        first: await Table.query({ index: "due", pk, upTo, limit: SHOWN }),
      })),
    );
    const items = found
      .flatMap(({ first }) => first.items)
      .toSorted((a, b) => (String(a["dueSk"]) < String(b["dueSk"]) ? -1 : 1));
    return { name, count: found.reduce((sum, { count }) => sum + count, 0), items };
  }),
);
const late = kinds.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
write(
  late.length === 0
    ? `Nothing of ${kinds.length} kinds is more than ${minutes} min overdue. Table ${Table.tableName()}.`
    : columns([
        ["kind", "overdue", "oldest by"],
        ...late.map(({ name, count, items }) => [
          name,
          String(count),
          ageOf(now - Date.parse(String(items[0]?.["dueSk"]))),
        ]),
      ]),
);
if (values.show)
  for (const { name, items } of late) {
    write(`\n${name}`);
    for (const { pk, sk, dueSk } of items.slice(0, SHOWN))
      write(`  ${String(dueSk)}  ${showKey(String(pk))}  ${showKey(String(sk))}`);
  }
if (late.length > 0) {
  say('docs/OPERATIONS.md, "Tools", names the schedule of each kind.');
  process.exitCode = 1;
}
