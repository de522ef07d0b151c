import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { transferReceived } from "../../core/banking/events.ts";
import { walletAdjusted } from "../../core/defi/adjustments/events.ts";
import { userProfile } from "../../core/identity/entity.ts";
import {
  passwordResetRequested,
  RefreshTokenReused,
  signedInFromNewClient,
} from "../../core/identity/events.ts";
import { EMAILS } from "../../core/identity/mail-links/schema.ts";
import { categories } from "../../core/identity/preferences/schema.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { pushRegistration } from "../../core/messaging/entity.ts";
import { fanOut } from "../../core/messaging/webhooks/fan-out.ts";
import { paymentRefunded } from "../../core/payments/payments/events.ts";
import type { Event } from "../../core/platform/outbox/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { handler } from "../../events/notifications.ts";
import { App } from "../support/app.ts";
import { batchOf } from "../support/batch.ts";
import { noEndings } from "../support/identity.ts";
import { withPlatform } from "../support/platform.ts";
import { newSandbox } from "../support/sandboxes.ts";

/** Notifications on every channel, as the app and its devices receive them. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let userId = "";
let phone: App;
beforeEach(async () => {
  email = `notified${++count}@example.com`;
  phone = new App(platform);
  userId = (await phone.register(email, password)).id;
  // Marks the welcome notification as read, so that the tests count only their own.
  await platform.drain();
  for (const { id } of (await history()).notifications) await read(id);
});
afterEach(() => platform.faults.clear());

interface Notification {
  readonly id: string;
  readonly type: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly readAt: string | null;
}
interface Page {
  readonly notifications: readonly Notification[];
  readonly unreadCount: number;
  readonly nextCursor: string | null;
}

const history = async (query = "", app = phone) =>
  (await app.call<Page>("GET", `/notifications/history${query}`)).body;
const read = (id: string, app = phone) =>
  app.call<Notification & { error?: string }>("POST", `/notifications/${id}/read`);
const registerDevice = async (app: App, token = Ids.secret(), system: "ios" | "android" = "ios") => {
  const body = { token, platform: system, deviceId: app.deviceId };
  const { status } = await app.call("POST", "/notifications/register", { body });
  expect(status).toBe(201);
  return token;
};
const newDevice = async () => {
  const app = new App(platform, { model: "Tablet" });
  await app.login(email, password);
  return app;
};

const event = (type: string, payload: object): Event => ({
  id: Ids.create("event"),
  type,
  occurredAt: Clock.nowIso(),
  payload: { userId, ...payload },
});
const received = () => event(transferReceived.type, { amount: "250", currency: "EUR", settled: "0" });
const refunded = () => event(paymentRefunded.type, { paymentId: "pay_x", amount: "12.5", asset: "EUR" });
const alert = () => event(RefreshTokenReused.type, { sessionId: "s", ip: "192.0.2.7", userAgent: "x" });

/** Delivers events, and returns how many failed. */
async function deliver(...events: Event[]): Promise<number> {
  const batch = batchOf(events.map((one) => JSON.stringify(one)));
  return (await handler(batch)).batchItemFailures.length;
}
/** Returns the push messages of a test's events, without those about sign-ins on other devices. */
const pushMessages = (to?: string) =>
  platform.push(to).filter(({ data }) => data["type"] !== signedInFromNewClient.type);
const emails = () => platform.mail(email).filter(({ subject }) => !subject.startsWith("Bienvenue"));

