import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { queues } from "../contract/queues.ts";
import { audit } from "../core/audit/index.ts";
import * as Accounts from "../core/banking/accounts.ts";
import { bankConsent } from "../core/banking/entity.ts";
import * as Transfers from "../core/banking/index.ts";
import * as Kyc from "../core/identity/kyc/index.ts";
import * as Users from "../core/identity/users.ts";
import { inboundEvent } from "../core/inbound/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import { signBody } from "./support/bank.ts";
import { withPlatform } from "./support/platform.ts";

/**
 * The bank's webhook over HTTP, queue and consumer (spec 3, sections 4.3 and 6.2), and the webhook routes of
 * both providers.
 */

const neededConsumers = ["inbound.process-bank", "outbox.sweep", "notifications"];
const platform = withPlatform({ consumers: consumers.filter(({ id }) => neededConsumers.includes(id)) });
afterEach(() => platform.faults.clear());

const secret = () => platform.seed.webhookSecrets.bank;

/** Posts a raw body and returns the raw response. */
async function post(body: string | Buffer<ArrayBuffer>, headers: Record<string, string>, path = "bank") {
  const response = await fetch(`${platform.url}/api/webhooks/${path}`, { method: "POST", headers, body });
  return { status: response.status, body: await response.text() };
}

const sign = (body: string | Buffer<ArrayBuffer>) => ({ "bank-signature": signBody(body, secret()) });

async function sendEvent(type: string, data: object, fields: object = {}) {
  const eventId = randomUUID();
  const body = JSON.stringify({ eventId, type, data, ...fields });
  const answer = await post(body, sign(body));
  expect(answer).toEqual({ status: 200, body: '{"received":true}' });
  return { eventId, body };
}

const record = (eventId: string) => Table.get(inboundEvent.key({ provider: "bank", eventId }));

interface Member {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
}

let members = 0;

async function createMember(): Promise<Member> {
  const email = `${randomUUID()}@example.com`;
  const { body } = await platform.call<{ token: string; user: { id: string } }>(
    "POST",
    "/api/auth/register",
    {
      body: { name: "Mia Member", email, password: "Analytical1!" },
      // Each from its own IP address, because registrations per address are limited.
      ip: `10.2.0.${++members}`,
    },
  );
  return { userId: body.user.id, token: body.token, email };
}

async function balance({ token }: Member): Promise<number | undefined> {
  const { body } = await platform.call<{ wallets: { asset: { symbol: string }; balance: number }[] }>(
    "GET",
    "/api/defi/wallets",
    { token },
  );
  return body.wallets.find(({ asset }) => asset.symbol === "EUR")?.balance;
}

const amount = (value: string) => ({ value, currency: "EUR" });

