import { randomInt } from "node:crypto";
import { EventSource } from "eventsource";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import * as limits from "../contract/limits.ts";
import type { Role } from "../core/identity/actor.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Money from "../core/kernel/money/index.ts";
import { walletId } from "../core/ledger/accounts.ts";
import * as Ledger from "../core/ledger/index.ts";
import { userEventTypes } from "../core/messaging/schema.ts";
import { rateLimitCount, rateLimitLog } from "../core/platform/entity.ts";
import type { Limit } from "../core/platform/ratelimit/index.ts";
import * as Table from "../core/platform/table/index.ts";
import * as Where from "../core/platform/table/where.ts";
import { depositUnits } from "./support/exchange.ts";
import { onWeb } from "./support/identity.ts";
import { withPlatform } from "./support/platform.ts";
import { withReceivers } from "./support/receiver.ts";
import { parseCsv, parsePdf } from "./support/reports.ts";

/**
 * Jobs through the whole platform: over HTTP, by the queue, to the file and to the recipients of events (spec
 * 3, sections 2.7, 4.5, 6.3, 6.4).
 */

const wanted = /^(jobs\.|webhooks\.|user-events$|outbox\.sweep$)/;
const platform = withPlatform({ seeded: false, consumers: consumers.filter(({ id }) => wanted.test(id)) });
const receivers = withReceivers();

interface JobView {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly error: string | null;
  readonly attempts: number;
  readonly payload: unknown;
  readonly result: unknown;
  readonly nextAttemptAt: string | null;
  readonly files: readonly {
    name: string;
    contentType: string;
    bytes: number;
    url: string;
    expiresAt: string;
  }[];
  readonly sharedBy: { name: string; email: string } | null;
  readonly sharedWith: readonly string[];
  readonly code: string;
}

let people = 0;
const ip = () => `198.51.${randomInt(256)}.${randomInt(256)}`;

/** Creates a user, and a client of the API that signs in again if the clock has moved past the token's expiry. */
async function createPerson(role?: Role) {
  const own = { email: `worker-${people++}@example.com`, password: "Analytical1!" };
  // Sharing requires verified addresses.
  const { userId } = await Users.register({ name: "Ada Lovelace", ...own }, { emailVerified: true });
  if (role) await Users.setRole(userId, role);
  const signIn = async () => {
    const answer = await platform.call<{ token: string }>("POST", "/api/auth/login", { body: own, ip: ip() });
    return { token: answer.body.token, offset: Clock.offset() };
  };
  let signedIn = await signIn();
  const token = async () => {
    if (signedIn.offset !== Clock.offset()) signedIn = await signIn();
    return signedIn.token;
  };
  const ask = async <T = JobView>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => platform.call<T>(method, `/api${path}`, { token: await token(), body, headers });
  const actor = onWeb({ userId, role: "PARTICULIER", email: own.email, name: "Ada" });
  return { userId, email: own.email, actor, ask, token };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

async function drainQueues(): Promise<void> {
  expect((await platform.drain()).idle).toBe(true);
}

/** Yesterday and today, so that the tests also pass at midnight. */
const yesterdayAndToday = () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: day(Clock.nowMs() - 86_400_000), to: day(Clock.nowMs()) };
};
const statement = (format: string) => ({
  type: "statement-export",
  payload: { wallet: "all", ...yesterdayAndToday(), format },
});

/** Creates a job, processes it, and reads it. */
async function runJob(person: Person, body: unknown): Promise<JobView> {
  const created = await person.ask("POST", "/jobs", body);
  expect(created.status).toBe(202);
  await drainQueues();
  return (await person.ask("GET", `/jobs/${created.body.id}`)).body;
}

const download = async ({ files }: JobView) => {
  const answer = await fetch(files[0]?.url ?? "");
  return { status: answer.status, headers: answer.headers, body: new Uint8Array(await answer.arrayBuffer()) };
};

