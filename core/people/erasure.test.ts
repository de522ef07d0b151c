import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sweepExpired } from "../../local/clock.ts";
import { newEmail } from "../../tests/support/addresses.ts";
import { runUntilCrash } from "../../tests/support/crash-points.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { addDocument } from "../../tests/support/documents.ts";
import { withMockedEmail } from "../../tests/support/erasure.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { bare } from "../../tests/support/items.ts";
import { deposit } from "../../tests/support/ledger.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { plainJpeg } from "../../tests/support/pictures.ts";
import { confirmSetup, withPsp } from "../../tests/support/psp.ts";
import { sendMoney } from "../../tests/support/transfers.ts";
import { audit } from "../audit/index.ts";
import * as Beneficiaries from "../banking/beneficiaries/index.ts";
import * as Payees from "../banking/beneficiaries/payees.ts";
import { type WebActor, webActor } from "../identity/actor.ts";
import * as ApiKeys from "../identity/api-keys/index.ts";
import { emailClaim, phoneClaim, userProfile } from "../identity/entity.ts";
import * as Kyc from "../identity/kyc/index.ts";
import * as UndoEmail from "../identity/mail-links/undo-email.ts";
import { DELETED, translateDeletedNames } from "../identity/names.ts";
import * as Sessions from "../identity/sessions.ts";
import * as Trail from "../identity/trail/index.ts";
import * as Users from "../identity/users.ts";
import { create as createUser } from "../identity/users.ts";
import * as Jobs from "../jobs/index.ts";
import { share } from "../jobs/shares.ts";
import * as Templates from "../jobs/templates.ts";
import { work } from "../jobs/work.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { historyLine } from "../ledger/entity.ts";
import * as History from "../messaging/notifications/history.ts";
import * as Webhooks from "../messaging/webhooks/index.ts";
import * as Saving from "../payments/cards/saving.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Objects from "../platform/objects.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { make } from "../reports/index.ts";
import { sendSplit } from "../transfers/split.ts";
import { ensure } from "../wallets/opening.ts";
import { owned } from "../wallets/owned.ts";
import { requestErasureOf } from "./admin-requests.ts";
import { runDue } from "./erasure.ts";
import { exportOf } from "./export.ts";
import { linkExport, overview, requestErasure, requestExport } from "./requests.ts";
import { erasedUserIds } from "./steps.ts";