describe("a request to the bank's webhook route", () => {
  const event = () => JSON.stringify({ eventId: randomUUID(), type: "transaction.unheard", data: {} });

  it("gets the same 200 for a new and a repeated event, which is processed once", async () => {
    const body = event();
    for (let time = 0; time < 3; time++)
      expect(await post(body, sign(body))).toEqual({ status: 200, body: '{"received":true}' });
    const { ran } = await platform.drain();
    expect(ran).toContainEqual({ id: "inbound.process-bank", count: 1 });
  });

  it("gets 401 with a fixed body if its signature is missing or wrong", async () => {
    const body = event();
    const refused = { status: 401, body: '{"error":"Invalid signature"}' };
    expect(await post(body, {})).toEqual(refused);
    expect(await post(body, { "bank-signature": signBody(body, "another") })).toEqual(refused);
    expect(await post(`${body} `, sign(body))).toEqual(refused);
    expect(await post("", { "bank-signature": "" })).toEqual(refused);
    expect(await post(body, { "bank-signature": signBody(body, secret()).slice(1) })).toEqual(refused);
  });

  it.each([
    ["not JSON", "nothing"],
    ["empty", ""],
    ["not an object", "[1]"],
    ["without an eventId", '{"type":"transaction.booked","data":{}}'],
    ["with an empty eventId", '{"eventId":"","type":"transaction.booked"}'],
    ["with an eventId of 256 characters", JSON.stringify({ eventId: "x".repeat(256), type: "t" })],
    ["without a type", '{"eventId":"e"}'],
  ])("gets 400 if it is signed, but its body is %s", async (_, body) => {
    const answer = await post(body, sign(body));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
  });

  it("gets 400 if it is signed, but its body is not UTF-8", async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    expect((await post(bytes, sign(bytes))).status).toBe(400);
    expect((await post(bytes, {})).status).toBe(401);
  });

  it("gets 413 if its body is larger than 256 KiB, and 200 up to that size", async () => {
    const bodyOfSize = (bytes: number) => {
      const empty = JSON.stringify({ eventId: randomUUID(), type: "big", data: { fill: "" } });
      return empty.replace('"fill":""', `"fill":"${"x".repeat(bytes - empty.length)}"`);
    };
    const most = bodyOfSize(256 * 1024);
    expect((await post(most, sign(most))).status).toBe(200);
    const more = bodyOfSize(256 * 1024 + 1);
    expect((await post(more, sign(more))).status).toBe(413);
    expect((await platform.drain()).queues["bank-events"]).toMatchObject({
      visible: 0,
      inFlight: 0,
      dead: 0,
    });
  });

  it("is booked once if the bank sends it ten times in parallel", async () => {
    const one = await createMember();
    const body = JSON.stringify({
      eventId: randomUUID(),
      type: "transaction.booked",
      data: { transactionId: randomUUID(), amount: amount("10.00"), userId: one.userId },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body, sign(body))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    await platform.drain();
    expect(await balance(one)).toBe(10);
  });

  it("is accepted while the queue is down, and processed after the queue recovers", async () => {
    const one = await createMember();
    platform.faults.set({ dependency: "sqs", kind: "error", rate: 1 });
    const { eventId } = await sendEvent("transaction.booked", {
      transactionId: randomUUID(),
      amount: amount("10.00"),
      userId: one.userId,
    });
    expect((await record(eventId))?.["processedAt"]).toBeUndefined();
    platform.faults.clear();
    await platform.drain();
    expect(await balance(one)).toBe(10);
    expect(await record(eventId)).toMatchObject({ outcome: "booked, booked to user" });
  });

  it("is booked once if the queue delivers it twice and out of order", async () => {
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 1 });
    platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 1 });
    const one = await createMember();
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        sendEvent("transaction.booked", {
          transactionId: `${one.userId}-${nth}`,
          amount: amount("1.00"),
          userId: one.userId,
        }),
      ),
    );
    await platform.drain();
    expect(await balance(one)).toBe(12);
  });
});

describe("the payment provider's webhook route", () => {
  const stripe = (body: string, key = platform.seed.webhookSecrets.psp) => ({
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key }),
  });

  it("returns 200 for a signed event, also repeated, 401 for a wrong signature and 400 for an empty event", async () => {
    const body = JSON.stringify({ id: "evt_1", type: "unheard.of", livemode: false, data: { object: {} } });
    for (let time = 0; time < 2; time++)
      expect(await post(body, stripe(body), "psp")).toEqual({ status: 200, body: '{"received":true}' });
    expect(await post(body, stripe(body, "whsec_other"), "psp")).toEqual({
      status: 401,
      body: '{"error":"Invalid signature"}',
    });
    expect((await post("{}", stripe("{}"), "psp")).status).toBe(400);
  });
});

describe("the bank's event type", () => {
  const types = [
    "onboarding.completed",
    "onboarding.rejected",
    "account.opened",
    "account.suspended",
    "account.closed",
    "transaction.booked",
    "transaction.rejected",
    "transaction.pending",
    "card.activated",
    "card.locked",
    "card.canceled",
    "consent.granted",
    "consent.refused",
    "consent.expired",
  ];
  const capitalize = (type: string) => type.replace(/(^|\.)[a-z]/g, (match) => match.toUpperCase());

  const handled = [...types, ...types.map(capitalize), "TRANSACTION.BOOKED"];
  const unhandled = ["transaction.unheard", "loan.granted", "transaction", ""];

  async function sendForNewUser(type: string) {
    const person = { name: "Mia Member", email: `${randomUUID()}@example.com`, password: "Analytical1!" };
    const { userId } = await Users.register(person, { emailVerified: true });
    return sendEvent(type, {
      userId,
      accountId: randomUUID(),
      transactionId: randomUUID(),
      consentId: randomUUID(),
      cardId: "crd_00000000000000000000000000",
      amount: amount("10.00"),
    });
  }

  /** The record of each type's event, each for a different user, after all were processed. */
  let records: ReadonlyMap<string, Awaited<ReturnType<typeof record>>>;
  beforeAll(async () => {
    const sent = await Promise.all([
      ...handled.map(sendForNewUser),
      ...unhandled.map((type) => sendEvent(type, {})),
    ]);
    await platform.drain();
    const found = await Promise.all(sent.map(({ eventId }) => record(eventId)));
    records = new Map([...handled, ...unhandled].map((type, i) => [type, found[i]]));
  });

  it.each(handled)("%s is handled", (type) => {
    expect(String(records.get(type)?.["outcome"])).not.toMatch(/undefined|not handled/);
  });

  it.each(unhandled)("%j is recorded as not handled", (type) => {
    expect(records.get(type)).toMatchObject({ outcome: "not handled" });
  });
});

