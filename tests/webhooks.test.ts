import { createHmac, randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Webhook as Standard } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { consumers } from "../contract/consumers.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as UserEvents from "../core/messaging/events.ts";
import { type UserEventType, webhookEventTypes } from "../core/messaging/schema.ts";
import * as Deliveries from "../core/messaging/webhooks/deliveries.ts";
import { delivery as deliveryEntity } from "../core/messaging/webhooks/entity.ts";
import { fanOut } from "../core/messaging/webhooks/fan-out.ts";
import * as Webhooks from "../core/messaging/webhooks/index.ts";
import { deliver } from "../core/messaging/webhooks/worker.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import * as Queue from "../core/platform/queue.ts";
import * as Table from "../core/platform/table/index.ts";
import { eventually } from "./support/eventually.ts";
import { withPlatform } from "./support/platform.ts";
import { type Received, status, withReceivers } from "./support/receiver.ts";
import { holdTimers } from "./support/timers.ts";

/** Users' webhooks over HTTP, with the real queues and real receivers (spec 3, sections 2.6, 4.4 and 6.3). */

const wanted = /^(webhooks\.|user-events$|outbox\.sweep$|notifications$)/;
const platform = withPlatform({ seeded: false, consumers: consumers.filter(({ id }) => wanted.test(id)) });
const receivers = withReceivers();
afterEach(() => {
  owners.length = 0;
  platform.faults.clear();
  vi.restoreAllMocks();
});

const DAY = 86_400;

interface WebhookView {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
  readonly secret: string;
  readonly code: string;
  readonly error: string;
  readonly previousUntil: string;
}
interface DeliveryView {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly attempts: readonly {
    number: number;
    status: number | null;
    error: string | null;
    responseBody: string;
  }[];
  readonly nextAttemptAt: string | null;
  readonly body: string;
  readonly code: string;
}

let people = 0;
/** The users of the current test. */
const owners: { readonly userId: string; readonly ownershipId: string }[] = [];
const ip = () => `198.51.${randomInt(256)}.${randomInt(256)}`;

