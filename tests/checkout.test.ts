import { readFile } from "node:fs/promises";
import { sepaAccounts } from "@svc/stripe-double";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { audit } from "../core/audit/index.ts";
import * as Users from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Ledger from "../core/ledger/index.ts";
import * as Customers from "../core/payments/customers/index.ts";
import * as Transactions from "../core/payments/records/index.ts";
import { setVariables } from "../local/environment.ts";
import { withPlans } from "./support/checkout.ts";
import { withPlatform } from "./support/platform.ts";
import { pay, stripeOf } from "./support/psp.ts";

/**
 * Hosted checkout and subscriptions over HTTP (spec 3, sections 3, 4.1, 6.1 and 7), with the provider's
 * signed events.
 */

const needed = ["inbound.process-psp", "notifications", "outbox.sweep"];
withPlans();
const platform = withPlatform({ consumers: consumers.filter(({ id }) => needed.includes(id)) });

interface Body<T> {
  readonly success: boolean;
  readonly data: T;
  readonly error: { readonly code: number; readonly message: string; readonly details: readonly object[] };
}
interface Session {
  readonly sessionId: string;
  readonly url: string;
}
interface Plan {
  readonly plan: string;
  readonly status: string;
  readonly currentPeriodEnd: string | null;
  readonly cancelAtPeriodEnd: boolean;
}
interface Person {
  readonly token: string;
  readonly ip: string;
  readonly userId: string;
  readonly email: string;
}
let people = 0;

/** Somebody new, signed in, with an address of their own. */
async function person(): Promise<Person> {
  const email = `checkout-${people}@example.com`;
  const ip = `10.32.0.${people++}`;
  const password = "Somebody1!buys";
  const { userId } = await Users.register({ name: "Ada", email, password }, { emailVerified: true });
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
    ip,
  });
  return { token: body.accessToken ?? body.token ?? "", ip, userId, email };
}