describe("a device", () => {
  it("shows its user's notifications, on iOS and on Android", async () => {
    const tablet = await newDevice();
    const tokens = [await registerDevice(phone), await registerDevice(tablet, undefined, "android")];
    const event = received();
    expect(await deliver(event)).toBe(0);
    for (const [index, token] of tokens.entries())
      expect(pushMessages(token)).toMatchObject([
        {
          system: index === 0 ? "ios" : "android",
          title: "Vous avez reçu un virement",
          body: expect.stringContaining("250,00"),
          data: { type: event.type, category: "transfers", userId },
        },
      ]);
    const [listed] = (await history()).notifications;
    expect(pushMessages(tokens[0])[0]?.data["notificationId"]).toBe(listed?.id);
  });

  it("shows no amount if balances are hidden", async () => {
    const token = await registerDevice(phone);
    const body = {
      language: "en",
      currency: "EUR",
      timezone: "Europe/Paris",
      theme: "dark",
      hideBalances: true,
    };
    await phone.call("PUT", "/user/preferences", { body });
    await deliver(received());
    const [shown] = pushMessages(token);
    expect(shown?.title).toBe("You have received a bank transfer");
    expect(shown?.body).toContain("•••");
    expect(`${shown?.title} ${shown?.body}`).not.toMatch(/250/);
    expect((await history()).notifications[0]?.body).toContain("€250.00");
  });

  it("shows nothing of its former user after another user registers it", async () => {
    const token = await registerDevice(phone);
    const other = new App(platform);
    await other.register(`other${email}`, password);
    await registerDevice(other, token);
    await deliver(received());
    expect(pushMessages(token)).toEqual([]);
  });

  it("receives nothing with an invalid push token, whose registration is deleted", async () => {
    await registerDevice(phone, `dead-${Ids.secret()}`);
    await registerDevice(await newDevice(), `invalid-${Ids.secret()}`);
    const registrations = () =>
      Table.queryAll({ pk: pushRegistration.partition({ userId }), beginsWith: "PUSH#" });
    expect(await registrations()).toHaveLength(2);
    expect(await deliver(received())).toBe(0);
    expect(pushMessages(userId)).toEqual([]);
    expect(await registrations()).toEqual([]);
  });

  it("is registered again if SNS has deleted its endpoint", async () => {
    const token = await registerDevice(phone);
    await deliver(received());
    const key = pushRegistration.key({ userId, sessionId: await sessionOf() });
    await Table.update(key, {
      set: { endpointArn: "arn:aws:sns:local:000000000000:endpoint/APNS/svc/gone" },
    });
    await deliver(received());
    expect(pushMessages(token)).toHaveLength(2);
  });

  const sessionOf = async () => {
    const [item] = await Table.queryAll({ pk: `USER#${userId}`, beginsWith: "PUSH#" });
    return item ? pushRegistration.parse(item).sessionId : "";
  };

  it.each<[string, (app: App) => Promise<unknown>]>([
    ["logged out", (app) => app.call("POST", "/auth/logout")],
    [
      "logged out by another device",
      (app) => phone.call("POST", "/auth/logout", { body: { deviceId: app.deviceId } }),
    ],
    ["signed out everywhere", () => phone.call("POST", "/auth/logout-all")],
    ["unregistered", (app) => app.call("DELETE", "/notifications/unregister")],
    [
      "unregistered by another device",
      (app) => phone.call("DELETE", `/notifications/unregister?deviceId=${app.deviceId}`),
    ],
    ["signed in again", (app) => app.login(email, password)],
    [
      "evicted by five other devices",
      async () => {
        for (let more = 0; more < 5; more++) await newDevice();
      },
    ],
    [
      "signed out by a new password",
      async () => {
        const user = await Users.fromId(userId);
        if (user) await Users.setPassword(user, "Another-Horse-2", noEndings);
      },
    ],
  ])("receives nothing after it was %s", async (_, end) => {
    const tablet = await newDevice();
    const token = await registerDevice(tablet);
    await deliver(received());
    expect(pushMessages(token)).toHaveLength(1);
    await platform.advance(1);
    await end(tablet);
    expect(await deliver(received())).toBe(0);
    expect(pushMessages(token)).toHaveLength(1);
  });

  it("is registered only by its own account", async () => {
    const other = new App(platform);
    await other.register(`other${email}`, password);
    const body = { token: "t", platform: "ios", deviceId: phone.deviceId };
    const refused = await other.call("POST", "/notifications/register", { body });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ error: "DEVICE_NOT_FOUND" });
    const token = await registerDevice(phone);
    expect(
      (await other.call("DELETE", "/notifications/unregister", { body: { deviceId: phone.deviceId } }))
        .status,
    ).toBe(204);
    await deliver(received());
    expect(pushMessages(token)).toHaveLength(1);
  });
});