const database = withDatabase();
withSecrets();
withObjects();
const psp = withPsp();
const ses = withMockedEmail();
beforeEach(() => {
  vi.stubEnv("IBAN_RANGE", "FR9999900001");
  vi.stubEnv("EGRESS_ALLOW_PRIVATE", "true");
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const advanceDays = (days: number) => Clock.setOffset(Clock.offset() + days * DAY_MS);

/** Unique words, which an erasure must remove. */
interface Words {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly ownIban: string;
  readonly payee: string;
}

let count = 0;
const wordsOf = (): Words => {
  const one = `Zq${Ids.secret(6).replace(/[^A-Za-z]/g, "x")}`;
  return {
    name: `${one} Lovelace`,
    email: `${one.toLowerCase()}@example.com`,
    phone: `+336120000${String(10 + count++)}`,
    street: `1 rue ${one}`,
    ownIban: "DE89370400440532013000",
    payee: `Payee ${one}`,
  };
};

async function createAccount(name: string, email: string): Promise<WebActor> {
  const user = await createUser({ name, email, emailVerified: true });
  return onWeb((await Users.fromId(user.userId)) ?? user);
}

const euros = (actor: WebActor) => walletId("live", actor.userId, "EUR");

/** Creates a user with data of every kind, and a friend who has stored data about the user. */
async function userWithData() {
  const words = wordsOf();
  const actor = await createAccount(words.name, words.email);
  const friend = await createAccount("Bob", newEmail());
  const other = await createAccount("Carol", newEmail());
  const { userId } = actor;
  const address = { line1: words.street, city: "Paris", postalCode: "75001", country: "FR" };
  const [firstName, lastName] = words.name.split(" ");
  const proven = { phone: words.phone, phoneVerified: Clock.nowIso() };
  await Table.update(userProfile.key({ userId }), { set: { address, firstName, lastName, ...proven } });
  await Table.put({ ...phoneClaim.key(words), userId });
  const former = { ...(await Users.readOwn(actor)), email: `former-${words.email}` };
  await Table.put({ ...emailClaim.key(former), userId });
  const [reservation, reversal] = UndoEmail.reversibleWrites(former);
  await Table.commit([reservation, reversal].filter((write) => write !== undefined));
  await Sessions.start(await Users.readOwn(actor), { ip: "192.0.2.1", userAgent: words.name });
  await ApiKeys.create(actor, { name: words.name, mode: "live", plan: "free", scopes: ["*"] });
  await ApiKeys.create(actor, { name: "test", mode: "test", plan: "free", scopes: ["*"] });
  await Webhooks.create(actor, {
    name: words.name,
    url: `http://127.0.0.1:9/${words.email}`,
    events: ["job-done"],
  });
  await Beneficiaries.add(actor, Ids.create("beneficiary"), { name: words.payee, iban: words.ownIban });
  await addDocument(actor, { documentType: "passport", side: "front" }, plainJpeg());
  await Kyc.decide("bank", userId, { decisionId: Ids.create("event"), status: "VALIDATED", level: 2 });
  await History.store(actor, Ids.create("notification"), event(), {
    category: "jobs",
    title: words.name,
    body: words.email,
  });
  await Templates.create(actor, { name: words.name, type: "matrix", payload: { to: words.email } });
  await saveCard(actor);
  await moveMoney(actor, friend, other);
  await storeMentions(friend, actor, words);
  return { words, actor, friend, other };
}

const event = () => ({ id: Ids.create("event"), type: "test", occurredAt: Clock.nowIso(), payload: {} });

async function saveCard(actor: WebActor): Promise<void> {
  const { id } = await Saving.createSetup(actor);
  await confirmSetup(id);
  await Saving.save(actor, { type: "virtual", setDefault: true, setupIntentId: id });
}

/** Moves money back and forth, until none is left. */
async function moveMoney(actor: WebActor, friend: WebActor, other: WebActor): Promise<void> {
  for (const one of [actor, friend, other]) await ensure(one, "EUR");
  await deposit(walletRef(euros(actor)), 1000n);
  await deposit(walletRef(euros(friend)), 1000n);
  const to = (whom: WebActor, amount: string, description = "") => ({
    fromAccountId: "",
    toAccountId: euros(whom),
    amount,
    description,
  });
  await sendMoney(actor, { ...to(friend, "4"), fromAccountId: euros(actor) });
  await sendMoney(friend, { ...to(actor, "1"), fromAccountId: euros(friend) });
  await sendSplit(friend, {
    fromAccountId: euros(friend),
    description: "",
    parts: [
      { toEmail: actor.email, amount: "1" },
      { toEmail: other.email, amount: "2" },
    ],
  });
  await sendMoney(
    actor,
    { ...to(friend, "8"), fromAccountId: euros(actor) },
    Idempotency.claim(actor.userId, "test", Ids.secret(4), {}),
  );
}

/** Stores a friend's data about a user. */
async function storeMentions(friend: WebActor, actor: WebActor, words: Words): Promise<void> {
  const [{ iban = "" } = {}] = (await owned(actor)).filter(({ asset }) => asset.symbol === "EUR");
  await Beneficiaries.add(friend, Ids.create("beneficiary"), { name: words.name, iban });
  await Payees.addPayee(friend, { name: words.name, to: { toAccountId: euros(actor) } });
  const report = { type: "portfolio-report", payload: { currency: "EUR", format: "csv" } } as const;
  const [theirs, own] = [await Jobs.create(friend, report), await Jobs.create(actor, report)];
  await work("test", make);
  await share(friend, theirs.jobId, actor.email);
  await share(actor, own.jobId, friend.email);
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === "bigint") return one.toString();
    return one instanceof Set ? [...one] : one;
  });

/** Returns the keys of unexpired items that still contain one of the words. */
async function findWords(words: Words): Promise<string[]> {
  await sweepExpired();
  // They are queued within a minute.
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("OUTBOX#")) await Table.remove(keyOfItem(item));
  const keys: string[] = [];
  for await (const item of Table.scan()) {
    const all = text(item);
    for (const word of Object.values(words)) if (all.includes(word)) keys.push(`${item["pk"]} ${item["sk"]}`);
  }
  return keys;
}