describe("a job of the platform", () => {
  it("creates a file whose link expires after 15 minutes, and has a new link when it is read again", async () => {
    const person = await createPerson();
    await depositUnits(person.actor, "EUR", "250.5");
    await depositUnits(person.actor, "BTC", "0.25");
    const order = statement("csv");
    const job = await runJob(person, order);
    expect(job).toMatchObject({
      status: "succeeded",
      attempts: 1,
      error: null,
      payload: { wallet: "all" },
      result: { lines: 2 },
    });
    expect(job.files).toMatchObject([
      {
        name: `statement-${order.payload.from}-${order.payload.to}.csv`,
        contentType: "text/csv; charset=utf-8",
      },
    ]);
    expect(JSON.stringify(job)).not.toContain("lease");
    const file = await download(job);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${job.files[0]?.name}"`);
    expect(file.body.byteLength).toBe(job.files[0]?.bytes);
    const rows = parseCsv(file.body);
    const history = await Ledger.history(walletId("live", person.userId, "EUR"), 50);
    expect(rows.filter((row) => row["wallet"] === "EUR" && row["type"] === "DEPOSIT")).toMatchObject(
      history.map((line) => ({ reference: line.entryId, amount: Money.format(line.available, 2) })),
    );
    await platform.advance(901);
    expect((await download(job)).status).toBe(403);
    const again = (await person.ask("GET", `/jobs/${job.id}`)).body;
    expect((await download(again)).status).toBe(200);
  });

  it.each([
    ["portfolio-report", { currency: "EUR", format: "pdf" }, "Rapport de portefeuille"],
    ["tax-report", { year: new Date().getUTCFullYear(), format: "pdf" }, "Rapport fiscal"],
    ["statement-export", statement("pdf").payload, "Relevé de compte"],
  ])("of type %s creates a PDF in the user's language", async (type, payload, title) => {
    const person = await createPerson();
    await depositUnits(person.actor, "EUR", "10");
    const job = await runJob(person, { type, payload, priority: 3 });
    expect(job).toMatchObject({ status: "succeeded", error: null });
    const file = await download(job);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect((await parsePdf(file.body)).flat().join(" ")).toContain(title);
  });

  it("is rejected if its payload is invalid, and fails without a retry if the user has no wallet of the asset", async () => {
    const person = await createPerson();
    const refused = await person.ask<{ code: string; fields: { field: string }[] }>("POST", "/jobs", {
      type: "tax-report",
      payload: { year: 1999, format: "doc" },
    });
    expect([refused.status, refused.body.code]).toEqual([400, "INVALID_PAYLOAD"]);
    expect(refused.body.fields.map(({ field }) => field)).toEqual(["payload.year", "payload.format"]);
    const job = await runJob(person, {
      ...statement("csv"),
      payload: { ...statement("csv").payload, wallet: "BTC" },
    });
    expect(job).toMatchObject({
      status: "failed",
      error: "You have no BTC wallet.",
      attempts: 1,
      files: [],
    });
  });

  it("is created once if the request is repeated with its Idempotency-Key", async () => {
    const person = await createPerson();
    const body = { type: "render", payload: { n: 1, odd: { $bigint: "none", __proto: [null, "é"] } } };
    const ask = () => person.ask("POST", "/jobs", body, { "idempotency-key": "one" });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(second.body.payload).toEqual(body.payload);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const { body: list } = await person.ask<{ jobs: JobView[] }>("GET", "/jobs");
    expect(list.jobs).toHaveLength(1);
  });
});

