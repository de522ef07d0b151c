import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { walletAdjusted } from "../core/defi/adjustments/events.ts";
import { delegationDisplaced, proposalCancelled } from "../core/defi/governance/events.ts";
import { userProfile } from "../core/identity/entity.ts";
import { RefreshTokenReused, UserRegistered } from "../core/identity/events.ts";
import { create } from "../core/identity/users.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { webhookDisabled } from "../core/messaging/events.ts";
import type { Event } from "../core/platform/outbox/index.ts";
import * as Outbox from "../core/platform/outbox/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { batchOf } from "../tests/support/batch.ts";
import { withPlatform } from "../tests/support/platform.ts";
import { newSandbox } from "../tests/support/sandboxes.ts";
import { handler } from "./notifications.ts";

const platform = withPlatform({ seeded: false, consumers: [] });

let userId = "";
let email = "";
beforeEach(async () => {
  email = `${Ids.create("event")}@example.com`;
  ({ userId } = await create({ name: "Ada Lovelace", email, emailVerified: true }));
});
afterEach(() => platform.faults.clear());

const event = (type: string, payload: object): Event => ({
  id: Ids.create("event"),
  type,
  occurredAt: "2026-11-21T09:30:00.000Z",
  payload,
});

/** Delivers events as a batch. Returns the positions of the failed ones. */
async function deliver(...events: (Event | string)[]): Promise<number[]> {
  const batch = batchOf(events.map((one) => (typeof one === "string" ? one : JSON.stringify(one))));
  const { batchItemFailures } = await handler(batch);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
}

const adjusted = {
  mode: "live",
  walletId: "w",
  operation: "DEPOSIT",
  amount: "250",
  asset: "EUR",
  settled: "0",
  reason: "Correction",
  by: "usr_x",
};

describe("an email to a user", () => {
  it.each([
    [UserRegistered.type, {}, "Bienvenue", "Ada Lovelace"],
    [RefreshTokenReused.type, { sessionId: "s", ip: "192.0.2.7", userAgent: "x" }, "sécurité", "192.0.2.7"],
    [walletAdjusted.type, adjusted, "versement", "250,00\u00a0€ sont crédités"],
    [
      delegationDisplaced.type,
      { mode: "live", delegatee: "0x3c78" },
      "délégation",
      "Pour revenir, déléguez-lui de nouveau",
    ],
  ])("is sent for %s", async (type, payload, subject, text) => {
    expect(await deliver(event(type, { userId, ...payload }))).toEqual([]);
    expect(platform.mail(email)).toEqual([
      expect.objectContaining({
        to: [email],
        from: "svc <no-reply@svc.local>",
        subject: expect.stringContaining(subject),
        text: expect.stringContaining(text),
      }),
    ]);
  });

  it("is in English if that is the user's language", async () => {
    await Table.update(userProfile.key({ userId }), { set: { preferences: { language: "en" } } });
    await deliver(event(UserRegistered.type, { userId }));
    expect(platform.mail(email)).toMatchObject([{ subject: "Welcome" }]);
  });

  it("has the time in a readable form with its time zone", async () => {
    await deliver(event(walletAdjusted.type, { userId, ...adjusted }));
    expect(platform.mail(email)[0]?.text).toContain("Le 21 novembre 2026 à 10:30 UTC+1, un conseiller");
  });

  it("does not contain the user agent of a request that reused a refresh token", async () => {
    const userAgent = "Call +33 1 23 45 67 89 to unlock your account";
    await deliver(event(RefreshTokenReused.type, { userId, sessionId: "s", ip: "192.0.2.7", userAgent }));
    expect(platform.mail(email)[0]?.text).not.toContain("unlock");
  });
});