const files = async (userId: string): Promise<string[]> => [
  ...(await Array.fromAsync(Objects.keys("identity", `documents/${userId}/`))),
  ...(await Array.fromAsync(Objects.keys("identity", `uploads/${userId}/`))),
];

const currentActor = async (actor: WebActor): Promise<WebActor> =>
  webActor(await Users.readOwn(actor), actor.sessionId);

async function balances(...actors: readonly WebActor[]) {
  return (await Promise.all(actors.map(owned)))
    .flat()
    .map(({ id, available, held }) => [id, available, held]);
}

describe("an erasure", () => {
  it("removes a user from the table, the files and the provider, and changes no other user's balance", async () => {
    const { words, actor, friend, other } = await userWithData();
    const { userId } = actor;
    const had = await balances(friend, other);
    expect((await findWords(words)).length).toBeGreaterThan(10);
    expect(await files(userId)).toHaveLength(1);
    expect(await psp.stripe.customers.list({ email: words.email })).toMatchObject({ data: [{}] });
    expect((await overview(actor)).blockers).toEqual([]);
    const { dueAt } = await requestErasure(await currentActor(actor));
    expect(await runDue()).toBe(0);
    advanceDays(31);
    expect(await runDue()).toBe(1);
    expect(await findWords(words)).toEqual([]);
    expect(await files(userId)).toEqual([]);
    expect(await psp.stripe.customers.list({ email: words.email })).toMatchObject({ data: [] });
    expect(await balances(friend, other)).toEqual(had);
    expect(dueAt < Clock.nowIso()).toBe(true);
    const [action] = (await Trail.list({ limit: 5 }, userId)).items;
    expect(action).toMatchObject({ deed: "user-erased", by: userId, reason: "", about: {} });
    expect(await Array.fromAsync(erasedUserIds())).toContain(userId);
    const record = await Objects.read({ bucket: "results", key: `erased/${userId}.json` }, 1024);
    expect(JSON.parse(String(record))).toEqual({ userId, erasedAt: expect.any(String) });
    expect(
      ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input.Destination?.ToAddresses),
    ).toEqual([[words.email]]);
    // The address can be registered again.
    expect((await createAccount("Another User", words.email)).userId).not.toBe(userId);
    expect(await runDue()).toBe(0);
  });

  it("replaces the user's name in other users' histories by the translated name of a deleted account", async () => {
    const { actor, friend, other } = await userWithData();
    await requestErasure(await currentActor(actor));
    advanceDays(31);
    await runDue();
    const seen = async (whose: WebActor) =>
      (await Table.queryAll({ pk: historyLine.partition({ walletId: euros(whose) }) })).map(
        ({ counterparty }) => counterparty,
      );
    expect(await seen(friend)).toEqual([undefined, DELETED, DELETED, `${DELETED}, Carol`, DELETED]);
    expect(await seen(other)).toEqual(["Bob"]);
    expect(translateDeletedNames(`${DELETED}, Carol`, "fr")).toBe("compte supprimé, Carol");
    expect((await Beneficiaries.list(friend)).map(({ name }) => name)).toEqual([DELETED, DELETED]);
    await expect(
      sendMoney(friend, {
        fromAccountId: euros(friend),
        toAccountId: euros(actor),
        amount: "1",
        description: "",
      }),
    ).rejects.toMatchObject({ code: "RECIPIENT_UNKNOWN" });
  });

  it("is completed by repeated runs that crash at different points", async () => {
    const { words, actor } = await userWithData();
    await requestErasure(await currentActor(actor));
    advanceDays(31);
    // Each run gets a little further than the previous one, like a process that crashes repeatedly.
    for (let n = 3; ; n += 7) if (!(await runUntilCrash(database.endpoint, n, runDue)).died) break;
    expect(await findWords(words)).toEqual([]);
    expect((await Trail.list({ limit: 5 }, actor.userId)).items).toHaveLength(1);
  });

  it("is canceled by a sign-in after its due date, before a run has closed the account", async () => {
    const { words, actor } = await userWithData();
    await requestErasure(await currentActor(actor));
    advanceDays(31);
    const user = await Users.readOwn(actor);
    await Sessions.start(user, { ip: "192.0.2.9", userAgent: "test" });
    await runDue();
    expect((await findWords(words)).length).toBeGreaterThan(10);
    expect(await overview(actor)).toMatchObject({ dueAt: undefined });
  });

  it("is rejected with its blockers at the request, and held up by later ones", async () => {
    const { actor } = await userWithData();
    await deposit(walletRef(euros(actor)), 5n);
    await expect(requestErasure(await currentActor(actor))).rejects.toMatchObject({
      code: "ERASURE_BLOCKED",
      details: { blockers: [{ code: "MONEY", amounts: [{ asset: "EUR", amount: "0.05" }] }] },
    });
    const { actor: another, words } = await userWithData();
    await requestErasure(await currentActor(another));
    await deposit(walletRef(euros(another)), 5n);
    advanceDays(31);
    await runDue();
    advanceDays(1);
    await runDue();
    const items = await Array.fromAsync(Table.scan());
    expect(items.filter(({ type }) => type === "account-erasure-held-up")).toHaveLength(1);
    expect((await findWords(words)).length).toBeGreaterThan(10);
    await Table.update(bare({ pk: `USER#${another.userId}`, sk: "ERASURE" }), {
      set: { dueSk: undefined, duePk: undefined },
    });
  });

  it("at the request of an administrator needs the approval of another one", async () => {
    const { actor } = await userWithData();
    const admin = async () => {
      const one = await createAccount("Admin", newEmail());
      await Users.setRole(one.userId, "ADMIN");
      return currentActor(one);
    };
    const [one, two] = [await admin(), await admin()];
    const asked = await requestErasureOf(one, actor.userId, { reason: "requested by mail" });
    const approvalId = asked.kind === "pending" ? asked.approvalId : "";
    await expect(requestErasureOf(one, actor.userId, { reason: "again", approvalId })).rejects.toMatchObject({
      code: "OWN_ERASURE_REQUEST",
    });
    await expect(
      requestErasureOf(two, actor.userId, { reason: "yes", approvalId: "apr_x" }),
    ).rejects.toMatchObject({
      code: "ERASURE_REQUEST_NOT_FOUND",
    });
    expect(await requestErasureOf(two, actor.userId, { reason: "yes", approvalId })).toMatchObject({
      kind: "asked",
    });
    expect((await Trail.list({ limit: 5 }, actor.userId)).items.map(({ deed }) => deed)).toEqual([
      "user-erasure-approved",
      "user-erasure-asked",
    ]);
    await expect(requestErasure(two)).rejects.toMatchObject({ details: { blockers: [{ code: "STAFF" }] } });
  });
});

