import { afterEach, describe, expect, it, vi } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { newActor } from "../../tests/support/ledger.ts";
import { loseResponses } from "../../tests/support/lost-responses.ts";
import type { UserActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Due from "../platform/due/index.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import { log } from "../platform/log.ts";
import { outboxDue } from "../platform/outbox/entity.ts";
import * as Queue from "../platform/queue.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { abandon, backoff, complete, expire, giveUp, sweep } from "./ending.ts";
import { jobsDue } from "./entity.ts";
import * as Jobs from "./index.ts";
import { heartbeat, type Leased, lease, leaseBuiltIn } from "./lease.ts";
import { active, find, keyOf, parseOrSkip } from "./queue.ts";
import type { Job, NewJob } from "./schema.ts";

const database = withDatabase();
afterEach(() => Clock.setOffset(0));

const pass = (seconds: number) => Clock.setOffset(Clock.offset() + seconds * 1000);

/** Creates a job, by default of a new user, so that workers of other tests do not lease it. */
const queued = async (request: NewJob = {}, actor: UserActor = newActor()) => ({
  actor,
  job: await Jobs.create(actor, { type: "render", ...request }),
});

const take = (actor: UserActor, capabilities = ["render"], seconds = 60) =>
  lease(actor, { capabilities, seconds, worker: "one" });

async function taken(actor: UserActor, capabilities?: string[]): Promise<Leased> {
  const leased = await take(actor, capabilities);
  if (!leased) throw new Error("nothing waits");
  return leased;
}

/** Returns the outbox's events of a job. */
async function eventsOf(jobId: string): Promise<string[]> {
  const shards = await Promise.all(
    Array.from({ length: outboxDue.partitions.length }, (_, shard) =>
      Table.queryAll({ index: "due", pk: `OUTBOX#${shard}` }),
    ),
  );
  const items = await Table.getMany(shards.flat().map(keyOfItem));
  return items
    .filter((item) => item !== undefined)
    .filter((item) => String(item["payload"]).includes(jobId))
    .map((item) => String(item["type"]))
    .filter((type) => type !== "job-ready")
    .sort();
}

/** Counts the queue entries of these jobs. */
async function entries(...jobIds: readonly string[]): Promise<number> {
  let count = 0;
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("JOBQUEUE#") && jobIds.includes(String(item["jobId"]))) count++;
  return count;
}

/** Ends the expired leases of these jobs. */
async function sweepOf(...ids: string[]): Promise<boolean[]> {
  const ended: boolean[] = [];
  await Due.sweep(jobsDue, async (item) => {
    const found = parseOrSkip(item);
    if (found && ids.includes(found.jobId)) ended.push(await expire(found));
    return false;
  });
  return ended;
}

/** Returns a job's status after a sweep that starts no workers. */
async function endedOf(userId: string, jobId: string): Promise<Job["status"] | undefined> {
  await swept();
  return (await find(userId, jobId))?.status;
}

/**
 * Sweeps several times concurrently, without starting workers. The events remain in the outbox.
 */
async function swept(times = 1): Promise<void> {
  const sent = vi.spyOn(Queue, "send").mockImplementation(async (queue) => {
    if (queue !== "QUEUE_URL_JOBS") throw new Error("the queue is down");
    return [];
  });
  try {
    await Promise.all(Array.from({ length: times }, () => sweep()));
  } finally {
    sent.mockRestore();
  }
}

/** Makes the stored item of a job invalid. */
const garble = (job: Job) => Table.update(keyOf(job), { set: { status: "mislaid" } });

const lost = expect.objectContaining({ code: "LEASE_LOST" });