describe("a user whose email address is not verified", () => {
  const TEXT = "Call +33 1 23 45 67 89 to unlock";
  const events: readonly (readonly [string, object])[] = [
    [UserRegistered.type, {}],
    [proposalCancelled.type, { title: TEXT, why: "expired" }],
    [webhookDisabled.type, { name: TEXT, url: TEXT, reason: "gone" }],
  ];

  it("cannot put a text of their own into our emails to that address", async () => {
    const address = `${Ids.create("event")}@example.com`;
    const squatter = await create({ name: TEXT, email: address, emailVerified: false });
    await deliver(...events.map(([type, more]) => event(type, { userId: squatter.userId, ...more })));
    expect(platform.mail(address)).toHaveLength(events.length);
    for (const { subject, text } of platform.mail(address)) {
      expect(`${subject} ${text}`).not.toContain("unlock");
      expect(text).toMatch(/^Bonjour,/);
    }
  });

  it("is addressed by name after the verification, and then receives emails with texts of their own", async () => {
    await deliver(...events.map(([type, more]) => event(type, { userId, ...more })));
    const texts = platform.mail(email).map(({ text }) => text);
    expect(texts.filter((text) => text.includes(TEXT))).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(/^Bonjour Ada Lovelace,/);
  });

  it.each(["evil.example/unlock", "https://evil.example", "ada@evil.example"])(
    "is not addressed by the name %s, which mail programs turn into a link",
    async (name) => {
      await Table.update(userProfile.key({ userId }), { set: { name } });
      await deliver(event(UserRegistered.type, { userId }));
      expect(platform.mail(email)[0]?.text).toMatch(/^Bonjour,/);
    },
  );
});

it("a user who turned notifications off receives only security alerts", async () => {
  await Table.update(userProfile.key({ userId }), { set: { preferences: { notifications: false } } });
  const alert = { userId, sessionId: "s", ip: "192.0.2.7", userAgent: "x" };
  expect(
    await deliver(event(walletAdjusted.type, { userId, ...adjusted }), event(RefreshTokenReused.type, alert)),
  ).toEqual([]);
  expect(platform.mail(email)).toMatchObject([{ subject: expect.stringContaining("sécurité") }]);
});

it("events of a sandbox send no email", async () => {
  expect(await deliver(event(walletAdjusted.type, { userId, ...adjusted, mode: newSandbox() }))).toEqual([]);
  expect(platform.mail(email)).toEqual([]);
});

describe("an event that is delivered more than once", () => {
  it("sends nothing at the second delivery", async () => {
    const one = event(UserRegistered.type, { userId });
    await deliver(one);
    expect(await deliver(one)).toEqual([]);
    expect(platform.mail(email)).toHaveLength(1);
  });

  it("sends exactly one email for ten concurrent deliveries", async () => {
    const one = event(UserRegistered.type, { userId });
    await Promise.all(Array.from({ length: 10 }, () => deliver(one)));
    expect(platform.mail(email)).toHaveLength(1);
    expect(await deliver(one)).toEqual([]);
  });

  it("fails if its email cannot be sent, and sends the email at its next delivery", async () => {
    const one = event(UserRegistered.type, { userId });
    platform.faults.set({ dependency: "mail", kind: "error", rate: 1 });
    expect(await deliver(one)).toEqual([0]);
    platform.faults.clear();
    expect(platform.mail(email)).toEqual([]);
    await platform.advance(60);
    expect(await deliver(one)).toEqual([]);
    expect(platform.mail(email)).toHaveLength(1);
  });
});

it("an invalid event fails, and an event without a template or an existing user is skipped", async () => {
  const good = event(UserRegistered.type, { userId });
  const failed = await deliver(
    "{",
    event(UserRegistered.type, { userId: 7 }),
    good,
    event("something-else", { userId }),
    event(UserRegistered.type, { userId: Ids.create("user") }),
  );
  expect(failed).toEqual([0, 1]);
  expect(platform.mail(email)).toHaveLength(1);
});

it("the outbox sweep publishes the pending events, and finds none at its second run", async () => {
  expect(await Outbox.sweep()).toBeGreaterThan(0);
  expect(await Outbox.sweep()).toBe(0);
});
