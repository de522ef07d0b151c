import { beforeEach, describe, expect, it } from "vitest";
import * as Ids from "../../core/kernel/ids/index.ts";
import { App } from "../support/app.ts";
import { Mirror, type Page } from "../support/mirror.ts";
import { withPlatform } from "../support/platform.ts";
import { roundTrips } from "../support/round-trips.ts";

/** Offline work: pull and push of devices. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let phone: App;
let mirror: Mirror;
beforeEach(async () => {
  email = `sync${++count}@example.com`;
  phone = new App(platform);
  await phone.register(email, password);
  await platform.drain();
  mirror = new Mirror(phone);
});

interface Outcome {
  readonly clientChangeId: string;
  readonly status: "applied" | "conflict" | "rejected";
  readonly version?: number | null;
  readonly data?: Record<string, unknown> | null;
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string }[];
}

let changes = 0;
const change = (collection: string, given: Record<string, unknown>) => ({
  clientChangeId: `change-${++changes}`,
  collection,
  id: collection,
  op: "upsert",
  baseVersion: 1,
  ...given,
});

async function push(app: App, ...sent: object[]): Promise<Outcome[]> {
  const { status, body } = await app.call<{ results: Outcome[] }>("POST", "/sync/push", {
    body: { changes: sent },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

const IBAN = "FR7630006000011234567890189";
const OTHER_IBAN = "DE89370400440532013000";
const beneficiary = (given: Record<string, unknown> = {}) =>
  change("beneficiaries", {
    id: Ids.create("beneficiary"),
    baseVersion: null,
    data: { name: "Grace Hopper", iban: IBAN },
    ...given,
  });

const profile = async (app: App) => (await app.call("GET", "/user/profile")).body;

describe("a first pull", () => {
  it("returns all records in pages, equal to the responses of the collections' routes", async () => {
    const pulled = await mirror.pull(1);
    expect(mirror.pages).toBeGreaterThan(3);
    expect(mirror.get("profile", "profile")?.data).toEqual(await profile(phone));
    const { body } = await phone.call("GET", "/user/preferences");
    expect(mirror.get("preferences", "preferences")?.data).toEqual(body);
    expect(mirror.get("notificationPreferences", "notificationPreferences")?.version).toBe(1);
    expect(pulled.every(({ op }) => op === "upsert")).toBe(true);
    expect(await mirror.pull()).toEqual([]);
  });

  it("returns only the requested collections, also later with its cursor", async () => {
    const some = new Mirror(phone, ["preferences"]);
    expect((await some.pull()).map(({ collection }) => collection)).toEqual(["preferences"]);
    await phone.call("PATCH", "/user/profile", { body: { phone: "+33612345678" } });
    await platform.drain();
    expect((await some.pull()).map(({ collection }) => collection)).toEqual(["preferences"]);
    const refused = await phone.call("POST", "/sync/pull", {
      body: { cursor: some.cursor, collections: ["profile"] },
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: "INVALID_REQUEST", details: [{ field: "collections" }] });
  });
});

describe("a cursor", () => {
  it("returns later changes by any client, each once", async () => {
    await mirror.pull();
    const web = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
      ip: "203.0.113.20",
    });
    const { token } = web.body;
    await platform.call("POST", "/api/defi/wallets", { token, body: { assetSymbol: "EUR" } });
    await platform.drain();
    const changed = await mirror.pull();
    const account = changed.find(({ collection }) => collection === "accounts");
    expect(account).toMatchObject({ op: "upsert", data: { currency: "EUR", balance: 0, isDefault: true } });
    expect(await mirror.pull()).toEqual([]);

    const wallet = account?.id;
    await platform.call("PUT", `/api/defi/wallets/${wallet}`, {
      token,
      body: { operation: "DEPOSIT", amount: 12.34, reason: "a deposit" },
    });
    await platform.drain();
    await mirror.pull();
    expect(mirror.get("accounts", String(wallet))?.data).toMatchObject({ balance: 12.34 });
    expect(mirror.all("transactions").map(({ data }) => data)).toMatchObject([
      {
        accountId: wallet,
        type: "adjustment",
        direction: "in",
        amount: 12.34,
        description: "a deposit",
        currency: "EUR",
      },
    ]);
    const fresh = new Mirror(phone);
    await fresh.pull();
    expect(mirror.contents()).toEqual(fresh.contents());
  });

  it("is valid only for its user, and cannot be forged", async () => {
    await mirror.pull();
    const other = new App(platform);
    await other.register(`other${count}@example.com`, password);
    for (const [app, cursor] of [
      [other, mirror.cursor],
      [phone, `${mirror.cursor}x`],
      [phone, "1"],
      [phone, Buffer.from("[1,2,[0]]").toString("base64url")],
    ] as const) {
      const { status, body } = await app.call("POST", "/sync/pull", { body: { cursor } });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: "INVALID_REQUEST", details: [{ field: "cursor" }] });
    }
  });

  it("is valid for 30 days", async () => {
    await mirror.pull();
    await platform.advance(29 * 86_400);
    const later = new App(platform);
    await later.login(email, password);
    expect((await later.call("POST", "/sync/pull", { body: { cursor: mirror.cursor } })).status).toBe(200);
    await platform.advance(2 * 86_400);
    await later.refresh();
    const { status, body } = await later.call("POST", "/sync/pull", { body: { cursor: mirror.cursor } });
    expect(status).toBe(410);
    expect(body).toMatchObject({ error: "CURSOR_EXPIRED", message: expect.any(String) });
  });
});

describe("the most frequent requests of devices", () => {
  it("need at most two sequential round trips: an empty pull, the status, the profile", async () => {
    await mirror.pull();
    const { cursor } = mirror;
    const empty = () => phone.call("POST", "/sync/pull", { body: { cursor } });
    expect((await empty()).body).toMatchObject({ changes: [], hasMore: false });
    expect(await roundTrips(empty)).toBeLessThanOrEqual(2);
    expect(await roundTrips(() => phone.call("GET", "/sync/status"))).toBeLessThanOrEqual(2);
    expect(await roundTrips(() => phone.call("GET", "/user/profile"))).toBeLessThanOrEqual(2);
  });
});

describe("an offline change", () => {
  it("is applied once to the version that it is based on, even if it is repeated", async () => {
    await mirror.pull();
    const sent = change("profile", { data: { phone: "+33612345678" } });
    expect(await push(phone, sent)).toEqual([
      { clientChangeId: sent.clientChangeId, status: "applied", version: 2 },
    ]);
    expect(await push(phone, sent)).toEqual([
      { clientChangeId: sent.clientChangeId, status: "applied", version: 2 },
    ]);
    expect(await profile(phone)).toMatchObject({ phone: "+33612345678", version: 2 });
    const [reused] = await push(phone, { ...sent, data: { phone: "+33612345679" } });
    expect(reused).toMatchObject({ status: "rejected", code: "IDEMPOTENCY_KEY_REUSED" });
    expect(reused).toMatchObject({ message: expect.stringContaining("clientChangeId") });
    await platform.drain();
    expect((await mirror.pull()).map(({ collection }) => collection)).toContain("profile");
    expect(mirror.get("profile", "profile")).toMatchObject({ version: 2, data: { phone: "+33612345678" } });
  });

  it("is applied once under fifty parallel requests, whether it adds, changes or deletes a record", async () => {
    const pushFiftyTimes = async (sent: object) => {
      const results = await Promise.all(Array.from({ length: 50 }, () => push(phone, sent)));
      return new Set(results.flat().map(({ status, version }) => `${status} ${version}`));
    };
    const added = beneficiary();
    expect(await pushFiftyTimes(added)).toEqual(new Set(["applied 1"]));
    expect(await pushFiftyTimes(change("profile", { data: { phone: "+33612345678" } }))).toEqual(
      new Set(["applied 2"]),
    );
    await platform.advance(61);
    const changed = { id: added.id, data: { name: "Rear Admiral Hopper", iban: IBAN } };
    expect(await pushFiftyTimes(change("beneficiaries", changed))).toEqual(new Set(["applied 2"]));
    const deleted = { id: added.id, baseVersion: 2, op: "delete", data: undefined };
    expect(await pushFiftyTimes(change("beneficiaries", deleted))).toEqual(new Set(["applied 2"]));
    await platform.advance(61);
    await mirror.pull();
    expect(mirror.all("beneficiaries")).toEqual([]);
    expect(await profile(phone)).toMatchObject({ version: 2 });
  });

  it("is a conflict if another change came first, without an effect on other changes in the push", async () => {
    await phone.call("PATCH", "/user/profile", { body: { firstName: "Augusta" } });
    const results = await push(
      phone,
      change("profile", { data: { firstName: "Adelaide" } }),
      change("preferences", {
        data: {
          language: "en",
          currency: "USD",
          timezone: "Europe/London",
          theme: "dark",
          hideBalances: true,
        },
      }),
      change("profile", { data: { firstName: "" }, baseVersion: 2 }),
    );
    expect(results.map(({ status }) => status)).toEqual(["conflict", "applied", "rejected"]);
    expect(results[0]).toMatchObject({ version: 2, data: { firstName: "Augusta", version: 2 } });
    expect(results[2]).toMatchObject({ code: "INVALID_REQUEST", details: [{ field: "data.firstName" }] });
    expect(await profile(phone)).toMatchObject({ firstName: "Augusta" });
  });

  it("is a conflict if another device changes the same record in parallel", async () => {
    const tablet = new App(platform);
    await tablet.login(email, password);
    const results = await Promise.all(
      [phone, tablet].map((app, nth) => push(app, change("profile", { data: { firstName: `N${nth}` } }))),
    );
    expect(
      results
        .flat()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(["applied", "conflict"]);
  });

  it.each(["accounts", "transactions", "cards", "loyalty", "scheduledPayments"])(
    "to %s is rejected, and the push's other changes are applied",
    async (collection) => {
      const [refused, made] = await push(
        phone,
        change(collection, { id: "x", data: { balance: 1_000_000 } }),
        beneficiary(),
      );
      expect(refused).toMatchObject({
        status: "rejected",
        code: "INVALID_REQUEST",
        details: [{ field: "collection", message: expect.stringContaining("must be one of profile, ") }],
      });
      expect(made).toMatchObject({ status: "applied" });
    },
  );

  it("is accepted in batches of up to fifty", async () => {
    const many = Array.from({ length: 51 }, () => beneficiary());
    expect((await phone.call("POST", "/sync/push", { body: { changes: many } })).status).toBe(400);
    expect((await push(phone, ...many.slice(0, 50))).every(({ status }) => status === "applied")).toBe(true);
  });

  it("is rejected with 413 if the push is too large", async () => {
    const large = beneficiary({ data: { name: "x".repeat(70_000), iban: IBAN } });
    const { status, body } = await phone.call("POST", "/sync/push", { body: { changes: [large] } });
    expect({ status, body }).toMatchObject({ status: 413, body: { error: "BODY_TOO_LARGE" } });
  });

  it("is applied once if it occurs twice in one push, and both results are the same", async () => {
    const sent = beneficiary();
    expect(await push(phone, sent, sent)).toMatchObject([
      { status: "applied", version: 1 },
      { status: "applied", version: 1 },
    ]);
    const other = { ...beneficiary(), clientChangeId: sent.clientChangeId };
    expect(await push(phone, other)).toMatchObject([{ status: "rejected", code: "IDEMPOTENCY_KEY_REUSED" }]);
  });

  it("marks a notification as read once, but not another user's notification", async () => {
    const { body } = await phone.call<{ notifications: { id: string }[] }>("GET", "/notifications/history");
    const id = body.notifications[0]?.id ?? "";
    const sent = () => change("notifications", { id, baseVersion: undefined, data: { read: true } });
    const other = new App(platform);
    await other.register(`reader${count}@example.com`, password);
    for (const [app, its] of [
      [other, sent()],
      [phone, { ...sent(), id: Ids.create("notification") }],
    ] as const)
      expect(await push(app, its)).toMatchObject([{ status: "rejected", code: "NOTIFICATION_NOT_FOUND" }]);
    expect(await push(phone, sent())).toMatchObject([{ status: "applied", version: 2 }]);
    expect(await push(phone, sent())).toMatchObject([{ status: "applied", version: 2 }]);
    await platform.drain();
    await mirror.pull();
    expect(mirror.get("notifications", id)).toMatchObject({
      version: 2,
      data: { readAt: expect.any(String) },
    });
  });

  it("is rejected in the user's language, with the field and the rule", async () => {
    const { body } = await phone.call<{ results: Outcome[] }>("POST", "/sync/push", {
      body: { changes: [change("cards", { id: "x", data: {} })] },
      headers: { "accept-language": "fr" },
    });
    expect(body.results).toMatchObject([
      {
        status: "rejected",
        message: expect.stringContaining("collection doit être une de ces valeurs"),
        details: [{ field: "collection", message: expect.stringContaining("profile, preferences") }],
      },
    ]);
  });
});

describe("a beneficiary", () => {
  it("is added, changed and deleted by pushes, and a push with an outdated version is a conflict", async () => {
    await mirror.pull();
    const added = beneficiary({ data: { name: "Grace Hopper", iban: "FR76 3000 6000 0112 3456 7890 189" } });
    expect(await push(phone, added)).toMatchObject([{ status: "applied", version: 1 }]);
    await platform.drain();
    await mirror.pull();
    expect(mirror.get("beneficiaries", added.id)).toMatchObject({ version: 1, data: { iban: IBAN } });

    const renamed = { id: added.id, baseVersion: 1, data: { name: "Rear Admiral Hopper", iban: IBAN } };
    expect(await push(phone, change("beneficiaries", renamed))).toMatchObject([
      { status: "applied", version: 2 },
    ]);
    const late = await push(phone, change("beneficiaries", renamed));
    expect(late).toMatchObject([{ status: "conflict", version: 2, data: { name: "Rear Admiral Hopper" } }]);

    const gone = { id: added.id, baseVersion: 2, op: "delete", data: undefined };
    const outdated = { ...gone, baseVersion: 1 };
    expect(await push(phone, change("beneficiaries", outdated))).toMatchObject([
      { status: "conflict", version: 2, data: { name: "Rear Admiral Hopper" } },
    ]);
    expect(await push(phone, change("beneficiaries", gone))).toMatchObject([{ status: "applied" }]);
    expect(await push(phone, change("beneficiaries", gone))).toMatchObject([
      { status: "conflict", version: null, data: null },
    ]);
    await platform.drain();
    expect((await mirror.pull()).map(({ op, id }) => ({ op, id }))).toEqual([{ op: "delete", id: added.id }]);
  });

  it.each([
    ["data.iban", { data: { name: "Grace", iban: "FR7630006000011234567890188" } }],
    ["data.name", { data: { name: "", iban: OTHER_IBAN } }],
    ["id", { id: "ben_1" }],
    ["baseVersion", { baseVersion: 3, op: "delete", id: "x" }],
  ])("is rejected if %s is invalid", async (field, given) => {
    const [refused] = await push(phone, beneficiary(given));
    if (field === "baseVersion")
      expect(refused).toMatchObject({ status: "rejected", details: [{ field: "id" }] });
    else expect(refused).toMatchObject({ status: "rejected", code: "INVALID_REQUEST", details: [{ field }] });
  });

  it("is limited to 100 per user, and cannot be changed by another user", async () => {
    const added = beneficiary();
    await push(phone, added);
    for (const some of [50, 49]) await push(phone, ...Array.from({ length: some }, () => beneficiary()));
    expect(await push(phone, beneficiary())).toMatchObject([
      { status: "rejected", code: "BENEFICIARY_LIMIT_REACHED" },
    ]);
    const other = new App(platform);
    await other.register(`stranger${count}@example.com`, password);
    const theirs = change("beneficiaries", { id: added.id, data: { name: "Eve", iban: OTHER_IBAN } });
    expect(await push(other, theirs)).toMatchObject([{ status: "conflict", version: null, data: null }]);
  });
});

describe("the status", () => {
  it("contains the number of changes to pull, and the times of the last pull and push", async () => {
    const status = async () => (await phone.call<Record<string, unknown>>("GET", "/sync/status")).body;
    expect(await status()).toMatchObject({ pending: null, lastPulledAt: null, lastPushedAt: null });
    await mirror.pull();
    await mirror.pull();
    expect(await status()).toMatchObject({
      pending: 0,
      lastPulledAt: expect.any(String),
      lastPushedAt: null,
    });
    await push(phone, beneficiary(), beneficiary());
    await platform.drain();
    const { pending, lastPushedAt, cursor } = await status();
    expect({ pending, lastPushedAt }).toEqual({ pending: 2, lastPushedAt: expect.any(String) });
    const { body } = await phone.call<Page>("POST", "/sync/pull", { body: { cursor } });
    expect(body).toMatchObject({ changes: [], hasMore: false });
  });
});