it("updates the user's identity, bank account, consent and balance from the bank's events", async () => {
  const one = await createMember();
  const { userId } = one;
  const [accountId, consentId, transactionId] = [randomUUID(), randomUUID(), randomUUID()];
  await sendEvent("Onboarding.Completed", { userId, kycLevel: 2 });
  await sendEvent("Transaction.Booked", {
    transactionId,
    accountId,
    amount: amount("250.75"),
    reference: "Salary",
  });
  await platform.drain();
  expect(await Transfers.find(transactionId)).toMatchObject({
    state: "booked",
    booking: { holder: "nobody" },
  });
  expect(await balance(one)).toBeUndefined();
  await sendEvent("account.opened", {
    accountId,
    userId,
    iban: "FR7630006000011234567890189",
    currency: "EUR",
  });
  await sendEvent("consent.granted", { consentId, accountId, scopes: ["accounts"] });
  await platform.drain();
  expect(await Kyc.read(userId)).toMatchObject({ status: "VALIDATED", level: 2 });
  expect(await Accounts.findAccount(accountId)).toMatchObject({ status: "opened", userId });
  expect(await Table.find(bankConsent, { consentId })).toMatchObject({ status: "granted", userId });
  expect(await balance(one)).toBe(250.75);
  await sendEvent("Transaction.Rejected", {
    transactionId,
    amount: amount("250.75"),
    reason: "sender recalled it",
  });
  await platform.drain();
  expect(await balance(one)).toBe(0);
  const { status, body } = await platform.call<{ data: { transactions: Record<string, unknown>[] } }>(
    "GET",
    "/api/payments/transactions",
    { token: one.token },
  );
  expect(status).toBe(200);
  expect(body.data.transactions).toEqual([
    expect.objectContaining({
      id: transactionId,
      amount: 25075,
      type: "bank_transfer",
      status: "failed",
      description: "Salary",
    }),
  ]);
  const subjects = platform.mail(one.email).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(
    [
      "Bienvenue\u202f: confirmez votre adresse",
      "Un virement a été retourné",
      "Vous avez reçu un virement",
      "Vérification de votre identité",
    ].toSorted(),
  );
});

describe("an event that cannot be processed", () => {
  it("ends in the dead-letter queue after 8 deliveries, and the others of its batch are processed", async () => {
    const one = await createMember();
    const deadBefore = (await platform.drain()).queues["bank-events"]?.dead ?? 0;
    const poison = await Promise.all([
      sendEvent("transaction.booked", { userId: one.userId, amount: amount("10.00") }),
      sendEvent("onboarding.completed", {}),
      sendEvent("card.locked", {}),
      sendEvent("account.opened", { userId: one.userId }),
    ]);
    const good = await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        sendEvent("transaction.booked", {
          transactionId: `${one.userId}-${nth}`,
          amount: amount("1.00"),
          userId: one.userId,
        }),
      ),
    );
    await platform.drain();
    expect(await balance(one)).toBe(6);
    for (const { eventId } of good) expect((await record(eventId))?.["processedAt"]).toBeDefined();
    // It is delivered 8 times, each after the previous delivery has failed.
    let dead = deadBefore;
    let deliveries = 1;
    while (dead === deadBefore && deliveries < 20) {
      await platform.advance(queues["bank-events"].visibilitySeconds + 1);
      dead = (await platform.drain()).queues["bank-events"]?.dead ?? 0;
      if (dead === deadBefore) deliveries++;
    }
    expect(deliveries).toBe(8);
    expect(dead - deadBefore).toBe(poison.length);
    for (const { eventId } of poison) {
      const item = await record(eventId);
      expect(item).toBeDefined();
      expect(item?.["processedAt"]).toBeUndefined();
    }
  });

  it("is recorded as refused if the reason is an amount with too many decimals", async () => {
    const one = await createMember();
    const { eventId } = await sendEvent("transaction.booked", {
      transactionId: randomUUID(),
      amount: { value: "10.005", currency: "EUR" },
      userId: one.userId,
    });
    await platform.drain();
    expect(await record(eventId)).toMatchObject({ outcome: "refused: The amount has more than 2 decimals." });
    expect(await balance(one)).toBeUndefined();
  });
});

it("finds no differences in the ledger's audit after all events above", async () => {
  expect((await audit()).differences).toEqual([]);
});