let ada: Person;
beforeAll(async () => {
  ada = await person();
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const order = {
  lineItems: [
    { name: "Tea", amount: 500, currency: "EUR", quantity: 2 },
    { name: "Cup", amount: 250, currency: "eur", quantity: 1 },
  ],
  mode: "payment",
  successUrl: "/orders/done?session={CHECKOUT_SESSION_ID}",
  cancelUrl: "/orders",
  metadata: { table: "7" },
};
const plan = {
  ...order,
  lineItems: [{ name: "Gold", amount: 1500, currency: "eur", quantity: 1 }],
  mode: "subscription",
};

const buy = (who: Person, body: object = order, headers: Readonly<Record<string, string>> = {}) =>
  platform.call<Body<Session>>("POST", "/api/payments/psp", { ...who, body, headers });
const planOf = async (who: Person) =>
  (await platform.call<Body<Plan>>("GET", "/api/payments/subscription", who)).body.data;
const statusOf = async ({ sessionId }: Session) => (await Transactions.find(sessionId))?.status;

let events = 0;
/** Posts an event as the provider does, signed, and lets it be worked on. */
async function happens(type: string, object: object, created = Clock.nowSeconds()): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_checkout_${++events}`,
    type,
    created,
    livemode: false,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: platform.seed.webhookSecrets.psp,
  });
  const answer = await fetch(`${platform.url}/api/webhooks/psp`, {
    method: "POST",
    headers: { "stripe-signature": signature, "content-type": "application/json" },
    body: payload,
  });
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
  await platform.drain();
}

const failure = (code: number, message: unknown, details: unknown = expect.any(Array)) => ({
  status: code,
  body: { success: false, error: { code, message, details } },
});

describe("hosted checkout", () => {
  it("opens a page to pay on, and the order succeeds when the provider says that it is paid", async () => {
    const { status, body } = await buy(ada);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        data: { sessionId: expect.stringMatching(/^cs_/), url: expect.stringMatching(/^http/) },
      },
    });
    const { sessionId } = body.data;
    expect(await statusOf(body.data)).toBe("PENDING");
    const before = await Ledger.balance("treasury", "EUR");
    await happens("checkout.session.completed", { id: sessionId, payment_status: "paid" });
    await happens("checkout.session.completed", { id: sessionId, payment_status: "paid" });
    expect(await statusOf(body.data)).toBe("SUCCEEDED");
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1250n);
    const { body: list } = await platform.call<Body<{ transactions: object[] }>>(
      "GET",
      "/api/payments/transactions",
      ada,
    );
    expect(list.data.transactions).toMatchObject([
      {
        type: "checkout",
        status: "succeeded",
        amount: 1250,
        currency: "eur",
        description: "2 × Tea, 1 × Cup",
      },
    ]);
  });

  it("is paid by a customer on the provider's page, and refunded there", async () => {
    const who = await person();
    const { data } = (await buy(who)).body;
    const before = await Ledger.balance("treasury", "EUR");
    const { location } = await pay(data.url);
    expect(location).toBe(`https://svc.example/orders/done?session=${data.sessionId}`);
    await platform.drain();
    const paid = await Transactions.find(data.sessionId);
    expect(paid).toMatchObject({ status: "SUCCEEDED", amountMinor: 1250n });
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1250n);

    const stripe = atProvider();
    const session = await stripe.checkout.sessions.retrieve(data.sessionId);
    const intent = String(session.payment_intent);
    await stripe.refunds.create({ payment_intent: intent, amount: 250 });
    await platform.drain();
    expect(await Transactions.find(intent)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 250n });
    await stripe.refunds.create({ payment_intent: intent });
    await platform.drain();
    expect(await Transactions.find(intent)).toMatchObject({ status: "REFUNDED", refundedMinor: 1250n });
    expect(await Ledger.balance("treasury", "EUR")).toBe(before);
    const letters = platform.mail(who.email).map(({ subject }) => subject);
    expect(letters.filter((subject) => subject === "Un paiement vous est remboursé")).toHaveLength(2);
  });

  it.each([
    [sepaAccounts.pays, "SUCCEEDED", 1250n],
    [sepaAccounts.refuses, "FAILED", 0n],
  ])("by a debit of %s waits until the bank has answered, and then is %s", async (iban, status, booked) => {
    const { data } = (await buy(await person())).body;
    const before = await Ledger.balance("treasury", "EUR");
    await pay(data.url, iban);
    await platform.drain();
    expect(await statusOf(data)).toBe("PENDING");
    await platform.advance(10 * 86_400);
    await platform.drain();
    expect(await statusOf(data)).toBe(status);
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + booked);
    ada = await person();
  });

  it("is canceled when nobody pays for a day", async () => {
    const { data } = (await buy(await person())).body;
    await platform.advance(86_400 + 60);
    await platform.drain();
    expect(await statusOf(data)).toBe("CANCELED");
    ada = await person();
  });

  it("answers a repeated Idempotency-Key with 409 that names the session, or the first answer to whoever prefers it", async () => {
    const key = { "idempotency-key": Ids.secret() };
    const all = await Promise.all([1, 2, 3].map(() => buy(ada, order, key)));
    const first = all.find(({ status }) => status === 201)?.body.data;
    const others = all.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(2);
    const named = [{ field: "sessionId", message: first?.sessionId }];
    for (const { status, body } of [...others, await buy(ada, order, key)])
      expect({ status, body }).toEqual(failure(409, expect.stringContaining("processed before"), named));
    const again = await buy(ada, order, { ...key, prefer: "return=representation" });
    expect([again.status, again.body.data]).toEqual([201, first]);
    expect(await buy(ada, plan, key)).toMatchObject(failure(422, expect.any(String)));
    const theirs = await buy(await person(), order, key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.sessionId).not.toBe(first?.sessionId);
  });

  it("keeps metadata of any name, and refuses by name the one that no object keeps", async () => {
    const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    const metadata = Object.fromEntries(names.map((name) => [name, "y"]));
    const { data } = (await buy(ada, { ...order, metadata })).body;
    const before = await Ledger.balance("treasury", "EUR");
    await pay(data.url);
    await platform.drain();
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1250n);
    const one = await Transactions.find(data.sessionId);
    expect(one?.status).toBe("SUCCEEDED");
    expect(await Transactions.metadataOf(one ?? { transactionId: "" })).toEqual(metadata);
    const lost = { ...order, metadata: JSON.parse('{"__proto__":"y"}') as object };
    expect(await buy(ada, lost)).toMatchObject(
      failure(400, expect.any(String), [{ field: "metadata.__proto__", message: expect.any(String) }]),
    );
  });

  // Whoever is refused is no customer of the provider's, however often.
  let stranger: Person | undefined;
  it.each([
    ["no line", { lineItems: [] }, "lineItems"],
    ["too many lines", { lineItems: Array.from({ length: 101 }, () => order.lineItems[0]) }, "lineItems"],
    [
      "two currencies",
      { lineItems: [order.lineItems[0], { ...order.lineItems[1], currency: "usd" }] },
      "lineItems",
    ],
    ["another currency", { lineItems: [{ ...order.lineItems[0], currency: "gbp" }] }, "lineItems.0.currency"],
    ["no name", { lineItems: [{ ...order.lineItems[0], name: " " }] }, "lineItems.0.name"],
    ["a long name", { lineItems: [{ ...order.lineItems[0], name: "x".repeat(251) }] }, "lineItems.0.name"],
    ["a broken amount", { lineItems: [{ ...order.lineItems[0], amount: 1.5 }] }, "lineItems.0.amount"],
    ["a debt", { lineItems: [{ ...order.lineItems[0], amount: -500 }] }, "lineItems.0.amount"],
    ["nothing of it", { lineItems: [{ ...order.lineItems[0], quantity: 0 }] }, "lineItems.0.quantity"],
    [
      "more than can be charged",
      { lineItems: [{ ...order.lineItems[0], amount: 50_000_000, quantity: 2 }] },
      "lineItems",
    ],
    [
      "more than a number holds",
      {
        lineItems: Array.from({ length: 100 }, () => ({
          ...order.lineItems[0],
          amount: 99_999_999,
          quantity: 999_999,
        })),
      },
      "lineItems",
    ],
    ["another mode", { mode: "setup" }, "mode"],
    ["another site", { successUrl: "//evil.example/" }, "successUrl"],
    ["another site in disguise", { cancelUrl: "/\\evil.example" }, "cancelUrl"],
    ["an address", { successUrl: "https://evil.example/" }, "successUrl"],
    ["a script", { cancelUrl: "javascript:alert(1)" }, "cancelUrl"],
    ["our own metadata", { metadata: { svc_user: "usr_x" } }, "metadata.svc_user"],
  ])("refuses %s with 422 that names the field", async (_, change, field) => {
    stranger ??= await person();
    const answer = await buy(stranger, { ...order, ...change });
    expect(answer).toMatchObject(
      failure(422, expect.any(String), [
        { field: expect.stringContaining(field), message: expect.any(String) },
      ]),
    );
    expect(await Customers.find(stranger.userId)).toBeUndefined();
  });

  it("tells what the provider does not take with 422, and needs a session", async () => {
    const crumbs = { ...order, lineItems: [{ name: "Crumb", amount: 1, currency: "eur", quantity: 1 }] };
    expect(await buy(ada, crumbs)).toMatchObject(failure(422, expect.stringContaining("payment provider")));
    const nobody = { body: order, ip: ada.ip };
    expect((await platform.call("POST", "/api/payments/psp", nobody)).status).toBe(401);
    expect((await platform.call("GET", "/api/payments/subscription", { ip: ada.ip })).status).toBe(401);
  });
});

