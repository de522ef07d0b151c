import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { OBJECTS_OUTPUT } from "../contract/stage.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { env } from "../core/kernel/env.ts";
import { SvcError } from "../core/kernel/errors.ts";
import { again, found, RENEWED_DAYS, renew, type Status } from "../core/people/restore.ts";
import * as Objects from "../core/platform/objects.ts";
import * as Table from "../core/platform/table/index.ts";
import { BUCKETS, OBJECTS_PATH } from "./environment.ts";
import { argumentsOf, NoTarget, outputsOf, refuse, say, write } from "./operator/target.ts";
import { columns } from "./operator/words.ts";
import { openTable, tableOptions } from "./table-target.ts";

/**
 * `npm run erasures:reapply [-- --stage NAME --table NAME --dry-run --renew MOMENT]`: erases again whom a restored table has
 * back. It closes their accounts at once; the schedule `people.erase` does the rest, once it runs. Run again it tells how
 * far that is, and changes nothing more. Exits with 1 where somebody could not be closed, or is back (`--dry-run`).
 */

const usage = `npm run erasures:reapply -- [--stage NAME] [--table NAME] [--dry-run] [--renew MOMENT]
  --table NAME  the restored table, where the stage works on another yet
  --dry-run     says who is back, and changes nothing
  --renew MOMENT
                the one that was restored, such as 2026-11-23T02:58:00Z: erasures that wait get a day ${RENEWED_DAYS} days from
                now at the earliest, and their people are told; once for that moment, however often it is run`;

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
  refuse(`--renew takes the moment that was restored, such as 2026-11-23T02:58:00Z: "${moment}" is none.`, {
    usage,
  });

/** Lets core read the list: of the stage, or of the platform that runs here. @throws NoTarget */
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
  if (error instanceof NoTarget) return refuse(error.message, { usage });
  return refuse("No local platform is running that has a list of who was erased. --stage names one in AWS.", {
    usage,
  });
});

const author = { operator: userInfo().username };
const isDryRun = values["dry-run"];
const counts = new Map<Status, number>();
let failed = 0;
for await (const { userId, status } of found()) {
  if (status === "held-up") say(`${userId} is held up: GET /api/admin/queues/erasures says why`);
  let now = status;
  if (status === "back") {
    say(`${userId} is back${isDryRun ? "" : ": the account is closed, and erased again"}`);
    if (!isDryRun) now = await closed(userId);
  }
  counts.set(now, (counts.get(now) ?? 0) + 1);
}

/** What becomes of somebody whose account is closed now. */
async function closed(userId: string): Promise<Status> {
  try {
    await again(author, userId);
    return "under-way";
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    failed++;
    say(`${userId} is not closed: ${error.message}`);
    return "back";
  }
}

if (moment !== undefined) {
  const renewed = await renew(moment, !isDryRun);
  write(
    `${renewed} erasures that wait ${isDryRun ? "would get" : "have got"} a day ${RENEWED_DAYS} days from now.`,
  );
}
const rows = [...counts].map(([status, count]) => [status, String(count)]);
write(
  rows.length === 0
    ? `Nobody was ever erased, says the list. Table ${Table.tableName()}.`
    : columns([["on the list", "people"], ...rows]),
);
if (counts.has("under-way"))
  say("The schedule people.erase does what is under way: run this again to see how far it is.");
process.exitCode = failed > 0 || counts.has("back") ? 1 : 0;
