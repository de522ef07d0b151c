import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createCrashes } from "../../tests/support/crashes.ts";
import { depositUnits } from "../../tests/support/exchange.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { withPlatform } from "../../tests/support/platform.ts";
import { parseCsv } from "../../tests/support/reports.ts";
import type { UserActor } from "../identity/actor.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Objects from "../platform/objects.ts";
import * as Table from "../platform/table/index.ts";
import { sweep } from "./ending.ts";
import * as Jobs from "./index.ts";
import { links } from "./index.ts";
import { leaseBuiltIn } from "./lease.ts";
import { work } from "./work.ts";

// No consumer runs: each test is the worker.
const platform = withPlatform({ consumers: [], seeded: false });

async function user(): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  return onWeb(await create({ name: "Wanda Worker", email, emailVerified: true }));
}

const day = () => Clock.nowIso().slice(0, 10);
const statement = () => ({
  type: "statement-export",
  payload: { wallet: "EUR", from: day(), to: day(), format: "csv" },
});

/** Returns the same sequence of numbers in [0, 1) in each run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function finished(): Promise<string[]> {
  const found: string[] = [];
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("OUTBOX#") && item["type"] !== "job-ready")
      found.push(
        `${item["type"]} ${(JSON.parse(String(item["payload"])) as { data: { jobId: string } }).data?.jobId}`,
      );
  return found.filter((one) => one.startsWith("job-")).sort();
}

it("built-in jobs are completed once each although their workers crash at random database calls", async () => {
  const actor = await user();
  await depositUnits(actor, "EUR", "12.5");
  const jobs = [];
  for (let n = 0; n < 6; n++) jobs.push(await Jobs.create(actor, { ...statement(), maxAttempts: 10 }));
  const crashes = createCrashes(dice(7));
  crashes.set(platform.dynamodbEndpoint, 0.06);
  const worker = crashes.crashable(() => work("mortal"));
  // The events remain in the outbox to be counted.
  const { QUEUE_URL_USER_EVENTS: url } = process.env;
  delete process.env["QUEUE_URL_USER_EVENTS"];
  const open = async () =>
    (await Jobs.list(actor, { limit: 100 })).jobs.filter(({ status }) => status !== "succeeded");
  for (let round = 0; round < 200 && (await open()).length > 0; round++) {
    await Promise.resolve(worker({}, {} as never)).catch(() => undefined);
    await platform.advance(61);
    await sweep();
  }
  crashes.set(platform.dynamodbEndpoint, 0);
  process.env["QUEUE_URL_USER_EVENTS"] = url;
  expect(await open()).toEqual([]);
  expect(crashes.count()).toBeGreaterThan(3);
  expect(await finished()).toEqual(jobs.map(({ jobId }) => `job-done ${jobId}`).sort());
  for (const { jobId } of jobs) {
    const done = await Jobs.fromId(actor, jobId);
    expect(done.files.map(({ key }) => key)).toEqual([
      `jobs/${jobId}/${done.attempts}/${done.files[0]?.name}`,
    ]);
    const [file] = await links(done);
    const answer = await fetch(file?.url ?? "");
    expect(answer.status).toBe(200);
    const body = new Uint8Array(await answer.arrayBuffer());
    expect(body.byteLength).toBe(file?.bytes);
    expect(parseCsv(body).at(-1)).toMatchObject({ type: "CLOSING_BALANCE", balance: "12.5" });
  }
}, 60_000);

it("a built-in job that is canceled after it was leased stays canceled", async () => {
  const actor = await user();
  await depositUnits(actor, "EUR", "1");
  const job = await Jobs.create(actor, statement());
  const leased = await leaseBuiltIn("slow", 60);
  expect(leased?.job.jobId).toBe(job.jobId);
  await Jobs.cancel(actor, job.jobId);
  expect(await work("other")).toBe(0);
  expect((await Jobs.fromId(actor, job.jobId)).status).toBe("canceled");
});

it("a built-in job fails at once with a reason that the owner can fix, and is retried after other failures", async () => {
  const actor = await user();
  const noWallet = await Jobs.create(actor, statement());
  expect(await work("one")).toBe(1);
  expect(await Jobs.fromId(actor, noWallet.jobId)).toMatchObject({
    status: "failed",
    error: "You have no EUR wallet.",
    attempts: 1,
  });
  await depositUnits(actor, "EUR", "1");
  const job = await Jobs.create(actor, statement());
  // No server listens there: the file cannot be stored.
  Objects.configure({
    endpoint: "http://127.0.0.1:1",
    maxAttempts: 1,
    region: "local",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
  expect(await work("one")).toBe(1);
  Objects.configure({});
  const failed = await Jobs.fromId(actor, job.jobId);
  expect(failed).toMatchObject({ status: "queued", error: "Something went wrong on our side.", attempts: 1 });
  expect(await work("one")).toBe(0);
  await platform.advance(30);
  expect(await work("one")).toBe(1);
  expect(await Jobs.fromId(actor, job.jobId)).toMatchObject({ status: "succeeded", attempts: 2 });
});