/** The provider, as whoever refunds and cancels there sees it. */
const atProvider = (): Stripe =>
  stripeOf(process.env["STRIPE_URL"] ?? "", process.env["STRIPE_SECRET_KEY"] ?? "");

describe("a subscription", () => {
  it("is free until one is bought, follows the provider's events, and ends with a letter", async () => {
    const who = await person();
    const none = { plan: "free", status: "none", currentPeriodEnd: null, cancelAtPeriodEnd: false };
    expect(await planOf(who)).toEqual(none);
    const { data } = (await buy(who, plan)).body;
    expect(await planOf(who)).toEqual(none);
    await happens("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    expect(await planOf(who)).toEqual({ ...none, plan: "Gold", status: "active" });
    expect(await statusOf(data)).toBe("SUCCEEDED");

    const customer = await Customers.find(who.userId);
    const now = Clock.nowSeconds();
    const subscription = {
      id: `sub_${who.userId}`,
      customer,
      status: "active",
      created: now,
      cancel_at_period_end: true,
      items: {
        data: [{ current_period_end: now + 86_400, price: { id: "price_1", lookup_key: "platinum" } }],
      },
    };
    await happens("customer.subscription.updated", subscription, now + 1);
    expect(await planOf(who)).toEqual({
      plan: "platinum",
      status: "active",
      currentPeriodEnd: new Date((now + 86_400) * 1000).toISOString(),
      cancelAtPeriodEnd: true,
    });
    await happens("customer.subscription.deleted", { ...subscription, status: "canceled" }, now + 3);
    await happens("customer.subscription.updated", subscription, now + 2);
    expect(await planOf(who)).toEqual({ ...none, status: "canceled" });
    const letters = platform.mail(who.email).map(({ subject }) => subject);
    expect(letters.filter((subject) => subject.includes("abonnement"))).toEqual([
      "Votre abonnement est actif",
      "Votre abonnement est actif",
      "Votre abonnement a pris fin",
    ]);
  });

  it("bought on the provider's page is renewed every month until it is canceled there", async () => {
    const who = await person();
    const { data } = (await buy(who, plan)).body;
    const before = await Ledger.balance("treasury", "EUR");
    await pay(data.url);
    await platform.drain();
    const active = await planOf(who);
    expect(active).toMatchObject({ plan: "Gold", status: "active", cancelAtPeriodEnd: false });
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1500n);
    expect(Date.parse(active.currentPeriodEnd ?? "")).toBeGreaterThan(0);

    const { subscription } = await atProvider().checkout.sessions.retrieve(data.sessionId);
    await platform.advance(32 * 86_400);
    await platform.drain();
    const later = { ...who, ...(await signedInAgain(who)) };
    const renewed = await planOf(later);
    expect(renewed).toMatchObject({ plan: "Gold", status: "active" });
    expect(Date.parse(renewed.currentPeriodEnd ?? "")).toBeGreaterThan(
      Date.parse(active.currentPeriodEnd ?? ""),
    );
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 3000n);
    const invoices = (await atProvider().invoices.list({ subscription: String(subscription) })).data;
    for (const { id } of invoices) {
      const [payment] = (await atProvider().invoicePayments.list({ invoice: id })).data;
      await atProvider().refunds.create({ payment_intent: String(payment?.payment.payment_intent) });
    }
    await platform.drain();
    for (const { id } of invoices)
      expect(await Transactions.find(id)).toMatchObject({ status: "REFUNDED", refundedMinor: 1500n });
    expect(await Ledger.balance("treasury", "EUR")).toBe(before);
    await atProvider().subscriptions.cancel(String(subscription));
    await platform.drain();
    expect(await planOf(later)).toMatchObject({ plan: "free", status: "canceled" });
  });

  it("of somebody else changes nothing", async () => {
    const [one, other] = [await person(), await person()];
    await buy(other, plan);
    const customer = await Customers.find(other.userId);
    await happens("customer.subscription.created", {
      id: "sub_foreign",
      customer,
      status: "active",
      metadata: { svc_user: one.userId },
    });
    expect([(await planOf(one)).status, (await planOf(other)).status]).toEqual(["none", "none"]);
  });
});

