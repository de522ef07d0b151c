import { secretOfBackfill } from "../contract/secrets.ts";
import type { Backfill } from "../core/backfills/backfill.ts";
import { backfills } from "../core/backfills/reseal.ts";
import {
  AlreadyRunning,
  OtherSegments,
  type Outcome,
  PER_SECOND,
  run,
  SEGMENTS,
} from "../core/backfills/run.ts";
import * as Progress from "../core/platform/backfills/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { failureOf, listOf, Meter, openSecret, outcomeOf, progressOf } from "./operator/backfilling.ts";
import { argumentsOf, countOf, NoTarget, open, refuse, say, write } from "./operator/target.ts";
import { openTable, tableOptions, tryTable } from "./table-target.ts";

/**
 * `npm run backfill -- NAME [--stage NAME]`: changes all items of some kind, beside the running platform. Each is
 * changed only as it was read; how far it has come stands in the table, and the next run goes on. `npm run backfill`
 * lists what there is. Exits with 1 where items failed or it did not come to the end, with 2 where it was called
 * wrongly or cannot begin.
 */

const usage = `npm run backfill                             lists what there is, and how it stands
npm run backfill -- NAME                     on the running local platform, or as npm run audit takes a table
npm run backfill -- NAME --stage STAGE       on a stage in the AWS account of your credentials
  --dry-run     writes nothing, and tells how many items would be changed
  --segments N  reads the table in so many parts at once (${SEGMENTS} unless told)
  --rate N      scans so many items a second at most, in all (${PER_SECOND} unless told); fewer while the table throttles
  --from-start  begins a run anew that has not ended
Backfills: ${backfills.map(({ name }) => name).join(", ")}`;

const { values, positionals } = argumentsOf(
  {
    ...tableOptions,
    "dry-run": { type: "boolean", default: false },
    segments: { type: "string" },
    rate: { type: "string" },
    "from-start": { type: "boolean", default: false },
  },
  { usage },
);
const { "dry-run": isDryRun, "from-start": fromStart, stage } = values;
const segments =
  values.segments === undefined ? undefined : countOf(values.segments, "segments", SEGMENTS, { usage });
const perSecond = countOf(values.rate, "rate", PER_SECOND, { usage });

/** How long after a secret was changed functions may still use the one before: they keep it for five minutes. */
const SETTLING_MS = 10 * 60_000;

/** Opens what a backfill needs. @returns its generation, where the secret says so: the version of that */
async function openFor({ name }: Backfill): Promise<string | undefined> {
  const secret = secretOfBackfill(name);
  if (secret === undefined) return undefined;
  const { version, changedAt } = await openSecret(stage, secret).catch((error: unknown) => {
    if (!(error instanceof NoTarget)) throw error;
    return refuse(error.message, { usage });
  });
  const settledMs = (changedAt?.getTime() ?? 0) + SETTLING_MS;
  if (settledMs > Date.now() && !isDryRun)
    refuse(
      `${secret} was changed a moment ago, and functions go on with the one before for some minutes: begin after ${new Date(settledMs).toISOString()}.`,
      { usage },
    );
  return version;
}

async function runOf(backfill: Backfill): Promise<Outcome> {
  const generation = await openFor(backfill);
  const ending = new AbortController();
  process.once("SIGINT", () => {
    say("\nEnding after the items that are under way.");
    ending.abort();
  });
  let toldMs = performance.now();
  return run(backfill, {
    ...{ segments, perSecond, isDryRun, fromStart, generation, signal: ending.signal },
    progressed(counts, { rate }) {
      if (performance.now() - toldMs < (process.stderr.isTTY ? 500 : 10_000)) return;
      toldMs = performance.now();
      process.stderr.write(
        `${progressOf(counts, rate, isDryRun)}${process.stderr.isTTY ? "\x1b[K\r" : "\n"}`,
      );
    },
    failed: (key, error) => say(failureOf(key, error)),
  });
}

async function begin(backfill: Backfill): Promise<void> {
  await openTable(values, { call: "backfill", to: "backfill" });
  const title = stage === undefined ? "" : `, ${(await open({ stage }, { usage })).title}`;
  say(`${backfill.name}${isDryRun ? ", dry run" : ""}: table ${Table.tableName()}${title}`);
  const meter = new Meter();
  meter.start();
  const outcome = await runOf(backfill);
  if (outcome.resumed !== undefined) say(`Gone on with the run of ${outcome.resumed}; all of it counts.`);
  write(outcomeOf(outcome, isDryRun));
  say(`It took ${meter}.`);
  if (!outcome.isComplete) say("It has not come to the end: run it again, and it goes on.");
  process.exitCode = outcome.isComplete && outcome.failed === 0 ? 0 : 1;
}

const [name, ...more] = positionals;
const asked = backfills.find((one) => one.name === name);
if (name === undefined) {
  const problem = await tryTable(values);
  write(await listOf(backfills, problem === undefined));
  if (problem !== undefined) say(`How they stand is not known: ${problem}`);
} else if (!asked || more.length > 0) refuse(`There is no backfill ${positionals.join(" ")}.`, { usage });
else
  await begin(asked).catch((error: unknown) => {
    const isTold = [AlreadyRunning, OtherSegments, Progress.LeaseLost].some((kind) => error instanceof kind);
    if (!isTold) throw error;
    say((error as Error).message);
    process.exitCode = 2;
  });