describe("leases", () => {
  it("are granted once for each job under concurrent requests", async () => {
    const actor = newActor();
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await queued({}, actor)).job.jobId));
    const leases = await Promise.all(Array.from({ length: 12 }, () => take(actor)));
    const got = leases.flatMap((one) => (one ? [one.job.jobId] : []));
    expect(got.sort()).toEqual(ids.sort());
    expect(await take(actor)).toBeUndefined();
  });

  it("are granted by priority, then by age, across all capabilities of the worker", async () => {
    const actor = newActor();
    const requests: NewJob[] = [
      { priority: 1, type: "a" },
      { priority: 0, type: "b" },
      { priority: 3, type: "b" },
      { priority: 1, type: "b" },
      { priority: 2, type: "c" },
    ];
    for (const request of requests) {
      await queued(request, actor);
      pass(1);
    }
    const order = [];
    for (let n = 0; n < 4; n++) order.push((await taken(actor, ["b", "a"])).job);
    expect(order.map(({ type, priority }) => `${type}${priority}`)).toEqual(["b3", "a1", "b1", "b0"]);
    expect(await take(actor, ["b", "a"])).toBeUndefined();
    expect((await taken(actor, ["c"])).job.priority).toBe(2);
  });

  it("are found without reading ranks below the first one that has a job", async () => {
    const actor = newActor();
    await queued({ priority: 2 }, actor);
    await queued({ priority: 0 }, actor);
    const capabilities = ["render", ...Array.from({ length: 9 }, (_, n) => `other-${n}`)];
    const asked: string[] = [];
    const got = await interleave(
      database.endpoint,
      () => take(actor, capabilities),
      ({ operation, body }) => {
        if (operation === "Query") asked.push(/"(\d)#"/.exec(body)?.[1] ?? "");
        return undefined;
      },
    );
    expect(got?.job.priority).toBe(2);
    expect(asked.sort()).toEqual([...Array(10).fill("0"), ...Array(10).fill("1")]);
  });

  it("skip an entry whose job is missing or unreadable", async () => {
    const actor = newActor();
    const [gone, broken] = [await queued({ priority: 3 }, actor), await queued({ priority: 3 }, actor)];
    await Table.remove(keyOf(gone.job));
    await garble(broken.job);
    const { job } = await queued({ priority: 0 }, actor);
    expect((await taken(actor)).job.jobId).toBe(job.jobId);
    expect(await take(actor)).toBeUndefined();
  });

  it("are granted first for a built-in job of priority 3, before ten older jobs of priority 0", async () => {
    const actor = newActor();
    const report: NewJob = {
      type: "portfolio-report",
      payload: { currency: "EUR", format: "csv" },
      priority: 0,
    };
    for (let n = 0; n < 10; n++) await Jobs.create(actor, report);
    const urgent = await Jobs.create(actor, { ...report, priority: 3 });
    const first = await leaseBuiltIn("test", 60);
    expect(first?.job.jobId).toBe(urgent.jobId);
    for (let n = 0; n < 10; n++) {
      const next = await leaseBuiltIn("test", 60);
      await complete({ userId: "built-in" }, next?.leaseToken ?? "", {});
    }
    expect(await leaseBuiltIn("test", 60)).toBeUndefined();
  });

  it("are granted only for the actor's own jobs or, to staff, for all users' jobs, and not for built-in types", async () => {
    const { actor, job } = await queued({ type: "own-only" });
    await Jobs.create(actor, { type: "portfolio-report", payload: { currency: "EUR", format: "csv" } });
    expect(await take(newActor(), ["own-only"])).toBeUndefined();
    expect((await take(newActor("EMPLOYE"), ["own-only"]))?.job.jobId).toBe(job.jobId);
    expect(await take(actor, ["portfolio-report"])).toBeUndefined();
    const ours = await leaseBuiltIn("test", 60);
    expect(ours?.job.type).toBe("portfolio-report");
  });

  it("are valid only for the account that requested them", async () => {
    const { actor } = await queued();
    const { leaseToken } = await taken(actor);
    const other = newActor("ADMIN");
    await expect(heartbeat(other, leaseToken, 60)).rejects.toEqual(lost);
    await expect(complete(other, leaseToken, {})).rejects.toEqual(lost);
    await expect(giveUp(other, leaseToken, "no", true)).rejects.toEqual(lost);
    await complete(actor, leaseToken, { result: 1 });
    await expect(complete(other, leaseToken, {})).rejects.toEqual(lost);
    for (const none of ["", "x", "usr_a.job_b.c", `${leaseToken}x`])
      await expect(heartbeat(actor, none, 60)).rejects.toEqual(lost);
  });

  it("are extended by heartbeats, and expire without them, so that another worker can lease the job", async () => {
    const { actor, job } = await queued();
    const first = await taken(actor);
    pass(50);
    const until = await heartbeat(actor, first.leaseToken, 60, 40);
    expect(Date.parse(until) - Clock.nowMs()).toBeGreaterThan(59_000);
    expect((await find(actor.userId, job.jobId))?.progress).toBe(40);
    pass(50);
    expect(await sweepOf(job.jobId)).toEqual([]);
    pass(11);
    await expect(complete(actor, first.leaseToken, {})).rejects.toEqual(lost);
    expect(await sweepOf(job.jobId)).toEqual([true]);
    expect(await sweepOf(job.jobId)).toEqual([]);
    await expect(giveUp(actor, first.leaseToken, "late", true)).rejects.toEqual(lost);
    expect(await take(actor)).toBeUndefined();
    pass(backoff(1));
    const second = await taken(actor);
    expect(second.job).toMatchObject({ jobId: job.jobId, attempts: 2 });
    expect(second.job.progress).toBeUndefined();
    const done = await complete(actor, second.leaseToken, { result: { ok: true } });
    expect(done).toMatchObject({ status: "succeeded", result: '{"ok":true}', attempts: 2, progress: 100 });
    expect(done.error).toBeUndefined();
    expect(await eventsOf(job.jobId)).toEqual(["job-done"]);
  });

  it("stay valid if a heartbeat arrives after the sweep has read the job", async () => {
    const { actor, job } = await queued();
    const { leaseToken } = await taken(actor);
    const late = { ...(await find(actor.userId, job.jobId)) } as Job;
    pass(30);
    await heartbeat(actor, leaseToken, 60);
    pass(31);
    // The sweep has read the job before the heartbeat.
    expect(await expire(late)).toBe(false);
    expect((await find(actor.userId, job.jobId))?.status).toBe("running");
  });
});