/** Sessions end long before a month does. */
async function signedInAgain({ email, ip }: Person): Promise<Pick<Person, "token">> {
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password: "Somebody1!buys" },
    ip,
  });
  return { token: body.accessToken ?? body.token ?? "" };
}

it("a buyer does not name a plan's price: who wants enterprise for 0.50 is told what it costs", async () => {
  const lineItems = [{ name: "Gold", amount: 50, currency: "eur", quantity: 1 }];
  const { status, body } = await buy(await person(), { ...plan, lineItems });
  expect([status, body.error.details]).toEqual([
    422,
    [{ field: "lineItems.0.amount", message: "must be 1500, the price of Gold" }],
  ]);
});

it("the plan that the documentation buys can be bought as it is written, at the prices unless told", async () => {
  const docs = await readFile(new URL("../docs/PAYMENTS.md", import.meta.url), "utf8");
  const [, body = ""] = /-d '({"mode":"subscription"[^']*)'/.exec(docs) ?? [];
  const unset = setVariables({ PLAN_PRICES: undefined });
  try {
    expect(await buy(await person(), JSON.parse(body))).toMatchObject({ status: 201 });
  } finally {
    unset();
  }
});

describe("the billing page", () => {
  it("shows the plan and what was paid, with every character as text, and sends strangers to sign in", async () => {
    const who = await person();
    const nasty = `<img src=x onerror=alert(1)>`;
    const { data } = (await buy(who, { ...order, lineItems: [{ ...order.lineItems[0], name: nasty }] })).body;
    await happens("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    const answer = await platform.call<string>("GET", "/dashboard/billing", who);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("&lt;img src=x");
    expect(answer.body).not.toContain("<img");
    expect(answer.body).toContain("−€10.00");
    expect(answer.body).toContain("Done");
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'none'");
    const stranger = await fetch(`${platform.url}/dashboard/billing`, { redirect: "manual" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([
      302,
      "/auth/signin?callbackUrl=%2Fdashboard%2Fbilling",
    ]);
  });

  it("tells what came from what went", async () => {
    const who = await person();
    const { data } = (await buy(who)).body;
    await happens("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    const charge = {
      id: "ch_1",
      amount: 1250,
      amount_refunded: 250,
      currency: "eur",
      payment_intent: "pi_1",
    };
    const { transactionId = "" } = (await Transactions.find(data.sessionId)) ?? {};
    await happens("charge.refunded", { ...charge, metadata: { svc_order: transactionId } });
    const { body } = await platform.call<string>("GET", "/dashboard/billing", who);
    expect(body).toMatch(/>Refund<.*\+€2\.50.*>Order<.*−€12\.50/s);
  });

  it("of whoever has paid nothing says so", async () => {
    const { body } = await platform.call<string>("GET", "/dashboard/billing", await person());
    expect(body).toContain("No subscription");
    expect(body).toContain("No payments yet.");
  });

  it("shows the plans that there are and what a month of each costs", async () => {
    const { body } = await platform.call<string>("GET", "/dashboard/billing", await person());
    expect(body).toMatch(/>Gold<.*€15\.00/s);
  });
});