/** Creates a user, and a client of the API that signs in again if the clock has moved past the token's expiry. */
async function createPerson() {
  const email = `person-${people++}@example.com`;
  const password = "Analytical1!";
  const signIn = async (path: string, body: object) => {
    const answer = await platform.call<{ token: string }>("POST", `/api/auth/${path}`, { body, ip: ip() });
    return { token: answer.body.token, offset: Clock.offset() };
  };
  let signedIn = await signIn("register", { name: "Ada Lovelace", email, password });
  const user = await Users.fromEmail(email);
  if (!user) throw new Error("the user does not exist");
  const { userId, ownershipId } = user;
  owners.push(user);
  const ask = async <T = WebhookView>(method: string, path: string, body?: unknown) => {
    if (signedIn.offset !== Clock.offset()) signedIn = await signIn("login", { email, password });
    return platform.call<T>(method, `/api/webhooks${path}`, { token: signedIn.token, body });
  };
  const create = async (url: string, more: object = {}) =>
    (await ask("POST", "", { name: "Mine", url, ...more })).body;
  return { userId, ownershipId, email, ask, create };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

type Definition = Outbox.EventDefinition<UserEventType, { userId: string; data: Record<string, unknown> }>;

/** Commits an event of a user as the code that causes it does, and processes it. */
async function emitEvent(userId: string, definition: Definition = UserEvents.jobDone, data: object = {}) {
  await Table.commit([Outbox.write(definition, { userId, data: { ...data } })]);
  await platform.drain();
}

const deliveries = async (person: Person, { id }: WebhookView) =>
  (await Deliveries.list(person, id, { limit: 100 })).deliveries;
const readOnlyDelivery = async (person: Person, hook: WebhookView) => {
  const all = await deliveries(person, hook);
  expect(all).toHaveLength(1);
  return all[0];
};
const viewOf = async (person: Person, { id }: WebhookView) =>
  (await person.ask<{ webhooks: WebhookView[] }>("GET", "")).body.webhooks.find((one) => one.id === id);

async function advanceAndDrain(seconds: number): Promise<void> {
  await platform.advance(seconds);
  await platform.drain();
}

/** Seconds before the second attempt, the third and so on. */
const DELAYS = [5, 60, 300, 1800, 7200, 18_000, 36_000];

/**
 * Runs the last attempt of pending deliveries, after the longest jitter and sweep interval. Only the first
 * attempt was made; the skipped ones are recorded as made.
 */
async function runLastAttempts(person: Person, ...hooks: readonly WebhookView[]): Promise<void> {
  const pending = (await Promise.all(hooks.map((hook) => deliveries(person, hook))))
    .flat()
    .filter((one) => one.status === "pending");
  await Promise.all(
    pending.map(({ webhookId, deliveryId, log: [first] }) =>
      Table.update(deliveryEntity.key({ webhookId, deliveryId }), {
        set: {
          attempts: DELAYS.length,
          log: DELAYS.map((_, index) => ({ ...first, number: index + 1 })),
        },
      }),
    ),
  );
  await advanceAndDrain(DELAYS.reduce((sum, delay) => sum + delay * 1.1 + 61, 0));
}

const verifySignature = (secret: string, { headers, body }: Received) =>
  new Standard(secret).verify(body, headers as Record<string, string>);

describe("the webhook routes", () => {
  it("show the secret once, at creation", async () => {
    const person = await createPerson();
    const url = receivers.at("/once");
    const made = await person.ask("POST", "", { name: " Accounting ", url, events: ["job-failed"] });
    expect(made.status).toBe(201);
    const { secret, ...rest } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      id: expect.stringMatching(/^whk_/),
      mode: "live",
      apiVersion: "v1",
      ordered: false,
      name: "Accounting",
      url,
      events: ["job-failed"],
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const listed = await person.ask("GET", "");
    expect(listed.body).toEqual({ webhooks: [rest] });
    const changed = await person.ask("PATCH", `/${rest.id}`, { name: "Books", events: null });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: "Books", url, events: [...webhookEventTypes], enabled: true },
    });
    expect(JSON.stringify([listed.body, changed.body])).not.toContain("whsec");
  });

  it("require a session", async () => {
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["PATCH", "/whk_1"],
      ["DELETE", "/whk_1"],
      ["POST", "/whk_1/test"],
      ["POST", "/whk_1/rotate-secret"],
      ["GET", "/whk_1/deliveries"],
      ["POST", "/whk_1/deliveries/dlv_1/replay"],
    ] as const)
      expect(await platform.call(method, `/api/webhooks${path}`), path).toMatchObject({
        status: 401,
        body: { error: "Unauthorized" },
      });
  });

  it("return 404 for another user's webhook on every route", async () => {
    const [owner, other] = [await createPerson(), await createPerson()];
    const hook = await owner.create(receivers.at("/owned"));
    await owner.ask("POST", `/${hook.id}/test`);
    await platform.drain();
    const delivery = await readOnlyDelivery(owner, hook);
    const replay = `/${hook.id}/deliveries/${delivery?.deliveryId}/replay`;
    const answers = [
      await other.ask("PATCH", `/${hook.id}`, { enabled: false }),
      await other.ask("DELETE", `/${hook.id}`),
      await other.ask("POST", `/${hook.id}/test`),
      await other.ask("POST", `/${hook.id}/rotate-secret`),
      await other.ask("GET", `/${hook.id}/deliveries`),
      await other.ask("POST", replay),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { code: "WEBHOOK_NOT_FOUND" } });
    expect((await other.ask("GET", "")).body).toEqual({ webhooks: [] });
    expect(await viewOf(owner, hook)).toMatchObject({ enabled: true });
    expect(receivers.got("/owned")).toHaveLength(1);
    expect(await owner.ask("POST", replay)).toMatchObject({ status: 202 });
    expect(await owner.ask("POST", `/${hook.id}/deliveries/dlv_1/replay`)).toMatchObject({
      status: 404,
      body: { code: "DELIVERY_NOT_FOUND" },
    });
  });

  describe("with invalid input", () => {
    let newcomer: Person;
    let owner: Person;
    let hook: WebhookView;
    beforeAll(async () => {
      [newcomer, owner] = [await createPerson(), await createPerson()];
      hook = await owner.create(receivers.at("/patched"));
    });

    it.each([
      [{ url: "http://10.0.0.1/" }, "INVALID_WEBHOOK_URL", "public address"],
      [{ url: "http://169.254.169.254/latest" }, "INVALID_WEBHOOK_URL", "public address"],
      [{ url: "https://user:pass@example.com/" }, "INVALID_WEBHOOK_URL", "user name"],
      [{ url: "ftp://example.com/" }, "INVALID_WEBHOOK_URL", "https://"],
      [{ url: "https://metadata.google.internal/" }, "INVALID_WEBHOOK_URL", "public host name"],
      [{ url: `https://example.com/${"a".repeat(2048)}` }, "INVALID_REQUEST", "url"],
      [{ events: ["job-begun"] }, "INVALID_REQUEST", "events"],
      [{ events: [] }, "INVALID_REQUEST", "events"],
      [{ name: " " }, "INVALID_REQUEST", "name"],
      [{ secret: "whsec_mine" }, "INVALID_REQUEST", "secret"],
    ])("reject %j", async (wrong, code, word) => {
      const body = { name: "Mine", url: receivers.at("/never"), ...wrong };
      const refused = { status: 400, body: { code, error: expect.stringContaining(word) } };
      expect(await newcomer.ask("POST", "", body)).toMatchObject(refused);
      expect((await newcomer.ask("GET", "")).body).toEqual({ webhooks: [] });
      expect(await owner.ask("PATCH", `/${hook.id}`, wrong)).toMatchObject(refused);
    });
  });

  it("accept only names of one line without control, direction or invisible characters", async () => {
    const person = await createPerson();
    const url = receivers.at("/named");
    const hook = await person.create(url);
    for (const name of ["Two\nlines", "A control character \u0007", "Dupont \u202etnopuD", "Tag \u{e0041}"]) {
      const refused = { status: 400, body: { code: "INVALID_REQUEST" } };
      expect(await person.ask("POST", "", { name, url })).toMatchObject(refused);
      expect(await person.ask("PATCH", `/${hook.id}`, { name })).toMatchObject(refused);
    }
    expect((await person.ask("PATCH", `/${hook.id}`, { name: "Comptabilité 🥐" })).status).toBe(200);
  });

  it("reject an empty change", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/unchanged"));
    expect(await person.ask("PATCH", `/${hook.id}`, {})).toMatchObject({
      status: 400,
      body: { code: "INVALID_REQUEST" },
    });
  });

  it("allow 20 webhooks under parallel requests, and another after one was deleted", async () => {
    const person = await createPerson();
    const url = receivers.at("/many");
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => person.ask("POST", "", { name: "One of many", url })),
    );
    expect(answers.filter((one) => one.status === 201)).toHaveLength(20);
    expect(answers.filter((one) => one.body.code === "WEBHOOK_LIMIT_REACHED")).toHaveLength(5);
    const { webhooks } = (await person.ask<{ webhooks: WebhookView[] }>("GET", "")).body;
    expect(webhooks).toHaveLength(20);
    expect(await person.ask("DELETE", `/${webhooks[0]?.id}`)).toMatchObject({ status: 204, body: "" });
    expect(await person.ask("DELETE", `/${webhooks[0]?.id}`)).toMatchObject({ status: 404 });
    expect((await person.ask("POST", "", { name: "Again", url })).status).toBe(201);
    expect((await person.ask("POST", "", { name: "Too many", url })).status).toBe(409);
  });

  it("list deliveries in pages, newest first, with the beginning of the responses", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/pages", status(200, {}, "x".repeat(30_000))));
    for (let n = 0; n < 3; n++) {
      // Deliveries are ordered by their events' milliseconds.
      Clock.setOffset(Clock.offset() + 1);
      await Table.commit([Outbox.write(UserEvents.jobDone, { userId: person.userId, data: { n } })]);
    }
    await platform.drain();
    const page = (query: string) =>
      person.ask<{ deliveries: DeliveryView[]; next: string | null }>(
        "GET",
        `/${hook.id}/deliveries${query}`,
      );
    const first = await page("?limit=2");
    expect(first.body.deliveries).toMatchObject([
      {
        event: "job-done",
        status: "delivered",
        attemptCount: 1,
        nextAttemptAt: null,
        body: expect.stringContaining('"n":2'),
      },
      { body: expect.stringContaining('"n":1') },
    ]);
    expect(first.body.deliveries[0]?.attempts).toMatchObject([
      { number: 1, status: 200, error: null, responseBody: "x".repeat(2000) },
    ]);
    const second = await page(`?limit=2&after=${first.body.next}`);
    expect(second.body).toMatchObject({
      deliveries: [{ body: expect.stringContaining('"n":0') }],
      next: null,
    });
    expect((await page("?after=dlv_1")).status).toBe(400);
    expect((await page("?limit=101")).status).toBe(400);
  });
});