describe("the events", () => {
  const open = new Set<EventSource>();
  afterEach(() => {
    for (const one of open) one.close();
    open.clear();
  });

  async function listen(person: Person) {
    const token = await person.token();
    const source = new EventSource(`${platform.url}/api/notifications/stream`, {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
    });
    open.add(source);
    const events: { event: string; type: string; data: Record<string, unknown> }[] = [];
    let wake = () => {};
    for (const event of ["snapshot", "new", "done"])
      source.addEventListener(event, (message) => {
        events.push({ event, ...JSON.parse(message.data) });
        wake();
      });
    return async (count: number) => {
      while (events.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return events;
    };
  }

  it("job-done, job-failed and share-received are delivered to webhooks and to the stream", async () => {
    const [owner, friend] = [await createPerson(), await createPerson()];
    for (const [person, path] of [
      [owner, "/owner"],
      [friend, "/friend"],
    ] as const)
      await person.ask("POST", "/webhooks", {
        name: "Mine",
        url: receivers.at(path),
        events: [...userEventTypes],
      });
    const [toOwner, toFriend] = [await listen(owner), await listen(friend)];
    await Promise.all([toOwner(1), toFriend(1)]);
    await depositUnits(owner.actor, "EUR", "1");
    const job = await runJob(owner, statement("csv"));
    const failed = await runJob(owner, { type: "tax-report", payload: { year: 2024, format: "csv" } });
    expect(failed.status).toBe("succeeded");
    const lost = await runJob(owner, {
      ...statement("csv"),
      payload: { ...statement("csv").payload, wallet: "ETH" },
    });
    for (let twice = 0; twice < 2; twice++)
      expect((await owner.ask("POST", `/jobs/${job.id}/share`, { email: friend.email })).status).toBe(202);
    await drainQueues();
    const bodies = (path: string) =>
      receivers
        .got(path)
        .map(({ body, headers }) => ({ ...JSON.parse(body), event: headers["x-svc-event"] }));
    expect(bodies("/owner").map(({ event, data }) => [event, data.jobId, data.status])).toEqual([
      ["job-done", job.id, "succeeded"],
      ["job-done", failed.id, "succeeded"],
      ["job-failed", lost.id, "failed"],
    ]);
    expect(bodies("/friend")).toMatchObject([
      {
        event: "share-received",
        data: { jobId: job.id, type: "statement-export", from: { name: "Ada Lovelace", email: owner.email } },
      },
    ]);
    const events = await toOwner(7);
    expect(events.slice(1).map(({ event, type }) => `${event} ${type}`)).toEqual([
      "new job-done",
      "done job-done",
      "new job-done",
      "done job-done",
      "new job-failed",
      "done job-failed",
    ]);
    expect((await toFriend(2))[1]).toMatchObject({
      event: "new",
      type: "share-received",
      data: { jobId: job.id },
    });
  });
});

describe("a share", () => {
  it("allows its recipient to read a job's result without the payload, until the owner revokes it", async () => {
    const [owner, friend, stranger] = [await createPerson(), await createPerson(), await createPerson()];
    await depositUnits(owner.actor, "EUR", "7");
    const job = await runJob(owner, statement("csv"));
    const shareWith = (email: string) => owner.ask("POST", `/jobs/${job.id}/share`, { email });
    expect((await friend.ask("GET", `/jobs/${job.id}`)).status).toBe(404);
    const [known, unknown] = [
      await shareWith(friend.email.toUpperCase()),
      await shareWith("unknown@example.com"),
    ];
    expect([known.status, known.body]).toEqual([202, { id: job.id, email: friend.email }]);
    expect([unknown.status, unknown.body]).toEqual([202, { id: job.id, email: "unknown@example.com" }]);
    const seen = await friend.ask("GET", `/jobs/${job.id}`);
    expect(seen).toMatchObject({
      status: 200,
      body: {
        payload: null,
        result: { lines: 1 },
        sharedBy: { name: "Ada Lovelace", email: owner.email },
        sharedWith: [],
      },
    });
    expect((await download(seen.body)).status).toBe(200);
    const list = async (person: Person) =>
      (await person.ask<{ jobs: JobView[] }>("GET", "/jobs/shared")).body.jobs.map(({ id }) => id);
    expect([await list(friend), await list(stranger)]).toEqual([[job.id], []]);
    // The owner's view does not reveal who has an account.
    expect((await owner.ask("GET", `/jobs/${job.id}`)).body.sharedWith).toEqual(
      [friend.email, "unknown@example.com"].sort(),
    );
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/cancel"],
    ] as const)
      expect((await stranger.ask(method, `/jobs/${job.id}${path}`)).status).toBe(404);
    expect((await friend.ask("POST", `/jobs/${job.id}/share`, { email: stranger.email })).status).toBe(404);
    expect((await friend.ask("POST", `/jobs/${job.id}/cancel`)).status).toBe(404);

    const unshare = (person: Person, email: string) =>
      person.ask("DELETE", `/jobs/${job.id}/share?email=${encodeURIComponent(email)}`);
    expect((await unshare(friend, friend.email)).status).toBe(404);
    expect((await unshare(owner, friend.email)).status).toBe(204);
    expect((await unshare(owner, "never@example.com")).status).toBe(204);
    expect((await friend.ask("GET", `/jobs/${job.id}`)).status).toBe(404);
    expect(await list(friend)).toEqual([]);
    expect((await owner.ask("GET", `/jobs/${job.id}`)).body.sharedWith).toEqual(["unknown@example.com"]);
  });

  it("ends when its recipient removes the job from the list", async () => {
    const [owner, friend] = [await createPerson(), await createPerson()];
    await depositUnits(owner.actor, "EUR", "7");
    const job = await runJob(owner, statement("csv"));
    await owner.ask("POST", `/jobs/${job.id}/share`, { email: friend.email });
    const dismiss = (person: Person) => person.ask("DELETE", `/jobs/shared/${job.id}`);
    expect(await dismiss(owner)).toMatchObject({ status: 404, body: { code: "JOB_NOT_FOUND" } });
    expect((await dismiss(friend)).status).toBe(204);
    expect((await friend.ask("GET", `/jobs/${job.id}`)).status).toBe(404);
    expect((await friend.ask<{ jobs: JobView[] }>("GET", "/jobs/shared")).body.jobs).toEqual([]);
    expect((await owner.ask("GET", `/jobs/${job.id}`)).status).toBe(200);
  });

  it("requires a succeeded job and another user's address", async () => {
    const owner = await createPerson();
    const { body: waiting } = await owner.ask("POST", "/jobs", { type: "render" });
    const share = async (email: string) =>
      (await owner.ask("POST", `/jobs/${waiting.id}/share`, { email })).body.code;
    expect(await share("a@example.com")).toBe("JOB_NOT_DONE");
    expect(await share(owner.email)).toBe("OWN_ADDRESS");
  });
});

