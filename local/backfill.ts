import { secretOfBackfill } from "../contract/secrets.ts";
import type { Backfill } from "../core/backfills/backfill.ts";
import { backfills } from "../core/backfills/reseal.ts";
import {
  AlreadyRunning,
  type Outcome,
  PER_SECOND,
  run,
  SEGMENTS,
  SegmentMismatch,
} from "../core/backfills/run.ts";
import * as Progress from "../core/platform/backfills/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { failureOf, listOf, Meter, openSecret, outcomeOf, progressOf } from "./operator/backfilling.ts";
import { argumentsOf, countOf, exitWithUsage, NoTarget, open, say, write } from "./operator/target.ts";
import { openTable, tableOptions, tryTable } from "./table-target.ts";

/**
 * `npm run backfill -- NAME [--stage NAME]`: changes all items of some kind while the platform runs. An item is changed only if
 * it has not changed since it was read. Progress is stored in the table, and the next run resumes. `npm run backfill` lists the
 * backfills. Exits with 1 if items failed or the run did not finish, 2 on wrong usage or if it cannot start.
 */

const usage = `npm run backfill                             lists the backfills and their state
npm run backfill -- NAME                     on the local platform, or another table as for npm run audit
npm run backfill -- NAME --stage STAGE       on a stage in the AWS account of your credentials
  --dry-run     writes nothing, and counts the items that would be changed
  --segments N  reads the table in so many parallel segments (default ${SEGMENTS})
  --rate N      scans at most so many items a second (default ${PER_SECOND}); fewer while the table throttles
  --from-start  restarts an unfinished run
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

/** How long functions may use the previous value after a secret changed: they cache it for five minutes. */
const SECRET_DELAY_MS = 10 * 60_000;

/** Opens the secret that a backfill needs. @returns its generation: the secret's version */
async function openFor({ name }: Backfill): Promise<string | undefined> {
  const secret = secretOfBackfill(name);
  if (secret === undefined) return undefined;
  const { version, changedAt } = await openSecret(stage, secret).catch((error: unknown) => {
    if (!(error instanceof NoTarget)) throw error;
    return exitWithUsage(error.message, { usage });
  });
  const settledMs = (changedAt?.getTime() ?? 0) + SECRET_DELAY_MS;
  if (settledMs > Date.now() && !isDryRun)
    exitWithUsage(
      `${secret} was changed a moment ago, and functions may still use the previous value: start after ${new Date(settledMs).toISOString()}.`,
      { usage },
    );
  return version;
}

async function runOf(backfill: Backfill): Promise<Outcome> {
  const generation = await openFor(backfill);
  const ending = new AbortController();
  process.once("SIGINT", () => {
    say("\nStopping after the items in progress.");
    ending.abort();
  });
  let reportedMs = performance.now();
  return run(backfill, {
    ...{ segments, perSecond, isDryRun, fromStart, generation, signal: ending.signal },
    onProgress(counts, { rate }) {
      if (performance.now() - reportedMs < (process.stderr.isTTY ? 500 : 10_000)) return;
      reportedMs = performance.now();
      process.stderr.write(
        `${progressOf(counts, rate, isDryRun)}${process.stderr.isTTY ? "\x1b[K\r" : "\n"}`,
      );
    },
    onFailure: (key, error) => say(failureOf(key, error)),
  });
}

async function begin(backfill: Backfill): Promise<void> {
  await openTable(values, { call: "backfill", to: "backfill" });
  const title = stage === undefined ? "" : `, ${(await open({ stage }, { usage })).title}`;
  say(`${backfill.name}${isDryRun ? ", dry run" : ""}: table ${Table.tableName()}${title}`);
  const meter = new Meter();
  meter.start();
  const outcome = await runOf(backfill);
  if (outcome.resumed !== undefined) say(`Resumed the run of ${outcome.resumed}; the counts include it.`);
  write(outcomeOf(outcome, isDryRun));
  say(`It took ${meter}.`);
  if (!outcome.isComplete) say("It has not finished: run it again to resume.");
  process.exitCode = outcome.isComplete && outcome.failed === 0 ? 0 : 1;
}

const [name, ...more] = positionals;
const requested = backfills.find((one) => one.name === name);
if (name === undefined) {
  const problem = await tryTable(values);
  write(await listOf(backfills, problem === undefined));
  if (problem !== undefined) say(`Their state is unknown: ${problem}`);
} else if (!requested || more.length > 0)
  exitWithUsage(`There is no backfill ${positionals.join(" ")}.`, { usage });
else
  await begin(requested).catch((error: unknown) => {
    const isExpected = [AlreadyRunning, SegmentMismatch, Progress.LeaseLost].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
    say((error as Error).message);
    process.exitCode = 2;
  });