describe("a delivery", () => {
  it("contains the event, and its signatures are valid for our own scheme, standardwebhooks and svix", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/signed"));
    await emitEvent(person.userId, UserEvents.shareReceived, { note: "Zoë €" });
    const [got, ...more] = receivers.got("/signed");
    if (!got) throw new Error("nothing arrived");
    expect(more).toEqual([]);
    const { headers, body } = got;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "svc-webhooks/1",
      "x-svc-event": "share-received",
      "x-svc-signature": createHmac("sha256", hook.secret).update(body).digest("hex"),
    });
    const event = { type: "share-received", createdAt: expect.any(String), data: { note: "Zoë €" } };
    expect(verifySignature(hook.secret, got)).toEqual({ id: headers["webhook-id"], ...event });
    expect(() => new Svix(hook.secret).verify(body, headers as Record<string, string>)).not.toThrow();
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 1, body });
  });

  it("is created for each enabled webhook of the user that is subscribed to the event", async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    await person.create(receivers.at("/all"));
    await person.create(receivers.at("/failures"), { events: ["job-failed"] });
    await other.create(receivers.at("/stranger"));
    const off = await person.create(receivers.at("/off"));
    await person.ask("PATCH", `/${off.id}`, { enabled: false });
    await emitEvent(person.userId, UserEvents.jobDone);
    await emitEvent(person.userId, UserEvents.jobFailed);
    const got = (path: string) => receivers.got(path).map(({ headers }) => headers["x-svc-event"]);
    expect(["/all", "/failures", "/stranger", "/off"].map(got)).toEqual([
      ["job-done", "job-failed"],
      ["job-failed"],
      [],
      [],
    ]);
    expect(await deliveries(person, off)).toEqual([]);
  });

  it("is created once under repeated events", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/twice"));
    const event = {
      id: "evt_01jd3v8y2m9t4k6q0s5w7x1z3b",
      type: UserEvents.jobDone.type,
      occurredAt: Clock.nowIso(),
      payload: { userId: person.userId, data: {} },
    };
    await Promise.all(Array.from({ length: 5 }, () => fanOut(event)));
    await platform.drain();
    await fanOut(event);
    await platform.drain();
    expect(receivers.got("/twice")).toHaveLength(1);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ eventId: event.id, status: "delivered" });
  });

  it("is sent once under parallel executions", async () => {
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 1 });
    const person = await createPerson();
    const hook = await person.create(receivers.at("/rush"));
    await emitEvent(person.userId);
    await Promise.all(
      Array.from({ length: 10 }, () => deliver({ userId: person.userId, webhookId: hook.id })),
    );
    expect(receivers.got("/rush")).toHaveLength(1);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("is made once for every event of a burst", async () => {
    const person = await createPerson();
    await person.create(receivers.at("/burst"));
    const writes = Array.from({ length: 25 }, (_, n) =>
      Outbox.write(UserEvents.jobDone, { userId: person.userId, data: { n } }),
    );
    await Table.commit(writes);
    await platform.drain();
    const numbers = receivers.got("/burst").map(({ body }) => JSON.parse(body).data.n as number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
  });

  it("of a test event is marked as a test", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/tested"), { events: ["job-failed", "share-received"] });
    expect(await person.ask("POST", `/${hook.id}/test`)).toMatchObject({
      status: 202,
      body: { status: "pending", event: "job-failed", attemptCount: 0 },
    });
    expect((await person.ask("POST", `/${hook.id}/test`, { event: "job-done" })).status).toBe(202);
    expect((await person.ask("POST", `/${hook.id}/test`, { event: "nothing" })).status).toBe(400);
    await platform.drain();
    const got = receivers.got("/tested");
    expect(got.map(({ headers }) => headers["x-svc-event"]).sort()).toEqual(["job-done", "job-failed"]);
    for (const one of got) expect(verifySignature(hook.secret, one)).toMatchObject({ data: { test: true } });
  });
});

