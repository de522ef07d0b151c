import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import { afterEach, describe, expect, test } from "vitest";
import type { ConsumerSpec } from "../contract/consumers.ts";
import { queues, queueUrlVariable } from "../contract/queues.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { headersOf } from "../core/messaging/webhooks/signature.ts";
import * as Egress from "../core/platform/egress/index.ts";
import * as Queue from "../core/platform/queue.ts";
import * as Table from "../core/platform/table/index.ts";
import { bare } from "../tests/support/items.ts";
import { withPlatform } from "../tests/support/platform.ts";
import { forbidden } from "./control.ts";
import { start } from "./runtime.ts";
import { people } from "./seed.ts";

const consumers: ConsumerSpec[] = [
  {
    id: "worker",
    about: "",
    trigger: { queue: "notifications", batchSize: 10, maxConcurrency: 4 },
    grants: {},
  },
  { id: "outbox.sweep", about: "", trigger: { schedule: "rate(1 minute)" }, grants: {} },
  { id: "nightly", about: "", trigger: { schedule: "cron(0 3 * * ? *)" }, grants: {} },
];

const worked: string[] = [];
const handlers: Record<string, Handler> = {
  "functions/time.ts": () => ({ now: Clock.nowIso() }),
  "events/worker.ts": async (event) => {
    const { Records } = event as { Records: { body: string; messageId: string }[] };
    worked.push(...Records.map(({ body }) => body));
    // Work that creates more work, which a drain must also complete.
    for (const { body } of Records) if (body === "first") await send("second");
    const failed = Records.filter(({ body }) => body === "bad");
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  },
  "events/outbox/sweep.ts": () => undefined,
  "events/nightly.ts": () => worked.push("nightly"),
  "functions/unstated.ts": () =>
    Table.get(bare({ pk: "A", sk: "B" })).catch((error: Error) => ({ error: error.name })),
};

const platform = withPlatform({
  routes: [
    { id: "time", method: "GET", path: "/time" },
    { id: "unstated", method: "GET", path: "/unstated" },
  ],
  consumers,
  load: async (file) => handlers[file] ?? (() => ({ statusCode: 404, body: "" })),
});
const send = (body: string) => Queue.send(queueUrlVariable("notifications"), [{ id: body, body }]);

/** For tests that change data. */
async function resetPlatform(): Promise<void> {
  await platform.reset();
  worked.length = 0;
}

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a Host header, which `fetch` does not allow. */
async function statusOf({ path = "/_local/health", headers = {} }: Sent): Promise<number | undefined> {
  const sent = httpRequest(`${platform.url}${path}`, { headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe("the control endpoints", () => {
  test("accept requests from this machine, whatever X-Forwarded-For states", async () => {
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ headers: { "x-forwarded-for": "203.0.113.9" } })).toBe(200);
    expect(await statusOf({ headers: { host: "127.0.0.1:3000" } })).toBe(200);
  });

  test.each([
    [{ host: "evil.example" }],
    [{ host: "localhost.evil.example" }],
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "http://localhost:1" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
  ])("reject requests for or from another host or origin: %j", async (headers) => {
    expect(await statusOf({ headers })).toBe(403);
    expect(await statusOf({ path: "/_local/seed", headers })).toBe(403);
  });

  test("reject requests with a webhook's headers, whatever their path", async () => {
    const sent = headersOf({ eventId: "evt_1", event: "job-done", body: "{}" }, ["whsec_AA=="], 0);
    const { port } = new URL(platform.url);
    const mail = platform.mail().length;
    for (const host of ["localhost", "127.0.0.1"])
      for (const path of ["/_local/ses/v2/email/outbound-emails", "/_local/reset", "/_local/nothing"]) {
        const url = `http://${host}:${port}${path}`;
        expect((await Egress.post({ url, headers: sent, body: "{}" })).status, url).toBe(403);
      }
    expect(platform.mail()).toHaveLength(mail);
    for (const name of ["webhook-id", "x-svc-event"])
      expect(await statusOf({ headers: { [name]: "1" } }), name).toBe(403);
  });

  test("reject requests from other machines, even with forged headers", () => {
    const from = (remoteAddress: string) =>
      forbidden({
        headers: { host: "localhost:3000", "x-forwarded-for": "127.0.0.1" },
        socket: { remoteAddress },
      } as unknown as IncomingMessage);
    expect(from("192.168.1.20")).toBeDefined();
    expect(from("::ffff:192.168.1.20")).toBeDefined();
    expect(from("::1")).toBeUndefined();
    expect(from("::ffff:127.0.0.1")).toBeUndefined();
  });
});

