import * as Clock from "../core/kernel/clock/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { dues } from "./operator/catalogue.ts";
import { showKey } from "./operator/outline.ts";
import { argumentsOf, countOf, say, write } from "./operator/target.ts";
import { ageOf, columns } from "./operator/words.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run stuck [-- --stage NAME --minutes N]`: what should have been done and was not. Whatever is due at a time
 * (events to be handed over, payments, jobs, cards …) is in one index until it is done; what is overdue there waits
 * for a sweep that fails, or fails itself. Shows how many of each kind, how late, and the keys of the latest ones.
 * Exits with 1 where anything is overdue.
 */

const usage = `npm run stuck -- [--stage NAME] [--minutes N] [--show]
  --minutes N  how late something must be to be shown (5 unless told: each sweep runs every minute, or every five)
  --show       adds the keys of the ten that are latest of each kind`;

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
        ["kind", "overdue", "the oldest by"],
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
  say('docs/OPERATIONS.md, "Tools", says which schedule each kind waits for.');
  process.exitCode = 1;
}