describe("a channel", () => {
  const choice = (isOn: boolean) => ({ push: isOn, email: isOn, inApp: isOn });
  const all = (isOn: boolean) =>
    Object.fromEntries(categories.map((one) => [one, choice(one === "security" || isOn)]));
  const put = (body: object) =>
    phone.call<{ error?: string; details?: unknown }>("PUT", "/notifications/preferences", { body });

  it("sends nothing if it is switched off, while the others continue", async () => {
    const token = await registerDevice(phone);
    await put({ ...all(true), transfers: { push: false, email: true, inApp: false } });
    await deliver(received(), refunded());
    expect(emails()).toHaveLength(2);
    expect(pushMessages(token)).toMatchObject([{ data: { category: "payments" } }]);
    expect((await history()).notifications.map(({ type }) => type)).toEqual([
      paymentRefunded.type,
      "user-registered",
    ]);
  });

  it("sends security notifications even if all categories are switched off", async () => {
    const token = await registerDevice(phone);
    expect((await put(all(false))).status).toBe(200);
    await deliver(received(), alert());
    expect(emails()).toMatchObject([{ subject: expect.stringContaining("sécurité") }]);
    expect(pushMessages(token)).toMatchObject([{ data: { category: "security" } }]);
    expect((await history()).notifications[0]).toMatchObject({ category: "security" });
  });

  it("cannot be switched off for security", async () => {
    const refused = await put({ ...all(true), security: { push: true, email: false, inApp: true } });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toEqual([
      { field: "security.email", message: "cannot be switched off: security notifications are always sent" },
    ]);
  });

  it("is set with all others under one version, and is shown by the web's single switch", async () => {
    const before = await phone.call<{ version: number }>("GET", "/notifications/preferences");
    expect(before.body).toEqual({
      ...all(true),
      marketing: { push: false, email: false, inApp: true },
      version: 1,
    });
    expect((await put({ ...all(false), version: 1 })).body).toEqual({ ...all(false), version: 2 });
    expect((await put({ ...all(true), version: 1 })).body).toMatchObject({
      error: "VERSION_CONFLICT",
      details: { version: 2 },
    });
    const web = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email, password },
    });
    const me = await platform.call<{ user: object }>("GET", "/api/auth/me", { token: web.body.token });
    expect(me.body.user).toMatchObject({ preferences: { notifications: false } });
    const { security: _, ...rest } = all(true);
    expect((await put(rest)).status).toBe(400);
  });

  it("is off, except in-app, if the web's single switch was off before", async () => {
    await Table.update(userProfile.key({ userId }), { set: { preferences: { notifications: false } } });
    const token = await registerDevice(phone);
    await deliver(received());
    expect([emails(), pushMessages(token)]).toEqual([[], []]);
    expect((await history()).notifications).toHaveLength(2);
  });

  it.each([["mail"], ["push"]] as const)(
    "is retried after a failure of %s, without a repetition of the others",
    async (dependency) => {
      const token = await registerDevice(phone);
      const event = received();
      platform.faults.set({ dependency, kind: "error", rate: 1 });
      expect(await deliver(event)).toBe(1);
      platform.faults.clear();
      await platform.advance(60);
      expect(await deliver(event)).toBe(0);
      expect(await deliver(event)).toBe(0);
      expect([emails().length, pushMessages(token).length]).toEqual([1, 1]);
      expect((await history()).unreadCount).toBe(1);
    },
  );

  it("sends an email after the mail service recovers, because failed attempts do not use up the address's limit", async () => {
    const asked = { ...event(passwordResetRequested.type, {}), payload: { email } };
    platform.faults.set({ dependency: "mail", kind: "error", rate: 1 });
    for (let tries = 0; tries <= EMAILS; tries++) {
      expect(await deliver(asked)).toBe(1);
      await platform.advance(60);
    }
    platform.faults.clear();
    expect(await deliver(asked)).toBe(0);
    expect(emails()).toHaveLength(1);
  });

  it("sends an event once under repeated and parallel deliveries", async () => {
    const token = await registerDevice(phone);
    const event = received();
    await Promise.all(Array.from({ length: 8 }, () => deliver(event)));
    await deliver(event);
    expect([emails().length, pushMessages(token).length]).toEqual([1, 1]);
    expect((await history()).notifications).toHaveLength(2);
  });

  it("sends nothing about a sandbox", async () => {
    const token = await registerDevice(phone);
    const adjusted = {
      operation: "DEPOSIT",
      amount: "250",
      asset: "EUR",
      settled: "0",
      reason: "x",
      mode: newSandbox(),
    };
    await deliver(event(walletAdjusted.type, adjusted));
    expect([emails(), pushMessages(token), (await history()).unreadCount]).toEqual([[], [], 0]);
  });
});