describe("an external worker", () => {
  interface Leased {
    readonly job: { id: string; type: string; payload: unknown; attempts: number; owner: string };
    readonly leaseToken: string;
    readonly leasedUntil: string;
  }
  const take = (person: Person, capabilities: string[], more: object = {}) =>
    person.ask<Leased>("POST", "/jobs/lease", { capabilities, worker: "w1", ...more });

  it("leases a job, reports its progress, fails and completes it, and the owner sees each change", async () => {
    const person = await createPerson();
    const { body: job } = await person.ask("POST", "/jobs", {
      type: "video.render",
      capability: "gpu",
      payload: { frames: [1, 2, { deep: null }] },
      priority: 2,
    });
    expect((await take(person, ["video.render"])).status).toBe(204);
    const first = await take(person, ["cpu", "gpu"], { leaseSeconds: 10 });
    expect(first).toMatchObject({
      status: 200,
      body: {
        job: { id: job.id, payload: { frames: [1, 2, { deep: null }] }, attempts: 1, owner: person.userId },
      },
    });
    expect((await take(person, ["gpu"])).status).toBe(204);
    const { leaseToken } = first.body;
    const beat = await person.ask<Leased>("POST", "/jobs/heartbeat", {
      leaseToken,
      leaseSeconds: 30,
      progress: 50,
    });
    expect(beat.status).toBe(200);
    expect(beat.body.leasedUntil > first.body.leasedUntil).toBe(true);
    expect((await person.ask("GET", `/jobs/${job.id}`)).body).toMatchObject({
      status: "running",
      progress: 50,
    });
    const failed = await person.ask<{ job: JobView }>("POST", "/jobs/fail", { leaseToken, error: "no GPU" });
    expect(failed.body.job).toMatchObject({ id: job.id, status: "queued" });
    expect((await person.ask("GET", `/jobs/${job.id}`)).body).toMatchObject({
      error: "no GPU",
      progress: null,
    });
    await platform.advance(30);
    const second = await take(person, ["gpu"]);
    const complete = () =>
      person.ask<{ job: JobView; code: string }>("POST", "/jobs/complete", {
        leaseToken: second.body.leaseToken,
        result: { url: "s3://x" },
      });
    expect((await complete()).body.job).toMatchObject({ status: "succeeded", attempts: 2 });
    expect((await complete()).body.job).toMatchObject({ status: "succeeded", attempts: 2 });
    expect((await person.ask("GET", `/jobs/${job.id}`)).body).toMatchObject({
      result: { url: "s3://x" },
      error: null,
    });
    expect((await person.ask("POST", "/jobs/heartbeat", { leaseToken })).body.code).toBe("LEASE_LOST");
  });

  it("of an employee leases jobs of all users, and any other worker only jobs of its own account", async () => {
    const [owner, other, employee] = [
      await createPerson(),
      await createPerson(),
      await createPerson("EMPLOYE"),
    ];
    const { body: job } = await owner.ask("POST", "/jobs", { type: "translate" });
    expect((await take(other, ["translate"])).status).toBe(204);
    const leased = await take(employee, ["translate"]);
    expect(leased.body.job).toMatchObject({ id: job.id, owner: owner.userId });
    const { leaseToken } = leased.body;
    for (const person of [owner, other])
      for (const [path, body] of [
        ["/jobs/heartbeat", { leaseToken }],
        ["/jobs/complete", { leaseToken }],
        ["/jobs/fail", { leaseToken, error: "x" }],
      ] as const)
        expect(await person.ask("POST", path, body)).toMatchObject({
          status: 409,
          body: { code: "LEASE_LOST" },
        });
    expect((await employee.ask("POST", "/jobs/complete", { leaseToken, result: "ok" })).status).toBe(200);
    // Completing a job does not allow reading it.
    expect((await employee.ask("GET", `/jobs/${job.id}`)).status).toBe(404);
  });

  it("loses its job to the next worker after it stops sending heartbeats", async () => {
    const person = await createPerson();
    const { body: job } = await person.ask("POST", "/jobs", { type: "mine", maxAttempts: 2 });
    await take(person, ["mine"], { leaseSeconds: 10 });
    await platform.advance(70);
    await drainQueues();
    const after = (await person.ask("GET", `/jobs/${job.id}`)).body;
    expect(after).toMatchObject({ status: "queued", error: "The worker w1 stopped sending heartbeats." });
    await platform.advance(30);
    const { body } = await take(person, ["mine"]);
    expect(body.job.attempts).toBe(2);
    const cancel = () => person.ask("POST", `/jobs/${job.id}/cancel`);
    expect(await cancel()).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect((await cancel()).status).toBe(200);
    expect((await person.ask("POST", "/jobs/heartbeat", { leaseToken: body.leaseToken })).body.code).toBe(
      "LEASE_LOST",
    );
  });

  it("cannot lease jobs of the platform's own types, nor use invalid capabilities", async () => {
    const person = await createPerson();
    for (const capabilities of [
      ["built-in"],
      [],
      ["Upper"],
      ["a b"],
      Array.from({ length: 11 }, (_, n) => `c${n}`),
    ])
      expect((await take(person, capabilities)).status).toBe(400);
    for (const body of [
      { type: "built-in" },
      { type: "x", capability: "built-in" },
      { type: "x", priority: 4 },
      { type: "x", payload: "y".repeat(16 * 1024) },
      { payload: {} },
    ])
      expect((await person.ask("POST", "/jobs", body)).status).toBe(400);
  });
});

