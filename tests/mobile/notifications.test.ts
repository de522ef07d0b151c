import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { transferReceived } from "../../core/banking/events.ts";
import { walletAdjusted } from "../../core/defi/adjustments/events.ts";
import { userProfile } from "../../core/identity/entity.ts";
import {
  passwordResetRequested,
  RefreshTokenReused,
  signedInFromNewClient,
} from "../../core/identity/events.ts";
import { LETTERS } from "../../core/identity/mail-links/schema.ts";
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
import { nothingElse } from "../support/identity.ts";
import { withPlatform } from "../support/platform.ts";
import { someSandbox } from "../support/sandboxes.ts";

/** What a user is told, by every channel, as the app and its telephones see it. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";

let count = 0;
let email = "";
let userId = "";
let phone: App;
beforeEach(async () => {
  email = `told${++count}@example.com`;
  phone = new App(platform);
  userId = (await phone.register(email, password)).id;
  // The welcome is told before anything is counted.
  await platform.drain();
  for (const { id } of (await history()).notifications) await read(id);
});
afterEach(() => platform.faults.clear());

interface Told {
  readonly id: string;
  readonly type: string;
  readonly category: string;
  readonly title: string;
  readonly body: string;
  readonly readAt: string | null;
}
interface Page {
  readonly notifications: readonly Told[];
  readonly unreadCount: number;
  readonly nextCursor: string | null;
}

const history = async (query = "", app = phone) =>
  (await app.call<Page>("GET", `/notifications/history${query}`)).body;
const read = (id: string, app = phone) =>
  app.call<Told & { error?: string }>("POST", `/notifications/${id}/read`);
const telephone = async (app: App, token = Ids.secret(), system: "ios" | "android" = "ios") => {
  const body = { token, platform: system, deviceId: app.deviceId };
  const { status } = await app.call("POST", "/notifications/register", { body });
  expect(status).toBe(201);
  return token;
};
const another = async () => {
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

/** Delivers events; answers how many failed. */
async function deliver(...events: Event[]): Promise<number> {
  const batch = batchOf(events.map((one) => JSON.stringify(one)));
  return (await handler(batch)).batchItemFailures.length;
}
/** What a telephone showed of what a test tells it: sign-ins on other devices are told too, whenever it is. */
const shownOn = (to?: string) =>
  platform.push(to).filter(({ data }) => data["type"] !== signedInFromNewClient.type);
const mails = () => platform.mail(email).filter(({ subject }) => !subject.startsWith("Bienvenue"));