describe("a job that fails", () => {
  it("is retried after increasing pauses, and finally fails with one event", async () => {
    const { actor, job } = await queued({ maxAttempts: 3 });
    for (const attempt of [1, 2]) {
      const { leaseToken } = await taken(actor);
      const again = await giveUp(actor, leaseToken, `no ${attempt}`, true);
      expect(again).toMatchObject({ status: "queued", error: `no ${attempt}`, attempts: attempt });
      pass(backoff(attempt) - 1);
      expect(await take(actor)).toBeUndefined();
      pass(1);
    }
    const { leaseToken } = await taken(actor);
    const ended = await giveUp(actor, leaseToken, "no 3", true);
    expect(ended).toMatchObject({ status: "failed", error: "no 3", attempts: 3 });
    expect(await giveUp(actor, leaseToken, "no 3", true)).toEqual(ended);
    pass(7200);
    expect(await take(actor)).toBeUndefined();
    expect(await eventsOf(job.jobId)).toEqual(["job-failed"]);
    expect(await entries(job.jobId)).toBe(0);
  });

  it("fails at the first attempt if the worker rules out a retry", async () => {
    const { actor, job } = await queued();
    const { leaseToken } = await taken(actor);
    expect(await giveUp(actor, leaseToken, "never", false)).toMatchObject({ status: "failed", attempts: 1 });
    expect(await eventsOf(job.jobId)).toEqual(["job-failed"]);
  });

  it("fails with one event after its last lease expires, under concurrent sweeps", async () => {
    const { actor, job } = await queued({ maxAttempts: 1 });
    await taken(actor);
    pass(61);
    const swept = await Promise.all([sweepOf(job.jobId), sweepOf(job.jobId), sweepOf(job.jobId)]);
    expect(swept.flat().filter(Boolean)).toHaveLength(1);
    expect(await find(actor.userId, job.jobId)).toMatchObject({
      status: "failed",
      error: "The worker one stopped sending heartbeats.",
    });
    expect(await eventsOf(job.jobId)).toEqual(["job-failed"]);
  });

  it("waits twice as long before each attempt, an hour at most", () => {
    expect([1, 2, 3, 4, 7, 8, 9, 10].map(backoff)).toEqual([30, 60, 120, 240, 1920, 3600, 3600, 3600]);
  });

  it("is not leased during its pause by a worker that has read its previous queue entry", async () => {
    const { actor } = await queued();
    let reads = 0;
    const got = await interleave(
      database.endpoint,
      () => take(actor),
      ({ operation }) => {
        if (operation !== "GetItem" || reads++ > 0) return undefined;
        return taken(actor).then(({ leaseToken }) => giveUp(actor, leaseToken, "later", true));
      },
    );
    expect(reads).toBeGreaterThan(0);
    expect(got).toBeUndefined();
  });
});

