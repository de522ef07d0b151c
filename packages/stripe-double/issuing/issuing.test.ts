import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CompactEncrypt, importJWK } from "jose";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type StripeDouble, startStripeDouble } from "../index.ts";
import { stripeOf } from "../testing.ts";
import fixtures from "../vectors/stripe_issuing_fixtures.json" with { type: "json" };

/** Issued cards at the double, through Stripe's own SDK. */

const SECRET = "whsec_authorizations";

/** The requests to the platform, and its response. */
const asked: { readonly body: string; readonly signature: string }[] = [];
let answer: { status: number; headers: Record<string, string>; body: string; never?: boolean };
const yes = { status: 200, headers: { "stripe-version": "v" }, body: '{"approved":true}' };

let platform: Server;
let double: StripeDouble;
let stripe: Stripe;
let card: Stripe.Issuing.Card;

const billing = {
  address: { line1: "1 rue de la Paix", city: "Paris", postal_code: "75002", country: "FR" },
};

beforeAll(async () => {
  answer = yes;
  platform = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join("");
    asked.push({ body, signature: String(request.headers["stripe-signature"]) });
    const { status, headers, body: responseBody, never = false } = answer;
    if (!never) response.writeHead(status, headers).end(responseBody);
  });
  platform.listen(0, "127.0.0.1");
  await once(platform, "listening");
  double = await startStripeDouble({
    secretKey: "sk_test_1",
    webhookSecret: "",
    authorizationSecret: SECRET,
    authorizationUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}/`,
    report: () => undefined,
  });
  stripe = stripeOf(double.url, "sk_test_1");
  const cardholder = await stripe.issuing.cardholders.create({ name: "Ada Lovelace", billing });
  card = await stripe.issuing.cards.create({
    cardholder: cardholder.id,
    currency: "eur",
    type: "virtual",
    status: "active",
  });
});
afterEach(() => {
  answer = yes;
});
afterAll(async () => {
  platform.closeAllConnections();
  platform.close();
  await double.stop();
});

const helpers = () => stripe.testHelpers.issuing;
const buy = (amount: number) => helpers().authorizations.create({ card: card.id, amount });
const eventsOf = (id: string) =>
  double
    .events()
    .filter(({ data }) => (data.object as { id?: string }).id === id)
    .map(({ type }) => type);

describe("the objects of Issuing", () => {
  it("have every field of Stripe's own fixtures", async () => {
    const authorization = await buy(1000);
    await helpers().authorizations.capture(authorization.id);
    const { transactions } = await stripe.issuing.authorizations.retrieve(authorization.id);
    const [transaction] = transactions;
    const dispute = await stripe.issuing.disputes.create({ transaction: transaction?.id ?? "" });
    const key = await stripe.ephemeralKeys.create(
      { issuing_card: card.id },
      { apiVersion: "2026-10-28.endive" },
    );
    const made: Readonly<Record<string, object | undefined>> = {
      "issuing.authorization": authorization,
      "issuing.card": card,
      "issuing.cardholder": card.cardholder,
      "issuing.dispute": dispute,
      "issuing.transaction": transaction,
      ephemeral_key: key,
    };
    for (const [name, fixture] of Object.entries(fixtures.resources)) {
      const object = made[name];
      expect(object).toMatchObject({ object: name });
      expect(Object.keys(fixture).filter((field) => !(field in (object ?? {})))).toEqual([]);
    }
  });

  it("contain a card's number only if it is expanded", async () => {
    const seen = await stripe.issuing.cards.retrieve(card.id, { expand: ["number", "cvc"] });
    expect(seen.number).toMatch(/^4\d{15}$/);
    expect(seen.cvc).toMatch(/^\d{3}$/);
    expect(seen.number?.endsWith(seen.last4)).toBe(true);
    expect(JSON.stringify(await stripe.issuing.cards.retrieve(card.id))).not.toContain(seen.number);
    expect(JSON.stringify(double.events())).not.toContain(seen.number);
  });

  it("accept a PIN only if it is encrypted with the provider's key", async () => {
    const key = await importJWK(JSON.parse(double.pinKey), "RSA-OAEP-256");
    const encrypted = await new CompactEncrypt(
      Buffer.from(JSON.stringify({ pin: "8305", nonce: "12345678" })),
    )
      .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM" })
      .encrypt(key);
    await stripe.issuing.cards.update(card.id, { pin: { encrypted_number: encrypted } });
    const plain = stripe.issuing.cards.update(card.id, { pin: { encrypted_number: "8305" } });
    await expect(plain).rejects.toMatchObject({ param: "pin[encrypted_number]" });
  });
});

describe("a card purchase", () => {
  it("sends the platform a signed request first, and the event of its creation afterwards", async () => {
    const before = asked.length;
    const authorization = await buy(1234);
    expect(asked).toHaveLength(before + 1);
    const { body, signature } = asked.at(-1) ?? { body: "", signature: "" };
    const event = Stripe.webhooks.constructEvent(body, signature, SECRET);
    expect(event.type).toBe("issuing_authorization.request");
    expect(event.data.object).toMatchObject({
      id: authorization.id,
      amount: 0,
      approved: false,
      request_history: [],
      pending_request: { amount: 1234, currency: "eur" },
    });
    expect(authorization).toMatchObject({
      amount: 1234,
      approved: true,
      status: "pending",
      pending_request: null,
      request_history: [{ amount: 1234, approved: true, reason: "webhook_approved" }],
    });
    expect(eventsOf(authorization.id)).toEqual([
      "issuing_authorization.request",
      "issuing_authorization.created",
    ]);
  });

  it.each([
    ["declines it", { body: '{"approved":false}' }, "webhook_declined"],
    ["does not state `approved`", { body: '{"received":true}' }, "webhook_error"],
    ["does not state an API version", { headers: {} }, "webhook_error"],
    ["answers 500", { status: 500 }, "webhook_error"],
    ["does not answer within two seconds", { never: true }, "webhook_timeout"],
  ])("is declined if the platform %s", async (_, response, reason) => {
    answer = { ...yes, ...response };
    const authorization = await buy(500);
    expect(authorization).toMatchObject({ approved: false, status: "closed", amount: 500 });
    expect(authorization.request_history).toMatchObject([{ approved: false, reason }]);
  });

  it("is declined without asking the platform if the card is not active", async () => {
    await stripe.issuing.cards.update(card.id, { status: "inactive" });
    const before = asked.length;
    expect((await buy(500)).request_history).toMatchObject([{ reason: "card_inactive" }]);
    await stripe.issuing.cards.update(card.id, { status: "active" });
    expect(asked).toHaveLength(before);
  });

  it("can be captured in parts, and is closed by the last one", async () => {
    const { id } = await buy(10_000);
    await helpers().authorizations.capture(id, { capture_amount: 6000, close_authorization: false });
    const open = await stripe.issuing.authorizations.retrieve(id);
    expect(open.status).toBe("pending");
    expect(-open.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(4000);
    const closed = await helpers().authorizations.capture(id, { capture_amount: 5000 });
    expect(closed.status).toBe("closed");
    expect(closed.transactions.map(({ amount }) => amount)).toEqual([-6000, -5000]);
    await expect(helpers().authorizations.capture(id)).rejects.toThrow(/closed/);
  });

  it("grows by approved increments only, and shrinks by reversals", async () => {
    const { id } = await buy(1000);
    expect((await helpers().authorizations.increment(id, { increment_amount: 500 })).amount).toBe(1500);
    answer = { ...yes, body: '{"approved":false}' };
    const refused = await helpers().authorizations.increment(id, { increment_amount: 700 });
    expect(refused).toMatchObject({ amount: 1500, approved: true, status: "pending" });
    expect((await helpers().authorizations.reverse(id, { reverse_amount: 300 })).amount).toBe(1200);
    expect(await helpers().authorizations.reverse(id)).toMatchObject({ status: "reversed", amount: 0 });
  });

  it("can expire, be captured without authorization, be refunded and be disputed", async () => {
    const { id } = await buy(1000);
    expect((await helpers().authorizations.expire(id)).status).toBe("expired");
    const forced = await helpers().transactions.createForceCapture({ card: card.id, amount: 900 });
    expect(forced).toMatchObject({ amount: -900, type: "capture", authorization: null });
    expect(await helpers().transactions.refund(forced.id, { refund_amount: 400 })).toMatchObject({
      amount: 400,
      type: "refund",
    });
    await expect(helpers().transactions.refund(forced.id, { refund_amount: 600 })).rejects.toThrow(/500/);
    const { amount } = await helpers().transactions.createUnlinkedRefund({ card: card.id, amount: 70 });
    expect(amount).toBe(70);
    const dispute = await stripe.issuing.disputes.create({
      transaction: forced.id,
      evidence: { reason: "fraudulent", fraudulent: { explanation: "winning_evidence" } },
    });
    expect(await stripe.issuing.disputes.submit(dispute.id)).toMatchObject({ status: "won" });
    const closed = await stripe.issuing.disputes.retrieve(dispute.id);
    expect(closed).toMatchObject({ status: "won", balance_transactions: [{ amount: 900 }] });
    expect(eventsOf(dispute.id)).toContain("issuing_dispute.funds_reinstated");
  });
});
