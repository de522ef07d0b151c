import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { concerns, consumers } from "../../contract/consumers.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { tableCalls } from "../../tests/support/round-trips.ts";
import { userProfile } from "../identity/entity.ts";
import * as Ids from "../kernel/ids/index.ts";
import { sandboxOf } from "../kernel/mode.ts";
import { walletId } from "../ledger/accounts.ts";
import { historyLine, walletAccount } from "../ledger/entity.ts";
import { notice } from "../messaging/entity.ts";
import { card, cardHolder } from "../payments/cards/entity.ts";
import { type Entity, fill, read } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { sources, touchedBy } from "./collections.ts";
import { syncDevice, syncEntry, syncHead } from "./entity.ts";
import * as Feed from "./feed.ts";

withDatabase();

const isEntity = (value: unknown): value is Entity =>
  typeof value === "object" && value !== null && "paramsOf" in value;

async function entities(): Promise<Entity[]> {
  const files = readdirSync("core", { recursive: true, encoding: "utf8" });
  const named = files.filter((file) => /(^|\/)entity\.ts$/.test(file) && file !== "platform/table/entity.ts");
  const modules = await Promise.all(
    named.map((file) => import(join(process.cwd(), "core", file)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEntity));
}

/** What of a user devices have no copy of, and why. */
const notSynced: Readonly<Record<string, string>> = {
  MadePayment: "the account's line and the card's record of it are in the copies",
  AdjustmentTally: "staff's own limits are the platform's",
  ApiKey: "keys are managed on the web",
  ApiKeyCount: "a counter",
  Sandbox: "of the public API alone",
  BeneficiaryCount: "a counter",
  ScheduledPaymentCount: "a counter",
  CardOffer: "what is to be done is the server's to know",
  ClosedSaveback: "cashback is asked for when it is looked at",
  CountedPayment: "what a payment counted for is the platform's",
  LoyaltyCardCount: "a counter",
  OwnReferralCode: "referrals are asked for when they are looked at",
  Referral: "referrals are asked for when they are looked at",
  ReferralCount: "a counter",
  LoyaltyProgress: "challenges are asked for when they are looked at",
  LoyaltyPointsLine: "the history of points is asked for when it is looked at",
  Delegation: "governance is not in the app's copies",
  DeviceKey: "a device knows its own key",
  DeviceList: "sessions are asked for when they are looked at",
  Erasure: "an erasure is asked for when it is looked at",
  FraudRecord: "kept for the platform",
  IssuedCardHolder: "the provider's name of the user",
  Job: "jobs are not in the app's copies",
  JobTemplate: "jobs are not in the app's copies",
  JobTemplateCount: "a counter",
  MailLink: "a letter's link is of that letter alone",
  PhoneCode: "proves a number by the code of a text message",
  KnownClient: "a throttle's memory",
  Notification: "the web's stream: what it shows is a Notice too",
  OpenStreams: "the web's streams",
  PaidIn: "a limit's memory",
  PushRegistration: "where messages go is the server's to know",
  PspCustomer: "the provider's name of the user",
  SecondFactor: "no device knows its secret",
  Session: "sessions are asked for when they are looked at",
  SharedJob: "jobs are not in the app's copies",
  SyncDevice: "how far a device has come is the server's to know",
  SyncEntry: "the feed itself: it would feed itself without end",
  SyncHead: "the feed itself: it would feed itself without end",
  UnreadNotice: "a notice says when it was read",
  UserMerchant: "merchants are on the web",
  UserPlan: "plans are on the web",
  WalletCount: "a counter",
  Webhook: "webhooks are on the web",
  WebhookCount: "a counter",
};

describe("every record of a user", () => {
  it("is in the devices' copies, or is deliberately not", async () => {
    const ofUsers = (await entities()).filter(({ pk }) => /^USER#\{\w+\}$/.test(pk));
    expect(ofUsers.length).toBeGreaterThan(20);
    const silent = ofUsers.filter(({ name, sync }) => !sync && !notSynced[name]).map(({ name }) => name);
    expect(silent, "state `sync`, or say here why devices have no copy").toEqual([]);
    const both = ofUsers.filter(({ name, sync }) => sync && notSynced[name]).map(({ name }) => name);
    expect(both).toEqual([]);
  });

  it("is known to the feed if it says so, and passes the stream to it", async () => {
    const stating = (await entities()).filter(({ sync }) => sync);
    expect(stating.map(({ name }) => name).toSorted()).toEqual(sources.map(({ name }) => name).toSorted());
    const trigger = consumers.find(({ id }) => id === "sync.feed")?.trigger;
    const stream = trigger && "stream" in trigger ? trigger.stream : undefined;
    const params = new Proxy({}, { get: (_, name) => (name === "mode" ? "live" : "x") }) as never;
    const kept = stating.filter(({ key }) => !stream || !concerns(stream, key(params)));
    expect(kept.map(({ name }) => name)).toEqual([]);
    for (const { key } of [syncHead, syncEntry, syncDevice] as readonly Entity[])
      expect(stream && concerns(stream, key(params))).toBe(false);
  });
});

describe("a key", () => {
  it.each([
    ["USER#{userId}", { userId: "usr_1" }],
    [
      "TRANSACTION#{createdAt}#{transactionId}",
      { createdAt: "2026-11-22T18:00:00.000Z", transactionId: "pi_1" },
    ],
    ["EMAIL#{email}", { email: "a#b%c@example.com" }],
    ["A.B#{x}", { x: "$1" }],
  ])("of %s returns its parameters", (template, params) => {
    expect(read(template, fill(template, params))).toEqual(params);
  });

  it("of another template returns nothing", () => {
    expect(read("CARDS#CARD#{cardId}", "CARDS#HOLDER")).toBeUndefined();
    expect(read("WALLET#{mode}#{asset}", "WALLETCOUNT#live")).toBeUndefined();
    expect(read("A.B", "AxB")).toBeUndefined();
  });
});

const newUser = () => Ids.create("user");

async function feedOf(userId: string) {
  const items = await Table.queryAll({ pk: syncEntry.partition({ userId }), beginsWith: syncEntry.prefix });
  return items.map((item) => syncEntry.parse(item));
}

describe("the feed", () => {
  it("has the changes by their numbers, one after the other, each record once a batch", async () => {
    const [one, other] = [newUser(), newUser()];
    const [userKey, walletKey] = [
      userProfile.key({ userId: one }),
      walletAccount.key({ userId: one, mode: "live", asset: "EUR" }),
    ];
    const failed = await Feed.append([
      walletKey,
      userKey,
      walletKey,
      userProfile.key({ userId: other }),
      userKey,
    ]);
    expect(failed.size).toBe(0);
    expect((await feedOf(one)).map(({ seq, collection, id }) => [seq, collection, id])).toEqual([
      [1, "accounts", walletId("live", one, "EUR")],
      [2, "profile", "profile"],
      [3, "preferences", "preferences"],
      [4, "notificationPreferences", "notificationPreferences"],
    ]);
    expect(await feedOf(other)).toHaveLength(3);
    await Feed.append([walletKey]);
    expect((await feedOf(one)).at(-1)).toMatchObject({ seq: 5, collection: "accounts", of: walletKey });
    expect(await Feed.headOf(one)).toBe(5);
  });

  it("has no gap and no number twice under concurrent appends", async () => {
    const userId = newUser();
    const batches = Array.from({ length: 20 }, (_, i) =>
      Array.from({ length: 7 }, (_, j) => notice.key({ userId, notificationId: `ntf_${i}_${j}` })),
    );
    const failed = await Promise.all(batches.map(Feed.append));
    expect(failed.every(({ size }) => size === 0)).toBe(true);
    const seqs = (await feedOf(userId)).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 140 }, (_, i) => i + 1));
  });

  it("takes one call to read where the feeds of a batch's users end, and one for each to append", async () => {
    const append = () =>
      Feed.append(Array.from({ length: 20 }, () => userProfile.key({ userId: newUser() })));
    expect(await tableCalls(append)).toBe(21);
  });

  it("takes more changes of one user than a transaction holds", async () => {
    const userId = newUser();
    const keys = Array.from({ length: 200 }, (_, i) => notice.key({ userId, notificationId: `ntf_${i}` }));
    await Feed.append(keys);
    expect(await feedOf(userId)).toHaveLength(200);
  });

  it("ignores sandboxes", async () => {
    const userId = newUser();
    const mode = sandboxOf(userId);
    expect(await touchedBy(walletAccount.key({ userId, mode, asset: "EUR" }))).toEqual([]);
    const line = { createdAt: "2026-11-22T18:00:00.000Z", position: "1" };
    const test = walletId(mode, userId, "EUR");
    expect(await touchedBy(historyLine.key({ walletId: test, ...line }))).toEqual([]);
    const live = historyLine.key({ walletId: walletId("live", userId, "EUR"), ...line });
    expect(await touchedBy(live)).toMatchObject([{ userId, collection: "transactions", of: live }]);
  });

  it("has every card if another became the default", async () => {
    const userId = newUser();
    for (const cardId of ["crd_1", "crd_2"]) await Table.put({ ...card.key({ userId, cardId }) });
    await Table.put({ ...cardHolder.key({ userId }) });
    await Feed.append([cardHolder.key({ userId })]);
    expect((await feedOf(userId)).map(({ id }) => id)).toEqual(["crd_1", "crd_2"]);
  });
});