describe("a job without a worker", () => {
  const month = 30 * 86_400;

  it("fails after 30 days with one event under concurrent sweeps, and is removed from the queues", async () => {
    const { actor, job } = await queued();
    pass(month - 1);
    expect(await endedOf(actor.userId, job.jobId)).toBe("queued");
    pass(1);
    await swept(3);
    const after = await find(actor.userId, job.jobId);
    expect(after).toMatchObject({
      status: "failed",
      error: "No worker took the job within 30 days.",
      attempts: 0,
    });
    // The clock advances during the test.
    expect(Math.abs(Number(after?.ttl) - Clock.nowSeconds() - month)).toBeLessThan(60);
    expect(await eventsOf(job.jobId)).toEqual(["job-failed"]);
    expect(await entries(job.jobId)).toBe(0);
    expect(await take(actor)).toBeUndefined();
  });

  it("waits the full 30 days again after each attempt, and does not fail while a worker processes it", async () => {
    const { actor, job } = await queued();
    pass(month - 60);
    const { leaseToken } = await taken(actor);
    pass(30);
    await heartbeat(actor, leaseToken, 3600);
    pass(60);
    expect(await endedOf(actor.userId, job.jobId)).toBe("running");
    await giveUp(actor, leaseToken, "no", true);
    pass(month + backoff(1) - 1);
    expect(await endedOf(actor.userId, job.jobId)).toBe("queued");
    pass(1);
    expect(await endedOf(actor.userId, job.jobId)).toBe("failed");
    expect(await eventsOf(job.jobId)).toEqual(["job-failed"]);
  });

  it("does not fail if a worker leases it after the sweep has read it", async () => {
    const { actor, job } = await queued();
    pass(month);
    const before = (await find(actor.userId, job.jobId)) as Job;
    await taken(actor);
    expect(await abandon(before)).toBe(false);
    expect(await eventsOf(job.jobId)).toEqual([]);
  });
});

describe("the sweep", () => {
  const report: NewJob = { type: "portfolio-report", payload: { currency: "EUR", format: "csv" } };

  it("processes the other jobs if one cannot be parsed and one cannot be written, and logs both", async () => {
    const all = await Promise.all([queued(), queued(), queued()]);
    for (const { actor } of all) await taken(actor);
    const [broken, stuck, other] = all.map(({ job }) => job) as [Job, Job, Job];
    await garble(broken);
    pass(61);
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const sweeping = interleave(
      database.endpoint,
      () => swept(),
      ({ operation, body }) =>
        operation === "TransactWriteItems" && body.includes(stuck.jobId)
          ? Promise.reject(new TypeError("it is away"))
          : undefined,
    );
    await expect(sweeping).rejects.toThrow("it is away");
    const logs = logged.mock.calls.map(([message, more]) => ({ message, ...(more as object) }));
    logged.mockRestore();
    expect(logs).toContainEqual(
      expect.objectContaining({
        message: "jobs: stored job is invalid, skipped until its item is repaired",
        jobId: broken.jobId,
      }),
    );
    expect(logs).toContainEqual(
      expect.objectContaining({
        message: "sweep: item failed, the next sweep will retry it",
        ...keyOf(stuck),
      }),
    );
    expect((await find(other.userId, other.jobId))?.status).toBe("queued");
    expect(await endedOf(stuck.userId, stuck.jobId)).toBe("queued");
  });

  it("starts workers although the query for due jobs fails", async () => {
    await Jobs.create(newActor(), report);
    pass(20);
    const sent = vi.spyOn(Queue, "send").mockResolvedValue([]);
    const failed = interleave(
      database.endpoint,
      () => sweep(),
      ({ operation, body }) =>
        operation === "Query" && body.includes("JOBS#OPEN")
          ? Promise.reject(new TypeError("the index is away"))
          : undefined,
    );
    await expect(failed).rejects.toThrow("the index is away");
    expect(sent).toHaveBeenCalledOnce();
    sent.mockRestore();
  });
});

describe("unfinished jobs", () => {
  it("are found among the latest jobs, also if these are large, except one that cannot be parsed", async () => {
    const actor = newActor();
    const { job: waits } = await queued({ type: "waits" }, actor);
    await garble((await queued({ type: "waits" }, actor)).job);
    for (let n = 0; n < 16; n++) {
      pass(1);
      await queued({ payload: "x".repeat(15_000) }, actor);
      await complete(actor, (await taken(actor)).leaseToken, { result: "y".repeat(60_000) });
    }
    const { job: runs } = await queued({}, actor);
    await taken(actor);
    const silent = vi.spyOn(log, "error").mockReturnValue();
    expect((await active(actor)).map(({ id, status }) => [id, status])).toEqual([
      [runs.jobId, "running"],
      [waits.jobId, "queued"],
    ]);
    silent.mockRestore();
  });
});