describe("a failing delivery", () => {
  // Later tests must not retry the failures of earlier ones.
  afterEach(async () => {
    for (const owner of owners) {
      const hooks = await Webhooks.list(owner);
      await Promise.all(hooks.map(({ webhookId }) => Webhooks.remove(owner, webhookId)));
    }
  });

  it("is retried by the schedule with the same id, and is dead after 8 attempts", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/fails", status(500, {}, "no")));
    await emitEvent(person.userId);
    const tried = () => receivers.got("/fails").length;
    expect(tried()).toBe(1);
    for (const [index, delay] of DELAYS.entries()) {
      // Real time passes too, so half the delay remains for a slow machine.
      await advanceAndDrain(delay / 2);
      expect(tried(), `before ${delay} s`).toBe(index + 1);
      // Beyond 15 minutes the sweep queues it, within a minute.
      await advanceAndDrain(delay / 2 + 1 + delay * 0.1 + (delay > 900 ? 60 : 0));
      expect(tried(), `after ${delay} s`).toBe(index + 2);
    }
    const got = receivers.got("/fails");
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const one of got) verifySignature(hook.secret, one);

    const dead = await readOnlyDelivery(person, hook);
    expect(dead).toMatchObject({ status: "dead", attempts: 8 });
    expect(dead?.nextAttemptAt).toBeUndefined();
    expect(dead?.log).toHaveLength(8);
    expect(dead?.log[7]).toMatchObject({
      number: 8,
      status: 500,
      error: "the receiver answered 500",
      responseBody: "no",
    });
    await advanceAndDrain(10 * DAY);
    expect(tried()).toBe(8);
  });

  it("leaves a dead letter in the end, and is restarted by moving the letter back or by a replay", async () => {
    const before = (await platform.drain()).queues["webhook-dead-letters"]?.visible ?? 0;
    const person = await createPerson();
    const hook = await person.create(receivers.at("/revived", status(503)));
    await emitEvent(person.userId);
    await runLastAttempts(person, hook);
    const dead = await readOnlyDelivery(person, hook);
    expect(dead).toMatchObject({ status: "dead", attempts: 8 });
    expect((await platform.drain()).queues["webhook-dead-letters"]?.visible).toBe(before + 1);

    const deadLetter = {
      type: "webhook-delivery-died",
      payload: { userId: person.userId, webhookId: hook.id, deliveryId: dead?.deliveryId },
    };
    await Queue.send("QUEUE_URL_WEBHOOK_DELIVERIES", [{ id: "0", body: JSON.stringify(deadLetter) }]);
    await platform.drain();
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "pending", attempts: 9 });
    receivers.set("/revived", status(200));
    await advanceAndDrain(6);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 10 });

    const again = await person.ask<DeliveryView>("POST", `/${hook.id}/deliveries/${dead?.deliveryId}/replay`);
    expect(again).toMatchObject({ status: 202, body: { status: "pending", attemptCount: 10 } });
    await platform.drain();
    const got = receivers.got("/revived");
    // The first attempt, the last of the schedule, and three later ones.
    expect(got).toHaveLength(5);
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const delivery = await readOnlyDelivery(person, hook);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 11 });
    expect(delivery?.log.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it("is attempted immediately and once if it is replayed while it waits for its next attempt", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/hurried", status(500)));
    await emitEvent(person.userId);
    const waiting = await readOnlyDelivery(person, hook);
    receivers.set("/hurried", status(204));
    await person.ask("POST", `/${hook.id}/deliveries/${waiting?.deliveryId}/replay`);
    await advanceAndDrain(10);
    expect(receivers.got("/hurried")).toHaveLength(2);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("waits as long as Retry-After states, up to twice the schedule's delay", async () => {
    const person = await createPerson();
    await person.create(receivers.at("/asked", status(429, { "retry-after": "8" })));
    await person.create(receivers.at("/asked-much", status(503, { "retry-after": "3600" })));
    await emitEvent(person.userId);
    const tried = () => [receivers.got("/asked").length, receivers.got("/asked-much").length];
    // Real time passes too, so the steps leave a second or two for a slow machine.
    await advanceAndDrain(5.5);
    expect(tried()).toEqual([1, 1]);
    await advanceAndDrain(2.6);
    expect(tried()).toEqual([2, 1]);
    await advanceAndDrain(2);
    expect(tried()).toEqual([2, 2]);
  });

  it("does not follow a redirect", async () => {
    const person = await createPerson();
    const target = receivers.at("/target");
    const hook = await person.create(receivers.at("/moved", status(307, { location: target })));
    await emitEvent(person.userId);
    expect([receivers.got("/moved").length, receivers.got("/target").length]).toEqual([1, 0]);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({
      status: "pending",
      log: [{ status: 307, error: expect.stringContaining("redirects are not followed") }],
    });
  });

  it("states that the connection was refused or closed", async () => {
    const person = await createPerson();
    const gone = await person.create("http://127.0.0.1:9/");
    const closed = await person.create(receivers.at("/hangs-up", (response) => response.destroy()));
    await emitEvent(person.userId);
    expect(await readOnlyDelivery(person, gone)).toMatchObject({
      status: "pending",
      log: [{ error: "the connection was refused" }],
    });
    expect(await readOnlyDelivery(person, closed)).toMatchObject({
      log: [{ error: "the connection was closed before the answer was complete" }],
    });
  });

  it("uses a new URL from its next attempt on", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/old", status(500)));
    await emitEvent(person.userId);
    await person.ask("PATCH", `/${hook.id}`, { url: receivers.at("/new") });
    await advanceAndDrain(6);
    expect([receivers.got("/old").length, receivers.got("/new").length]).toEqual([1, 1]);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered" });
  });
});