describe("a telephone", () => {
  it("shows what its user is told, on both systems and all devices", async () => {
    const tablet = await another();
    const tokens = [await telephone(phone), await telephone(tablet, undefined, "android")];
    const told = received();
    expect(await deliver(told)).toBe(0);
    for (const [index, token] of tokens.entries())
      expect(shownOn(token)).toMatchObject([
        {
          system: index === 0 ? "ios" : "android",
          title: "Vous avez reçu un virement",
          body: expect.stringContaining("250,00"),
          data: { type: told.type, category: "transfers", userId },
        },
      ]);
    const [listed] = (await history()).notifications;
    expect(shownOn(tokens[0])[0]?.data["notificationId"]).toBe(listed?.id);
  });

  it("reads no amount where balances are hidden", async () => {
    const token = await telephone(phone);
    const body = {
      language: "en",
      currency: "EUR",
      timezone: "Europe/Paris",
      theme: "dark",
      hideBalances: true,
    };
    await phone.call("PUT", "/user/preferences", { body });
    await deliver(received());
    const [shown] = shownOn(token);
    expect(shown?.title).toBe("You have received a bank transfer");
    expect(shown?.body).toContain("•••");
    expect(`${shown?.title} ${shown?.body}`).not.toMatch(/250/);
    expect((await history()).notifications[0]?.body).toContain("€250.00");
  });

  it("that changes hands tells nothing of its former user's", async () => {
    const token = await telephone(phone);
    const other = new App(platform);
    await other.register(`other${email}`, password);
    await telephone(other, token);
    await deliver(received());
    expect(shownOn(token)).toEqual([]);
  });

  it("gets nothing by a token that is dead, which is forgotten", async () => {
    await telephone(phone, `dead-${Ids.secret()}`);
    await telephone(await another(), `invalid-${Ids.secret()}`);
    const kept = () => Table.queryAll({ pk: pushRegistration.partition({ userId }), beginsWith: "PUSH#" });
    expect(await kept()).toHaveLength(2);
    expect(await deliver(received())).toBe(0);
    expect(shownOn(userId)).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it("is found again where SNS has forgotten it", async () => {
    const token = await telephone(phone);
    await deliver(received());
    const key = pushRegistration.key({ userId, sessionId: await sessionOf() });
    await Table.update(key, {
      set: { endpointArn: "arn:aws:sns:local:000000000000:endpoint/APNS/svc/gone" },
    });
    await deliver(received());
    expect(shownOn(token)).toHaveLength(2);
  });

  const sessionOf = async () => {
    const [item] = await Table.queryAll({ pk: `USER#${userId}`, beginsWith: "PUSH#" });
    return item ? pushRegistration.parse(item).sessionId : "";
  };

  it.each<[string, (app: App) => Promise<unknown>]>([
    ["logged out", (app) => app.call("POST", "/auth/logout")],
    [
      "logged out from elsewhere",
      (app) => phone.call("POST", "/auth/logout", { body: { deviceId: app.deviceId } }),
    ],
    ["signed out everywhere", () => phone.call("POST", "/auth/logout-all")],
    ["unregistered", (app) => app.call("DELETE", "/notifications/unregister")],
    [
      "unregistered from elsewhere",
      (app) => phone.call("DELETE", `/notifications/unregister?deviceId=${app.deviceId}`),
    ],
    ["signed in anew", (app) => app.login(email, password)],
    [
      "evicted by five others",
      async () => {
        for (let more = 0; more < 5; more++) await another();
      },
    ],
    [
      "left behind by a new password",
      async () => {
        const user = await Users.fromId(userId);
        if (user) await Users.setPassword(user, "Another-Horse-2", nothingElse);
      },
    ],
  ])("that was %s gets nothing", async (_, end) => {
    const tablet = await another();
    const token = await telephone(tablet);
    await deliver(received());
    expect(shownOn(token)).toHaveLength(1);
    await platform.advance(1);
    await end(tablet);
    expect(await deliver(received())).toBe(0);
    expect(shownOn(token)).toHaveLength(1);
  });

  it("is registered by its own account alone", async () => {
    const other = new App(platform);
    await other.register(`other${email}`, password);
    const body = { token: "t", platform: "ios", deviceId: phone.deviceId };
    const refused = await other.call("POST", "/notifications/register", { body });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ error: "DEVICE_NOT_FOUND" });
    const token = await telephone(phone);
    expect(
      (await other.call("DELETE", "/notifications/unregister", { body: { deviceId: phone.deviceId } }))
        .status,
    ).toBe(204);
    await deliver(received());
    expect(shownOn(token)).toHaveLength(1);
  });
});