describe("templates", () => {
  interface Template {
    readonly id: string;
    readonly name: string;
    readonly payload: unknown;
    readonly capability: string | null;
    readonly code: string;
  }

  it("are read, changed and deleted only by their owner, and preset a job's missing fields", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const made = await person.ask<Template>("POST", "/job-templates", {
      name: "Monthly",
      type: "statement-export",
      payload: { wallet: "all", format: "csv" },
      priority: 3,
    });
    expect(made).toMatchObject({ status: 201, body: { name: "Monthly", capability: null, priority: 3 } });
    const path = `/job-templates/${made.body.id}`;
    for (const method of ["GET", "DELETE"]) expect((await other.ask(method, path)).status).toBe(404);
    expect((await other.ask("PATCH", path, { name: "x" })).status).toBe(404);
    expect((await other.ask("POST", "/jobs", { templateId: made.body.id })).body.code).toBe(
      "TEMPLATE_NOT_FOUND",
    );
    const bad = await person.ask<Template>("PATCH", path, { payload: { format: "doc" } });
    expect(bad.body.code).toBe("INVALID_PAYLOAD");
    const changed = await person.ask<Template>("PATCH", path, { name: "Daily", capability: "x" });
    expect(changed.body).toMatchObject({ name: "Daily", payload: { wallet: "all" }, capability: "x" });
    expect((await person.ask<Template>("PATCH", path, { capability: null })).body.capability).toBeNull();
    expect((await person.ask("PATCH", path, {})).status).toBe(400);
    expect((await person.ask("POST", "/jobs", { templateId: made.body.id })).body.code).toBe(
      "INVALID_PAYLOAD",
    );
    await depositUnits(person.actor, "EUR", "1");
    const period = yesterdayAndToday();
    const job = await runJob(person, {
      templateId: made.body.id,
      payload: { ...period, format: "pdf" },
    });
    expect(job).toMatchObject({
      status: "succeeded",
      priority: 3,
      payload: { wallet: "all", ...period, format: "pdf" },
    });
    const list = async () =>
      (await person.ask<{ templates: Template[] }>("GET", "/job-templates")).body.templates.map(
        ({ name }) => name,
      );
    expect(await list()).toEqual(["Daily"]);
    expect((await person.ask("DELETE", path)).status).toBe(204);
    expect((await person.ask("DELETE", path)).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});

describe("limits", () => {
  /** Adds requests to the count of a limit at this instant, for a user who has made one. */
  const addToLimit = ({ bucket, max }: Limit, { userId }: Person, more: number) => {
    const of = { bucket, caller: `user:${userId}` };
    const now = Clock.nowMs();
    const where = Where.exists;
    return max > 100
      ? Table.update(rateLimitCount.key(of), { add: { total: more }, where })
      : Table.update(rateLimitLog.key({ ...of, max: String(max) }), {
          append: { hits: Array(more).fill(now) },
          set: { newest: now },
          where,
        });
  };

  it("are 100 job creations and 30 shares", async () => {
    const person = await createPerson();
    const times = (count: number, path: string, body: object) =>
      Promise.all(
        Array.from({ length: count }, () => person.ask("POST", path, body).then(({ status }) => status)),
      );
    const create = (count: number) => times(count, "/jobs", { type: "bulk" });
    expect(await create(1)).toEqual([202]);
    await addToLimit(limits.createJob, person, 97);
    expect((await create(5)).sort()).toEqual([202, 202, 429, 429, 429]);
    const share = (count: number) =>
      times(count, "/jobs/job_00000000000000000000000000/share", { email: "a@b.co" });
    expect(await share(1)).toEqual([404]);
    await addToLimit(limits.shareJob, person, 27);
    expect((await share(5)).sort()).toEqual([404, 404, 429, 429, 429]);
  });

  it("are 600 reads and cancellations in total", async () => {
    const person = await createPerson();
    const asked = [
      ["GET", "/jobs"],
      ["GET", "/jobs/shared"],
      ["GET", "/jobs/job_x"],
      ["POST", "/jobs/job_x/cancel"],
      ["DELETE", "/jobs/shared/job_x"],
      ["GET", "/job-templates"],
      ["GET", "/job-templates/tpl_x"],
    ] as const;
    const refused = async () => {
      const answers = await Promise.all(asked.map(([method, path]) => person.ask(method, path)));
      return answers.filter(({ status }) => status === 429).length;
    };
    expect(await refused()).toBe(0);
    await addToLimit(limits.useJobs, person, 588);
    // The last two of these seven exceed the limit, then all do.
    expect(await refused()).toBe(2);
    expect(await refused()).toBe(7);
  });
});

describe("a request without a session", () => {
  let statuses: number[] = [];
  beforeAll(async () => {
    const asked = ["/jobs", "/jobs/shared", "/jobs/x", "/job-templates", "/job-templates/x"];
    statuses = await Promise.all(
      asked.map((path) => platform.call("GET", `/api${path}`).then(({ status }) => status)),
    );
  });
  it("is rejected with 401 on every read route", () => expect(new Set(statuses)).toEqual(new Set([401])));
});