describe("a webhook", () => {
  it("that its owner disables receives nothing more, and its pending deliveries can be replayed later", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/paused", status(500)));
    await emitEvent(person.userId);
    expect((await person.ask("PATCH", `/${hook.id}`, { enabled: false })).body).toMatchObject({
      enabled: false,
      disabledReason: "owner",
    });
    await emitEvent(person.userId);
    await advanceAndDrain(DAY);
    expect(receivers.got("/paused")).toHaveLength(1);
    const skipped = await readOnlyDelivery(person, hook);
    expect(skipped).toMatchObject({ status: "skipped", attempts: 1 });
    const replay = () =>
      person.ask<DeliveryView>("POST", `/${hook.id}/deliveries/${skipped?.deliveryId}/replay`);
    const refused = { status: 409, body: { code: "WEBHOOK_DISABLED" } };
    expect(await replay()).toMatchObject(refused);
    expect(await person.ask("POST", `/${hook.id}/test`)).toMatchObject(refused);

    receivers.set("/paused", status(204));
    expect((await person.ask("PATCH", `/${hook.id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    expect((await replay()).status).toBe(202);
    await platform.drain();
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("that is enabled again before the next attempt continues with pending deliveries", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/blink", status(500)));
    await emitEvent(person.userId);
    await person.ask("PATCH", `/${hook.id}`, { enabled: false });
    receivers.set("/blink", status(204));
    await person.ask("PATCH", `/${hook.id}`, { enabled: true });
    await advanceAndDrain(6);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("is disabled immediately if its receiver returns 410, and its owner gets an email", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/gone", status(410)));
    await emitEvent(person.userId);
    await platform.drain();
    expect(await viewOf(person, hook)).toMatchObject({ enabled: false, disabledReason: "gone" });
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "dead", attempts: 1 });
    await advanceAndDrain(DAY);
    await emitEvent(person.userId);
    expect(receivers.got("/gone")).toHaveLength(1);
    expect(platform.mail(person.email).map(({ subject }) => subject)).toContain(
      "Votre webhook est désactivé",
    );
  });

  it("is disabled five days after its first failing delivery if none succeeds, and no sooner", async () => {
    const person = await createPerson();
    const create = (path: string, events: string[]) =>
      person.create(receivers.at(path, status(500)), { events });
    const failing = await create("/failing", ["job-done"]);
    const recovering = await create("/recovering", ["job-done", "share-received"]);
    const seldom = await create("/seldom", ["job-failed"]);
    const failure = async (...definitions: Definition[]) => {
      for (const definition of definitions) await emitEvent(person.userId, definition);
      await runLastAttempts(person, failing, recovering, seldom);
    };
    const since = expect.any(String);

    await failure(UserEvents.jobDone, UserEvents.jobFailed);
    expect(await viewOf(person, failing)).toMatchObject({ enabled: true, failingSince: since });
    const first = await viewOf(person, seldom);
    expect(first).toMatchObject({ enabled: true, failingSince: since });
    expect(first?.failingSince).toBe((await readOnlyDelivery(person, seldom))?.log[0]?.at);

    receivers.set("/recovering", status(200));
    await emitEvent(person.userId, UserEvents.shareReceived);
    expect(await viewOf(person, recovering)).toMatchObject({ failingSince: null });
    receivers.set("/recovering", status(500));

    await advanceAndDrain(3 * DAY);
    await failure(UserEvents.jobDone);
    expect(await viewOf(person, failing)).toMatchObject({ enabled: true });
    // Less than five days after the first delivery was given up, but more than five after its first attempt.
    await failure(UserEvents.jobDone);
    expect(await viewOf(person, failing)).toMatchObject({ enabled: false, disabledReason: "failing" });
    // One delivery succeeded in between.
    expect(await viewOf(person, recovering)).toMatchObject({ enabled: true, failingSince: since });

    // So long after the first failure that it no longer counts.
    await advanceAndDrain(6 * DAY);
    await failure(UserEvents.jobFailed);
    const last = await viewOf(person, seldom);
    expect(last).toMatchObject({ enabled: true, failingSince: since });
    expect(last?.failingSince).not.toBe(first?.failingSince);

    const emails = platform
      .mail(person.email)
      .filter(({ subject }) => subject === "Votre webhook est désactivé");
    expect(emails).toHaveLength(1);
    expect((await person.ask("PATCH", `/${failing.id}`, { enabled: true })).body).toMatchObject({
      failingSince: null,
    });
  });
});

describe("a rotated secret", () => {
  it("signs together with the new secret for a day, and not at all with an overlap of 0 seconds", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/rotated"));
    const rotated = await person.ask("POST", `/${hook.id}/rotate-secret`);
    expect(rotated).toMatchObject({
      status: 200,
      body: { id: hook.id, secret: expect.stringMatching(/^whsec_/) },
    });
    const { secret } = rotated.body;
    expect(secret).not.toBe(hook.secret);
    await emitEvent(person.userId);
    const [during] = receivers.got("/rotated");
    if (!during) throw new Error("nothing arrived");
    verifySignature(hook.secret, during);
    verifySignature(secret, during);
    const hmac = (key: string) => createHmac("sha256", key).update(during.body).digest("hex");
    expect(during.headers).toMatchObject({
      "x-svc-signature": hmac(secret),
      "x-svc-signature-previous": hmac(hook.secret),
    });

    await advanceAndDrain(DAY + 1);
    await emitEvent(person.userId);
    const after = receivers.got("/rotated")[1];
    if (!after) throw new Error("nothing arrived");
    verifySignature(secret, after);
    expect(() => verifySignature(hook.secret, after)).toThrow();
    expect(after.headers).not.toHaveProperty("x-svc-signature-previous");

    const atOnce = await person.ask("POST", `/${hook.id}/rotate-secret`, { overlapSeconds: 0 });
    await emitEvent(person.userId);
    const last = receivers.got("/rotated")[2];
    if (!last) throw new Error("nothing arrived");
    verifySignature(atOnce.body.secret, last);
    expect(() => verifySignature(secret, last)).toThrow();
    expect(
      (await person.ask("POST", `/${hook.id}/rotate-secret`, { overlapSeconds: 7 * DAY + 1 })).status,
    ).toBe(400);
  });

  it("also signs pending deliveries until the overlap ends", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/straddles", status(500)));
    await emitEvent(person.userId);
    const { body } = await person.ask("POST", `/${hook.id}/rotate-secret`, { overlapSeconds: 100 });
    // The delays before the second and third attempt are within the overlap, the one before the fourth is
    // not.
    for (const seconds of [7, 67, 331]) await advanceAndDrain(seconds);
    const [before, second, third, after, ...more] = receivers.got("/straddles");
    if (!before || !second || !third || !after) throw new Error("an attempt is missing");
    expect(more).toEqual([]);
    verifySignature(hook.secret, before);
    for (const both of [second, third]) {
      verifySignature(hook.secret, both);
      verifySignature(body.secret, both);
    }
    verifySignature(body.secret, after);
    expect(() => verifySignature(hook.secret, after)).toThrow();
  });

  it("can be rotated ten times while the former secrets still sign, and not an eleventh time", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/often"));
    for (let n = 0; n < 10; n++)
      expect((await person.ask("POST", `/${hook.id}/rotate-secret`)).status).toBe(200);
    expect(await person.ask("POST", `/${hook.id}/rotate-secret`)).toMatchObject({
      status: 409,
      body: { code: "WEBHOOK_SECRET_LIMIT_REACHED" },
    });
    await emitEvent(person.userId);
    const [got] = receivers.got("/often");
    expect(String(got?.headers["webhook-signature"]).split(" ")).toHaveLength(11);
  });

  it("stops signing immediately, with all former secrets, after a rotation without overlap", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/leaked"));
    for (let n = 0; n < 10; n++)
      expect((await person.ask("POST", `/${hook.id}/rotate-secret`)).status).toBe(200);
    const { status, body } = await person.ask("POST", `/${hook.id}/rotate-secret`, { overlapSeconds: 0 });
    expect(status).toBe(200);
    await emitEvent(person.userId);
    const [got] = receivers.got("/leaked");
    if (!got) throw new Error("nothing arrived");
    verifySignature(body.secret, got);
    expect(String(got.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(got.headers).not.toHaveProperty("x-svc-signature-previous");
  });
});

it("deletes the pending deliveries of a deleted webhook", async () => {
  const person = await createPerson();
  const hook = await person.create(receivers.at("/deleted", status(500)));
  for (let n = 0; n < 3; n++) await emitEvent(person.userId);
  expect(receivers.got("/deleted")).toHaveLength(3);
  expect((await person.ask("DELETE", `/${hook.id}`)).status).toBe(204);
  expect(await Table.queryAll({ pk: `WEBHOOK#${hook.id}` })).toEqual([]);
  await advanceAndDrain(DAY);
  expect(receivers.got("/deleted")).toHaveLength(3);
  expect(await person.ask("GET", `/${hook.id}/deliveries`)).toMatchObject({ status: 404 });
});

describe("a delivery under faults", () => {
  it("is sent again with the same id if its result could not be recorded", async () => {
    const person = await createPerson();
    const hook = await person.create(
      receivers.at("/crash", (response) => {
        // The receiver has the request, and from here on no result can be recorded.
        platform.faults.set({ dependency: "dynamodb", kind: "error", rate: 1 });
        response.writeHead(204).end();
      }),
    );
    await Table.commit([Outbox.write(UserEvents.jobDone, { userId: person.userId, data: {} })]);
    const drained = platform.drain();
    await eventually(() => expect(receivers.got("/crash")).toHaveLength(1));
    receivers.set("/crash", status(204));
    await drained;
    platform.faults.clear();
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "pending", attempts: 0 });

    await advanceAndDrain(61);
    await advanceAndDrain(61);
    const [first, second, ...more] = receivers.got("/crash");
    expect(more).toEqual([]);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.body).toBe(first?.body);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("is sent by the sweep if the queue is down", async () => {
    const person = await createPerson();
    const hook = await person.create(receivers.at("/unqueued"));
    platform.faults.set({ dependency: "sqs", kind: "error", rate: 1 });
    expect((await person.ask("POST", `/${hook.id}/test`)).status).toBe(202);
    platform.faults.clear();
    await platform.drain();
    expect(receivers.got("/unqueued")).toHaveLength(0);
    await advanceAndDrain(61);
    expect(receivers.got("/unqueued")).toHaveLength(1);
    expect(await readOnlyDelivery(person, hook)).toMatchObject({ status: "delivered" });
  });
});

describe("the receivers of one user", () => {
  it("get all their deliveries even if another never responds and one is unreachable", async () => {
    // Holds the timeouts of requests, so that none ends during the test.
    holdTimers(15_000);
    const person = await createPerson();
    const open: ServerResponse[] = [];
    const held = await person.create(receivers.at("/held", (response) => open.push(response)));
    const dead = await person.create("http://127.0.0.1:9/");
    // More events than can be sent to one receiver in parallel.
    const events = 12;
    const paths = Array.from({ length: 5 }, (_, n) => `/quick-${n}`);
    for (const path of paths) await person.create(receivers.at(path));
    await Table.commit(
      Array.from({ length: events }, (_, n) =>
        Outbox.write(UserEvents.jobDone, { userId: person.userId, data: { n } }),
      ),
    );
    await Outbox.sweep();
    await eventually(async () => {
      expect(paths.map((path) => receivers.got(path).length)).toEqual(paths.map(() => events));
      const attempted = await deliveries(person, dead);
      expect(attempted).toHaveLength(events);
      expect(attempted.every(({ status, attempts }) => status === "pending" && attempts >= 1)).toBe(true);
    });
    // All other receivers have theirs. The one that never responds has open requests, within its limit.
    expect(open.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThanOrEqual(10);
    expect(open.every((response) => !response.writableEnded)).toBe(true);
    receivers.set("/held", status(204));
    for (const response of open) response.writeHead(204).end();
    await platform.drain();
    expect((await deliveries(person, held)).every((one) => one.status === "delivered")).toBe(true);
    expect(receivers.got("/held")).toHaveLength(events);
  });
});