describe("a lost response", () => {
  it("to a completion is recovered if the worker repeats the request", async () => {
    const { actor, job } = await queued();
    const { leaseToken } = await taken(actor);
    const { lost: count } = loseResponses(database.endpoint, () => true, 1);
    await expect(complete(actor, leaseToken, { result: 7 })).rejects.toThrow();
    Table.configure(clientConfig(database.endpoint));
    expect(count()).toBeGreaterThan(0);
    expect(await complete(actor, leaseToken, { result: 7 })).toMatchObject({
      status: "succeeded",
      result: "7",
    });
    await expect(giveUp(actor, leaseToken, "no", true)).rejects.toEqual(lost);
    expect(await eventsOf(job.jobId)).toEqual(["job-done"]);
  });

  it("to giving up is recovered if the worker repeats the request, and the lease cannot complete the job", async () => {
    const { actor } = await queued();
    const { leaseToken } = await taken(actor);
    loseResponses(database.endpoint, () => true, 1);
    await expect(giveUp(actor, leaseToken, "no", true)).rejects.toThrow();
    Table.configure(clientConfig(database.endpoint));
    expect(await giveUp(actor, leaseToken, "no", true)).toMatchObject({ status: "queued", attempts: 1 });
    await expect(complete(actor, leaseToken, {})).rejects.toEqual(lost);
  });

  it("to a creation causes no second job if the request has an idempotency key", async () => {
    const actor = newActor();
    const claim = () => Idempotency.claim<Job>(actor.userId, "jobs.create", "k", { type: "render" });
    loseResponses(database.endpoint, () => true, 1);
    await expect(Jobs.create(actor, { type: "render" }, claim())).rejects.toThrow();
    Table.configure(clientConfig(database.endpoint));
    await expect(Jobs.create(actor, { type: "render" }, claim())).rejects.toBeInstanceOf(
      Idempotency.AlreadyDone,
    );
    expect((await Jobs.list(actor, { limit: 10 })).jobs).toHaveLength(1);
  });
});

describe("a cancellation", () => {
  it("removes a job from its queues", async () => {
    const { actor, job } = await queued();
    expect(await entries(job.jobId)).toBe(2);
    expect(await Jobs.cancel(actor, job.jobId)).toMatchObject({ status: "canceled" });
    expect(await entries(job.jobId)).toBe(0);
    expect(await take(actor)).toBeUndefined();
    expect((await Jobs.cancel(actor, job.jobId)).status).toBe("canceled");
    expect(await eventsOf(job.jobId)).toEqual([]);
  });

  it("ends the worker's lease", async () => {
    const { actor, job } = await queued();
    const { leaseToken } = await taken(actor);
    await Jobs.cancel(actor, job.jobId);
    await expect(heartbeat(actor, leaseToken, 60)).rejects.toEqual(lost);
    await expect(complete(actor, leaseToken, { result: 1 })).rejects.toEqual(lost);
    pass(3600);
    expect(await sweepOf(job.jobId)).toEqual([]);
    const after = await find(actor.userId, job.jobId);
    expect([after?.status, after?.result]).toEqual(["canceled", undefined]);
  });

  it("has one outcome if the job is leased or completed concurrently, and leaves no queue entry", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { actor, job } = await queued();
      ids.push(job.jobId);
      const running = n % 2 === 1 ? await taken(actor) : undefined;
      const other = running
        ? complete(actor, running.leaseToken, {}).then(({ status }) => status)
        : take(actor).then((one) => one && "leased");
      const [canceled, ended] = await Promise.allSettled([Jobs.cancel(actor, job.jobId), other]);
      const after = await find(actor.userId, job.jobId);
      if (running && ended.status === "fulfilled") {
        expect(canceled).toMatchObject({ reason: { code: "JOB_FINISHED" } });
        expect(after?.status).toBe("succeeded");
      } else expect(after?.status).toBe("canceled");
      expect(await eventsOf(job.jobId)).toEqual(after?.status === "succeeded" ? ["job-done"] : []);
    }
    expect(await entries(...ids)).toBe(0);
  });

  it("is rejected for a finished job, and for other users", async () => {
    const { actor, job } = await queued();
    await expect(Jobs.cancel(newActor(), job.jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
    await complete(actor, (await taken(actor)).leaseToken, {});
    await expect(Jobs.cancel(actor, job.jobId)).rejects.toMatchObject({
      code: "JOB_FINISHED",
      details: { status: "succeeded" },
    });
  });
});

