import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { consumers, matchesTrigger } from "../../contract/consumers.ts";
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
import { changedRecordsOf, sources } from "./collections.ts";
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

/** The entities of users that devices do not copy, with the reasons. */
const notSynced: Readonly<Record<string, string>> = {
  MadePayment: "devices copy the account's line and the card's record",
  AdjustmentTally: "a limit of staff members",
  ApiKey: "keys are managed on the web",
  ApiKeyCount: "a counter",
  Sandbox: "belongs to the public API",
  BeneficiaryCount: "a counter",
  ScheduledPaymentCount: "a counter",
  CardOffer: "only the server needs it",
  ClosedSaveback: "loaded on demand",
  CountedPayment: "internal to the platform",
  LoyaltyCardCount: "a counter",
  OwnReferralCode: "loaded on demand",
  Referral: "loaded on demand",
  ReferralCount: "a counter",
  LoyaltyProgress: "loaded on demand",
  LoyaltyPointsLine: "loaded on demand",
  Delegation: "the app has no governance",
  DeviceKey: "a device knows its own key",
  DeviceList: "loaded on demand",
  Erasure: "loaded on demand",
  FraudRecord: "internal to the platform",
  IssuedCardHolder: "the provider's id of the user",
  Job: "the app has no jobs",
  JobTemplate: "the app has no jobs",
  JobTemplateCount: "a counter",
  MailLink: "a link of one email",
  PhoneCode: "a code of one text message",
  KnownClient: "a rate limit",
  Notification: "the stream of the web; the app has a Notice of each",
  OpenStreams: "streams of the web",
  PaidIn: "a limit",
  Passkey: "loaded on demand",
  PushRegistration: "only the server needs it",
  PspCustomer: "the provider's id of the user",
  SecondFactor: "devices must not have the secret",
  Session: "loaded on demand",
  SharedJob: "the app has no jobs",
  SyncDevice: "only the server needs it",
  SyncEntry: "the feed itself, which would cause endless changes",
  SyncHead: "the feed itself, which would cause endless changes",
  UnreadNotice: "the notice has the time when it was read",
  UserMerchant: "merchants are on the web",
  UserPlan: "plans are on the web",
  WalletCount: "a counter",
  Webhook: "webhooks are on the web",
  WebhookCount: "a counter",
};

describe("every entity of users", () => {
  it("is copied to devices, or has a reason why it is not", async () => {
    const ofUsers = (await entities()).filter(({ pk }) => /^USER#\{\w+\}$/.test(pk));
    expect(ofUsers.length).toBeGreaterThan(20);
    const undecided = ofUsers.filter(({ name, sync }) => !sync && !notSynced[name]).map(({ name }) => name);
    expect(undecided, "state `sync`, or a reason in this test").toEqual([]);
    const both = ofUsers.filter(({ name, sync }) => sync && notSynced[name]).map(({ name }) => name);
    expect(both).toEqual([]);
  });

  it("is known to the feed and passes the stream's filter if it states `sync`", async () => {
    const synced = (await entities()).filter(({ sync }) => sync);
    expect(synced.map(({ name }) => name).toSorted()).toEqual(sources.map(({ name }) => name).toSorted());
    const trigger = consumers.find(({ id }) => id === "sync.feed")?.trigger;
    const stream = trigger && "stream" in trigger ? trigger.stream : undefined;
    const params = new Proxy({}, { get: (_, name) => (name === "mode" ? "live" : "x") }) as never;
    const filteredOut = synced.filter(({ key }) => !stream || !matchesTrigger(stream, key(params)));
    expect(filteredOut.map(({ name }) => name)).toEqual([]);
    for (const { key } of [syncHead, syncEntry, syncDevice] as readonly Entity[])
      expect(stream && matchesTrigger(stream, key(params))).toBe(false);
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
  ])("of the template %s is parsed to its parameters", (template, params) => {
    expect(read(template, fill(template, params))).toEqual(params);
  });

  it("of another template is not parsed", () => {
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
  it("numbers the changes without gaps, and contains each record once per batch", async () => {
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

  it("has no gap and no duplicate number under concurrent appends", async () => {
    const userId = newUser();
    const batches = Array.from({ length: 20 }, (_, i) =>
      Array.from({ length: 7 }, (_, j) => notice.key({ userId, notificationId: `ntf_${i}_${j}` })),
    );
    const failed = await Promise.all(batches.map(Feed.append));
    expect(failed.every(({ size }) => size === 0)).toBe(true);
    const seqs = (await feedOf(userId)).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 140 }, (_, i) => i + 1));
  });

  it("reads the heads of all users of a batch in one call, and appends with one call per user", async () => {
    const append = () =>
      Feed.append(Array.from({ length: 20 }, () => userProfile.key({ userId: newUser() })));
    expect(await tableCalls(append)).toBe(21);
  });

  it("splits the changes of one user that exceed a transaction", async () => {
    const userId = newUser();
    const keys = Array.from({ length: 200 }, (_, i) => notice.key({ userId, notificationId: `ntf_${i}` }));
    await Feed.append(keys);
    expect(await feedOf(userId)).toHaveLength(200);
  });

  it("ignores sandboxes", async () => {
    const userId = newUser();
    const mode = sandboxOf(userId);
    expect(await changedRecordsOf(walletAccount.key({ userId, mode, asset: "EUR" }))).toEqual([]);
    const line = { createdAt: "2026-11-22T18:00:00.000Z", position: "1" };
    const test = walletId(mode, userId, "EUR");
    expect(await changedRecordsOf(historyLine.key({ walletId: test, ...line }))).toEqual([]);
    const live = historyLine.key({ walletId: walletId("live", userId, "EUR"), ...line });
    expect(await changedRecordsOf(live)).toMatchObject([{ userId, collection: "transactions", of: live }]);
  });

  it("contains every card after a change of the default card", async () => {
    const userId = newUser();
    for (const cardId of ["crd_1", "crd_2"]) await Table.put({ ...card.key({ userId, cardId }) });
    await Table.put({ ...cardHolder.key({ userId }) });
    await Feed.append([cardHolder.key({ userId })]);
    expect((await feedOf(userId)).map(({ id }) => id)).toEqual(["crd_1", "crd_2"]);
  });
});