describe("an export", () => {
  it("contains the user's data, no secrets, and only the names of others", async () => {
    const { words, actor, other } = await userWithData();
    const { body } = await exportOf(actor, async () => undefined);
    const file = JSON.parse(Buffer.from(body).toString());
    expect(file.records.User[0]).toMatchObject({ name: words.name, email: words.email, phone: words.phone });
    expect(Object.keys(file.records)).toEqual(
      expect.arrayContaining([
        ...[
          "ApiKey",
          "Beneficiary",
          "Card",
          "JobTemplate",
          "KycDocument",
          "KycStanding",
          "Notice",
          "Session",
        ],
        ...["Wallet", "WalletHistoryLine", "Webhook"],
      ]),
    );
    expect(
      file.records.WalletHistoryLine.map(({ counterparty }: { counterparty?: string }) => counterparty),
    ).toContain("Bob");
    const all = Buffer.from(body).toString();
    expect(all).not.toContain(other.userId);
    expect(all).not.toContain(other.email);
    for (const secret of ["passwordHash", "securityStamp", "refreshHash", "signing", 'hash":"$2', "Carol"])
      expect(all).not.toContain(secret);
  });

  it("is created by a hidden job and downloaded by a link", async () => {
    const { actor } = await userWithData();
    await expect(Jobs.create(actor, { type: "data-export" })).rejects.toMatchObject({ kind: "invalid" });
    await expect(linkExport(actor)).rejects.toMatchObject({ code: "EXPORT_NOT_READY" });
    const asked = await requestExport(actor);
    expect((await requestExport(actor)).jobId).toBe(asked.jobId);
    await work("test", (job, checkpoint) => exportOf(job, checkpoint));
    const { url } = await linkExport(actor);
    expect((await (await fetch(url)).json()).account).toBe(actor.userId);
    expect((await Jobs.list(actor, { limit: 50 })).jobs.map(({ type }) => type)).not.toContain("data-export");
    await expect(Jobs.fromId(actor, asked.jobId)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  });
});