describe("the list of notifications", () => {
  it("contains the stream's items with the same ids, which are also pushed to devices", async () => {
    const token = await registerDevice(phone);
    const done = event("job-done", { data: { jobId: "job_x", type: "tax-report" } });
    await fanOut(done);
    await fanOut(done);
    await platform.drain();
    const [first, ...rest] = (await history()).notifications;
    expect(first).toMatchObject({ type: "job-done", category: "jobs", title: "Votre résultat est prêt" });
    expect(rest).toHaveLength(1);
    const [item] = await Table.queryAll({ pk: `USER#${userId}`, beginsWith: "NOTIFICATION#" });
    expect(item?.["id"]).toBe(first?.id);
    expect(pushMessages(token)).toMatchObject([{ data: { notificationId: first?.id } }]);
    expect(emails()).toEqual([]);
  });

  it("is read in pages, newest first, while new notifications arrive", async () => {
    const expected: string[] = [];
    for (let index = 0; index < 7; index++) {
      await platform.advance(1);
      const one = received();
      expected.unshift(`ntf_${one.id.slice(4)}`);
      await deliver(one);
    }
    const seen: string[] = [];
    let page = await history("?limit=3");
    for (;;) {
      seen.push(...page.notifications.map(({ id }) => id));
      if (page.nextCursor === null) break;
      await platform.advance(1);
      await deliver(received());
      page = await history(`?limit=3&cursor=${page.nextCursor}`);
    }
    expect(seen.slice(0, 7)).toEqual(expected);
    expect(new Set(seen).size).toBe(8);
    expect((await phone.call("GET", "/notifications/history?cursor=x")).status).toBe(400);
    expect((await phone.call("GET", "/notifications/history?limit=101")).status).toBe(400);
  });

  it("counts unread notifications correctly under parallel requests to mark them as read", async () => {
    await deliver(...Array.from({ length: 6 }, received));
    const { notifications, unreadCount } = await history();
    expect(unreadCount).toBe(6);
    const ids = notifications.slice(0, 4).map(({ id }) => id);
    const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => read(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await history()).unreadCount).toBe(2);
    const again = await read(ids[0] ?? "");
    expect(again.body.readAt).toBe((await history()).notifications.find(({ id }) => id === ids[0])?.readAt);
  });

  it("is visible only to its user", async () => {
    await deliver(received());
    const { notifications } = await history();
    const other = new App(platform);
    await other.register(`other${email}`, password);
    const refused = await read(notifications[0]?.id ?? "", other);
    expect(refused.status).toBe(404);
    expect(refused.body.error).toBe("NOTIFICATION_NOT_FOUND");
    expect((await history("", other)).notifications.map(({ type }) => type)).not.toContain(
      transferReceived.type,
    );
    expect((await history()).unreadCount).toBe(1);
  });

  it("contains only the last 30 days", async () => {
    await deliver(received());
    await platform.advance(30 * 86_400 + 1);
    await phone.login(email, password);
    expect(await history()).toEqual({ notifications: [], unreadCount: 0, nextCursor: null });
  });
});