describe("a list of jobs", () => {
  it("returns all jobs, newest first, page by page, and by status", async () => {
    const actor = newActor();
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      ids.unshift((await queued({}, actor)).job.jobId);
      pass(1);
    }
    await Jobs.cancel(actor, ids[1] ?? "");
    await Jobs.cancel(actor, ids[5] ?? "");
    const seen = async (status?: Job["status"]) => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page: Jobs.JobPage = await Jobs.list(actor, { limit: 2, after, status });
        expect(page.jobs.length).toBeLessThanOrEqual(2);
        found.push(...page.jobs.map(({ jobId }) => jobId));
        after = page.next;
      } while (after !== undefined);
      return found;
    };
    expect(await seen()).toEqual(ids);
    expect(await seen("canceled")).toEqual([ids[1], ids[5]]);
    expect(await seen("failed")).toEqual([]);
  });

  it("omits an expired job, whether or not the table has deleted it", async () => {
    const { actor, job } = await queued();
    await Jobs.cancel(actor, job.jobId);
    pass(30 * 86_400 + 1);
    expect((await Jobs.list(actor, { limit: 10 })).jobs).toEqual([]);
    await expect(Jobs.fromId(actor, job.jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  });
});

describe("a payload", () => {
  const refused = (type: string, payload: unknown) =>
    Jobs.create(newActor(), { type, payload }).then(
      () => [],
      (error: { code: string; details: { fields: { field: string; message: string }[] } }) => {
        expect(error.code).toBe("INVALID_PAYLOAD");
        return error.details.fields.map(({ field, message }) => `${field} ${message}`);
      },
    );
  const statement = { wallet: "all", from: "2026-01-01", to: "2026-01-31", format: "csv" };
  const nextYear = Clock.now().getUTCFullYear() + 1;

  it.each<[string, unknown, string[]]>([
    ["statement-export", statement, []],
    ["statement-export", { ...statement, from: "2025-01-01", to: "2026-01-01" }, []],
    [
      "statement-export",
      { ...statement, from: "2025-01-01", to: "2026-01-02" },
      ["payload.to must be at most 366 days after from"],
    ],
    ["statement-export", { ...statement, to: "2025-12-31" }, ["payload.to must not be before from"]],
    [
      "statement-export",
      { ...statement, to: `${nextYear}-06-01` },
      ["payload.to must not be in the future", "payload.to must be at most 366 days after from"],
    ],
    [
      "statement-export",
      { ...statement, wallet: "DOGE" },
      ["payload.wallet must be all or one of EUR, USD, BTC, ETH, USDC, YANI"],
    ],
    [
      "statement-export",
      { wallet: "EUR", from: "yesterday", format: "doc", extra: 1 },
      [
        "payload.from must be a date such as 2026-01-31",
        "payload.to is required",
        "payload.format must be csv or pdf",
        "payload.extra is not a known field",
      ],
    ],
    [
      "statement-export",
      { ...statement, from: "2019-12-31", to: "2020-01-02" },
      ["payload.from must be 2020-01-01 or later"],
    ],
    ["statement-export", { ...statement, from: "2020-01-01", to: "2020-01-01" }, []],
    [
      "statement-export",
      { ...statement, from: "0001-01-01", to: "0001-01-02" },
      ["payload.from must be 2020-01-01 or later"],
    ],
    ["portfolio-report", { currency: "EUR", format: "pdf" }, []],
    ["portfolio-report", { currency: "GBP", format: "pdf" }, ["payload.currency must be EUR or USD"]],
    ["tax-report", { year: 2026, format: "pdf" }, []],
    ["tax-report", { year: 2019, format: "pdf" }, ["payload.year must be 2020 or later"]],
    ["tax-report", { year: nextYear, format: "pdf" }, ["payload.year must not be a future year"]],
    ["render", { whatever: ["it", "is"] }, []],
  ])("for the type %s, %j, is validated with the problems %j", async (type, payload, problems) => {
    expect(await refused(type, payload)).toEqual(problems);
  });
});