describe("a channel", () => {
  const choice = (isOn: boolean) => ({ push: isOn, email: isOn, inApp: isOn });
  const all = (isOn: boolean) =>
    Object.fromEntries(categories.map((one) => [one, choice(one === "security" || isOn)]));
  const put = (body: object) =>
    phone.call<{ error?: string; details?: unknown }>("PUT", "/notifications/preferences", { body });

  it("is silent where it is switched off, and the others are not", async () => {
    const token = await telephone(phone);
    await put({ ...all(true), transfers: { push: false, email: true, inApp: false } });
    await deliver(received(), refunded());
    expect(mails()).toHaveLength(2);
    expect(shownOn(token)).toMatchObject([{ data: { category: "payments" } }]);
    expect((await history()).notifications.map(({ type }) => type)).toEqual([
      paymentRefunded.type,
      "user-registered",
    ]);
  });

  it("tells of security, whatever is switched off", async () => {
    const token = await telephone(phone);
    expect((await put(all(false))).status).toBe(200);
    await deliver(received(), alert());
    expect(mails()).toMatchObject([{ subject: expect.stringContaining("sécurité") }]);
    expect(shownOn(token)).toMatchObject([{ data: { category: "security" } }]);
    expect((await history()).notifications[0]).toMatchObject({ category: "security" });
  });

  it("of security is not switched off", async () => {
    const refused = await put({ ...all(true), security: { push: true, email: false, inApp: true } });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toEqual([
      { field: "security.email", message: "cannot be switched off: security notifications are always sent" },
    ]);
  });

  it("is chosen in whole, of one version, and shown by the web's one switch", async () => {
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

  it("that the web's switch had off before there was a choice stays off", async () => {
    await Table.update(userProfile.key({ userId }), { set: { preferences: { notifications: false } } });
    const token = await telephone(phone);
    await deliver(received());
    expect([mails(), shownOn(token)]).toEqual([[], []]);
    expect((await history()).notifications).toHaveLength(2);
  });

  it.each([["mail"], ["push"]] as const)(
    "that fails (%s) is tried again, without the others",
    async (dependency) => {
      const token = await telephone(phone);
      const told = received();
      platform.faults.set({ dependency, kind: "error", rate: 1 });
      expect(await deliver(told)).toBe(1);
      platform.faults.clear();
      await platform.advance(60);
      expect(await deliver(told)).toBe(0);
      expect(await deliver(told)).toBe(0);
      expect([mails().length, shownOn(token).length]).toEqual([1, 1]);
      expect((await history()).unreadCount).toBe(1);
    },
  );

  it("with a link is written once mail is sent again: tries that failed use no letter of the address up", async () => {
    const asked = { ...event(passwordResetRequested.type, {}), payload: { email } };
    platform.faults.set({ dependency: "mail", kind: "error", rate: 1 });
    for (let tries = 0; tries <= LETTERS; tries++) {
      expect(await deliver(asked)).toBe(1);
      await platform.advance(60);
    }
    platform.faults.clear();
    expect(await deliver(asked)).toBe(0);
    expect(mails()).toHaveLength(1);
  });

  it("tells an event once, however often and at once it is delivered", async () => {
    const token = await telephone(phone);
    const told = received();
    await Promise.all(Array.from({ length: 8 }, () => deliver(told)));
    await deliver(told);
    expect([mails().length, shownOn(token).length]).toEqual([1, 1]);
    expect((await history()).notifications).toHaveLength(2);
  });

  it("tells nothing of a sandbox", async () => {
    const token = await telephone(phone);
    const adjusted = {
      operation: "DEPOSIT",
      amount: "250",
      asset: "EUR",
      settled: "0",
      reason: "x",
      mode: someSandbox(),
    };
    await deliver(event(walletAdjusted.type, adjusted));
    expect([mails(), shownOn(token), (await history()).unreadCount]).toEqual([[], [], 0]);
  });
});

describe("the list of what was told", () => {
  it("has what the stream shows, by the stream's id, and a telephone is told of it", async () => {
    const token = await telephone(phone);
    const done = event("job-done", { data: { jobId: "job_x", type: "tax-report" } });
    await fanOut(done);
    await fanOut(done);
    await platform.drain();
    const [first, ...rest] = (await history()).notifications;
    expect(first).toMatchObject({ type: "job-done", category: "jobs", title: "C'est prêt" });
    expect(rest).toHaveLength(1);
    const [item] = await Table.queryAll({ pk: `USER#${userId}`, beginsWith: "NOTIFICATION#" });
    expect(item?.["id"]).toBe(first?.id);
    expect(shownOn(token)).toMatchObject([{ data: { notificationId: first?.id } }]);
    expect(mails()).toEqual([]);
  });

  it("is read page by page, newest first, whatever comes meanwhile", async () => {
    const told: string[] = [];
    for (let index = 0; index < 7; index++) {
      await platform.advance(1);
      const one = received();
      told.unshift(`ntf_${one.id.slice(4)}`);
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
    expect(seen.slice(0, 7)).toEqual(told);
    expect(new Set(seen).size).toBe(8);
    expect((await phone.call("GET", "/notifications/history?cursor=x")).status).toBe(400);
    expect((await phone.call("GET", "/notifications/history?limit=101")).status).toBe(400);
  });

  it("counts what is unread, however many read at once", async () => {
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

  it("is its user's alone", async () => {
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

  it("keeps 30 days", async () => {
    await deliver(received());
    await platform.advance(30 * 86_400 + 1);
    await phone.login(email, password);
    expect(await history()).toEqual({ notifications: [], unreadCount: 0, nextCursor: null });
  });
});