describe("invalid requests to the control endpoints", () => {
  test.each([
    ["/_local/clock", {}, "advanceSeconds"],
    ["/_local/clock", { advanceSeconds: -1 }, "advanceSeconds"],
    ["/_local/clock", { advanceSeconds: 1e10 }, "advanceSeconds"],
    ["/_local/faults", { dependency: "sqs", kind: "error" }, "rate"],
  ])("to %s with %j are rejected with the name of the field", async (path, body, field) => {
    const answer = await platform.call("POST", path, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "INVALID_REQUEST", problems: [{ field }] });
  });

  test("are answered with 405 for a wrong method and 404 for an unknown path", async () => {
    const wrong = await platform.call("GET", "/_local/clock");
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("POST");
    expect((await platform.call("GET", "/_local/nothing")).status).toBe(404);
  });

  test("are answered with 400 for invalid JSON", async () => {
    const response = await fetch(`${platform.url}/_local/clock`, { method: "POST", body: "{" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "MALFORMED_JSON" });
  });
});

test("GET /_local/health reports readiness, and GET /_local/seed the demo identities", async () => {
  expect(await platform.call("GET", "/_local/health")).toMatchObject({ status: 200, body: { ready: true } });
  const { body } = await platform.call("GET", "/_local/seed");
  const person = { email: expect.any(String), password: expect.any(String) };
  expect(body).toMatchObject({
    admin: person,
    employee: person,
    professional: person,
    user: person,
    apiKeys: {},
    webhookSecrets: {},
    bankProvider: "bank",
  });
});

test("a function that is not in the contract may not access the table", async () => {
  expect((await platform.call("GET", "/unstated")).body).toEqual({ error: "AccessDeniedException" });
});

describe("moving the clock", () => {
  afterEach(resetPlatform);

  test("moves the time that handlers read", async () => {
    const before = Date.parse(String((await platform.call("GET", "/time")).body["now"]));
    const moved = await platform.call("POST", "/_local/clock", { body: { advanceSeconds: 86_400 } });
    const after = Date.parse(String((await platform.call("GET", "/time")).body["now"]));
    expect(Date.parse(String(moved.body["now"]))).toBeLessThanOrEqual(after);
    expect(after - before).toBeGreaterThanOrEqual(86_400_000);
  });

  test("deletes items whose ttl has passed, and no others", async () => {
    const now = Clock.nowSeconds();
    await Table.put(bare({ pk: "A", sk: "expired", ttl: now + 60 }));
    await Table.put(bare({ pk: "A", sk: "living", ttl: now + 6000 }));
    await Table.put(bare({ pk: "A", sk: "eternal" }));
    await platform.advance(61);
    expect((await Table.queryAll({ pk: "A" })).map(({ sk }) => sk)).toEqual(["eternal", "living"]);
  });

  test("runs due schedules, which the next drain reports", async () => {
    await platform.advance(86_400);
    const { ran, idle } = await platform.drain();
    expect(idle).toBe(true);
    expect(worked).toEqual(["nightly"]);
    expect(ran.map(({ id }) => id)).toContain("outbox.sweep");
  });
});

describe("a drain", () => {
  afterEach(resetPlatform);

  test("waits for messages that processing other messages creates", async () => {
    await send("first");
    const { body, status } = await platform.call("POST", "/_local/drain");
    expect(status).toBe(200);
    expect(worked).toEqual(["first", "second"]);
    expect(body).toMatchObject({
      idle: true,
      queues: { notifications: { visible: 0, inFlight: 0, delayed: 0, dead: 0 } },
    });
    expect(body["ran"]).toContainEqual({ id: "worker", count: 2 });
    // The next drain reports everything that ran since.
    expect((await platform.drain()).ran.map(({ id }) => id)).toEqual(["outbox.sweep"]);
  });

  test("does not wait for a retry that is not due", async () => {
    await send("bad");
    expect(await platform.drain()).toMatchObject({
      idle: true,
      queues: { notifications: { visible: 0, inFlight: 1 } },
    });
    for (let nth = 2; nth <= 6; nth++) {
      await platform.advance(queues.notifications.visibilitySeconds + 1);
      await platform.drain();
    }
    expect(worked.filter((body) => body === "bad")).toHaveLength(5);
    expect((await platform.drain()).queues["notifications"]).toMatchObject({ inFlight: 0, dead: 1 });
  });
});

test("a reset leaves only the demo identities", async () => {
  const emails = async () => {
    const found: unknown[] = [];
    for await (const item of Table.scan()) if (item["email"] !== undefined) found.push(item["email"]);
    return found.sort();
  };
  const seeded = await emails();
  expect(seeded).toEqual(expect.arrayContaining(Object.values(people).map(({ email }) => email)));
  await Table.put(bare({ pk: "A", sk: "B", email: "x" }));
  await send("bad");
  platform.faults.set({ dependency: "sqs", kind: "error", rate: 1 });
  await platform.advance(3600);
  expect((await platform.call("POST", "/_local/reset")).body).toEqual({ reset: true });
  expect(await emails()).toEqual(seeded);
  expect(platform.faults.list()).toEqual([]);
  expect(Clock.offset()).toBe(0);
  expect((await platform.drain()).queues["notifications"]).toMatchObject({ visible: 0, inFlight: 0 });
  expect(platform.mail()).toEqual([]);
});

test("a start on a port in use is rejected with EADDRINUSE", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(start({ port, providers: false })).rejects.toMatchObject({ code: "EADDRINUSE" });
  taken.close();
});
