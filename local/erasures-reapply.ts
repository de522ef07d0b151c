import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { OBJECTS_OUTPUT } from "../contract/stage.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { env } from "../core/kernel/env.ts";
import { SvcError } from "../core/kernel/errors.ts";
import {
  eraseAgain,
  listErased,
  POSTPONED_DAYS,
  postponeErasures,
  type Status,
} from "../core/people/restore.ts";
import * as Objects from "../core/platform/objects.ts";
import * as Table from "../core/platform/table/index.ts";
import { BUCKETS, OBJECTS_PATH } from "./environment.ts";
import { argumentsOf, exitWithUsage, NoTarget, outputsOf, say, write } from "./operator/target.ts";
import { columns } from "./operator/words.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run erasures:reapply [-- --stage NAME --table NAME --dry-run --renew MOMENT]`: erases users again who were erased after
 * the moment of a restore. It closes their accounts immediately; the schedule `people.erase` does the rest. Further runs report the
 * progress. Exits with 1 if an account could not be closed, or a user is back (`--dry-run`).
 */

const usage = `npm run erasures:reapply -- [--stage NAME] [--table NAME] [--dry-run] [--renew MOMENT]
  --table NAME  the restored table, if the stage does not use it yet
  --dry-run     lists the users who are back, and changes nothing
  --renew MOMENT
                the restored moment, such as 2026-11-23T02:58:00Z: pending erasures are due ${POSTPONED_DAYS} days from
                now at the earliest, and their users are notified; once for that moment, however often it is run`;

const { values } = argumentsOf(
  {
    ...tableOptions,
    "dry-run": { type: "boolean", default: false },
    renew: { type: "string" },
  },
  { usage, words: false },
);

const moment = values.renew;
if (moment !== undefined && !(Date.parse(moment) <= Clock.nowMs()))
  exitWithUsage(
    `--renew needs the moment that was restored, such as 2026-11-23T02:58:00Z, got "${moment}".`,
    {
      usage,
    },
  );

/** Opens the list of erasures of the stage, or of the local platform. @throws NoTarget */
async function openList(): Promise<void> {
  if (values.stage !== undefined) {
    process.env["OBJECTS_BUCKET"] = (await outputsOf(values.stage)).output(OBJECTS_OUTPUT);
    return;
  }
  const { url } = JSON.parse(readFileSync(`${env("LOCAL_DATA", ".local")}/runtime.json`, "utf8"));
  process.env["OBJECTS_BUCKET"] = BUCKETS.results;
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  Objects.configure({ endpoint: url + OBJECTS_PATH, region: "local", credentials, forcePathStyle: true });
}

await openTable(values, { call: "erasures:reapply", to: "erase from" });
await openList().catch((error: unknown) => {
  if (error instanceof NoTarget) return exitWithUsage(error.message, { usage });
  return exitWithUsage("No local platform with a list of erasures is running. --stage names one in AWS.", {
    usage,
  });
});

const author = { operator: userInfo().username };
const isDryRun = values["dry-run"];
const counts = new Map<Status, number>();
let failed = 0;
for await (const { userId, status } of listErased()) {
  if (status === "held-up") say(`${userId} is held up: GET /api/admin/queues/erasures has the reason`);
  let now = status;
  if (status === "back") {
    say(`${userId} is back${isDryRun ? "" : ": the account is closed, and erased again"}`);
    if (!isDryRun) now = await close(userId);
  }
  counts.set(now, (counts.get(now) ?? 0) + 1);
}

/** Closes an account again. @returns the resulting status */
async function close(userId: string): Promise<Status> {
  try {
    await eraseAgain(author, userId);
    return "under-way";
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    failed++;
    say(`${userId} is not closed: ${error.message}`);
    return "back";
  }
}

if (moment !== undefined) {
  const renewed = await postponeErasures(moment, !isDryRun);
  write(
    `${renewed} pending erasures ${isDryRun ? "would be" : "are now"} due ${POSTPONED_DAYS} days from now.`,
  );
}
const rows = [...counts].map(([status, count]) => [status, String(count)]);
write(
  rows.length === 0
    ? `The list has no erasures. Table ${Table.tableName()}.`
    : columns([["on the list", "people"], ...rows]),
);
if (counts.has("under-way"))
  say("The schedule people.erase continues these: run this again to see the progress.");
process.exitCode = failed > 0 || counts.has("back") ? 1 : 0;
