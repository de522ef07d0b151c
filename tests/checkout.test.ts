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
 * Hosted checkout and subscriptions over HTTP (spec 3, sections 3, 4.1, 6.1 and 7), with the provider's signed events.
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

/** Creates a signed-in user with a unique IP address. */
async function createPerson(): Promise<Person> {
  const email = `checkout-${people}@example.com`;
  const ip = `10.32.0.${people++}`;
  const password = "Analytical1!";
  const { userId } = await Users.register({ name: "Ada", email, password }, { emailVerified: true });
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
    ip,
  });
  return { token: body.accessToken ?? body.token ?? "", ip, userId, email };
}

let ada: Person;
beforeAll(async () => {
  ada = await createPerson();
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

const buy = (person: Person, body: object = order, headers: Readonly<Record<string, string>> = {}) =>
  platform.call<Body<Session>>("POST", "/api/payments/psp", { ...person, body, headers });
const planOf = async (person: Person) =>
  (await platform.call<Body<Plan>>("GET", "/api/payments/subscription", person)).body.data;
const statusOf = async ({ sessionId }: Session) => (await Transactions.find(sessionId))?.status;

let events = 0;
/** Posts a signed event as the provider does, and processes it. */
async function sendEvent(type: string, object: object, created = Clock.nowSeconds()): Promise<void> {
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
  it("opens a payment page, and completes its order once when the provider reports the payment", async () => {
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
    await sendEvent("checkout.session.completed", { id: sessionId, payment_status: "paid" });
    await sendEvent("checkout.session.completed", { id: sessionId, payment_status: "paid" });
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

  it("is paid by a customer on the provider's page, and refunded in two parts at the provider", async () => {
    const person = await createPerson();
    const { data } = (await buy(person)).body;
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
    const subjects = platform.mail(person.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Un paiement vous a été remboursé")).toHaveLength(2);
  });

  it.each([
    [sepaAccounts.pays, "SUCCEEDED", 1250n],
    [sepaAccounts.refuses, "FAILED", 0n],
  ])(
    "by SEPA debit of %s is pending until the bank responds, and then is %s",
    async (iban, status, booked) => {
      const { data } = (await buy(await createPerson())).body;
      const before = await Ledger.balance("treasury", "EUR");
      await pay(data.url, iban);
      await platform.drain();
      expect(await statusOf(data)).toBe("PENDING");
      await platform.advance(10 * 86_400);
      await platform.drain();
      expect(await statusOf(data)).toBe(status);
      expect(await Ledger.balance("treasury", "EUR")).toBe(before + booked);
      ada = await createPerson();
    },
  );

  it("is canceled if it is not paid within a day", async () => {
    const { data } = (await buy(await createPerson())).body;
    await platform.advance(86_400 + 60);
    await platform.drain();
    expect(await statusOf(data)).toBe("CANCELED");
    ada = await createPerson();
  });

  it("answers a repeated Idempotency-Key with 409 and the session's id, or with the first response if the client prefers it", async () => {
    const key = { "idempotency-key": Ids.secret() };
    const all = await Promise.all([1, 2, 3].map(() => buy(ada, order, key)));
    const first = all.find(({ status }) => status === 201)?.body.data;
    const others = all.filter(({ status }) => status !== 201);
    expect(others).toHaveLength(2);
    const named = [{ field: "sessionId", message: first?.sessionId }];
    for (const { status, body } of [...others, await buy(ada, order, key)])
      expect({ status, body }).toEqual(failure(409, expect.stringContaining("already processed"), named));
    const again = await buy(ada, order, { ...key, prefer: "return=representation" });
    expect([again.status, again.body.data]).toEqual([201, first]);
    expect(await buy(ada, plan, key)).toMatchObject(failure(422, expect.any(String)));
    const theirs = await buy(await createPerson(), order, key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.sessionId).not.toBe(first?.sessionId);
  });

  it("stores metadata under the names of object methods, and rejects only the name __proto__", async () => {
    const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    const metadata = Object.fromEntries(names.map((name) => [name, "y"]));
    const { data } = (await buy(ada, { ...order, metadata })).body;
    const before = await Ledger.balance("treasury", "EUR");
    await pay(data.url);
    await platform.drain();
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1250n);
    const one = await Transactions.find(data.sessionId);
    expect(one?.status).toBe("SUCCEEDED");
    expect(await Transactions.readMetadata(one ?? { transactionId: "" })).toEqual(metadata);
    const lost = { ...order, metadata: JSON.parse('{"__proto__":"y"}') as object };
    expect(await buy(ada, lost)).toMatchObject(
      failure(400, expect.any(String), [{ field: "metadata.__proto__", message: expect.any(String) }]),
    );
  });

  // A rejected user never becomes a customer at the provider.
  let stranger: Person | undefined;
  it.each([
    ["an order without line items", { lineItems: [] }, "lineItems"],
    ["101 line items", { lineItems: Array.from({ length: 101 }, () => order.lineItems[0]) }, "lineItems"],
    [
      "two currencies",
      { lineItems: [order.lineItems[0], { ...order.lineItems[1], currency: "usd" }] },
      "lineItems",
    ],
    [
      "an unsupported currency",
      { lineItems: [{ ...order.lineItems[0], currency: "gbp" }] },
      "lineItems.0.currency",
    ],
    ["a blank name", { lineItems: [{ ...order.lineItems[0], name: " " }] }, "lineItems.0.name"],
    [
      "a name of 251 characters",
      { lineItems: [{ ...order.lineItems[0], name: "x".repeat(251) }] },
      "lineItems.0.name",
    ],
    ["a fractional amount", { lineItems: [{ ...order.lineItems[0], amount: 1.5 }] }, "lineItems.0.amount"],
    ["a negative amount", { lineItems: [{ ...order.lineItems[0], amount: -500 }] }, "lineItems.0.amount"],
    ["a quantity of zero", { lineItems: [{ ...order.lineItems[0], quantity: 0 }] }, "lineItems.0.quantity"],
    [
      "a total above the largest charge",
      { lineItems: [{ ...order.lineItems[0], amount: 50_000_000, quantity: 2 }] },
      "lineItems",
    ],
    [
      "a total above the largest safe integer",
      {
        lineItems: Array.from({ length: 100 }, () => ({
          ...order.lineItems[0],
          amount: 99_999_999,
          quantity: 999_999,
        })),
      },
      "lineItems",
    ],
    ["an unknown mode", { mode: "setup" }, "mode"],
    ["a URL of another site", { successUrl: "//evil.example/" }, "successUrl"],
    ["a disguised URL of another site", { cancelUrl: "/\\evil.example" }, "cancelUrl"],
    ["an absolute URL", { successUrl: "https://evil.example/" }, "successUrl"],
    ["a script as URL", { cancelUrl: "javascript:alert(1)" }, "cancelUrl"],
    ["a reserved metadata name", { metadata: { svc_user: "usr_x" } }, "metadata.svc_user"],
  ])("rejects %s with 422 and the field's name", async (_, change, field) => {
    stranger ??= await createPerson();
    const answer = await buy(stranger, { ...order, ...change });
    expect(answer).toMatchObject(
      failure(422, expect.any(String), [
        { field: expect.stringContaining(field), message: expect.any(String) },
      ]),
    );
    expect(await Customers.find(stranger.userId)).toBeUndefined();
  });

  it("returns 422 for input that the provider rejects, and requires a session", async () => {
    const crumbs = { ...order, lineItems: [{ name: "Crumb", amount: 1, currency: "eur", quantity: 1 }] };
    expect(await buy(ada, crumbs)).toMatchObject(failure(422, expect.stringContaining("payment provider")));
    const unauthenticated = { body: order, ip: ada.ip };
    expect((await platform.call("POST", "/api/payments/psp", unauthenticated)).status).toBe(401);
    expect((await platform.call("GET", "/api/payments/subscription", { ip: ada.ip })).status).toBe(401);
  });
});

/** Returns the provider's API, for refunds and cancellations there. */
const atProvider = (): Stripe =>
  stripeOf(process.env["STRIPE_URL"] ?? "", process.env["STRIPE_SECRET_KEY"] ?? "");

describe("a subscription", () => {
  it("starts as the free plan, follows the provider's events after a purchase, and ends with an email", async () => {
    const person = await createPerson();
    const none = { plan: "free", status: "none", currentPeriodEnd: null, cancelAtPeriodEnd: false };
    expect(await planOf(person)).toEqual(none);
    const { data } = (await buy(person, plan)).body;
    expect(await planOf(person)).toEqual(none);
    await sendEvent("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    expect(await planOf(person)).toEqual({ ...none, plan: "Gold", status: "active" });
    expect(await statusOf(data)).toBe("SUCCEEDED");

    const customer = await Customers.find(person.userId);
    const now = Clock.nowSeconds();
    const subscription = {
      id: `sub_${person.userId}`,
      customer,
      status: "active",
      created: now,
      cancel_at_period_end: true,
      items: {
        data: [{ current_period_end: now + 86_400, price: { id: "price_1", lookup_key: "platinum" } }],
      },
    };
    await sendEvent("customer.subscription.updated", subscription, now + 1);
    expect(await planOf(person)).toEqual({
      plan: "platinum",
      status: "active",
      currentPeriodEnd: new Date((now + 86_400) * 1000).toISOString(),
      cancelAtPeriodEnd: true,
    });
    await sendEvent("customer.subscription.deleted", { ...subscription, status: "canceled" }, now + 3);
    await sendEvent("customer.subscription.updated", subscription, now + 2);
    expect(await planOf(person)).toEqual({ ...none, status: "canceled" });
    const subjects = platform.mail(person.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("abonnement"))).toEqual([
      "Votre abonnement est actif",
      "Votre abonnement est actif",
      "Votre abonnement a pris fin",
    ]);
  });

  it("bought on the provider's page is renewed monthly until it is canceled there", async () => {
    const person = await createPerson();
    const { data } = (await buy(person, plan)).body;
    const before = await Ledger.balance("treasury", "EUR");
    await pay(data.url);
    await platform.drain();
    const active = await planOf(person);
    expect(active).toMatchObject({ plan: "Gold", status: "active", cancelAtPeriodEnd: false });
    expect(await Ledger.balance("treasury", "EUR")).toBe(before + 1500n);
    expect(Date.parse(active.currentPeriodEnd ?? "")).toBeGreaterThan(0);

    const { subscription } = await atProvider().checkout.sessions.retrieve(data.sessionId);
    await platform.advance(32 * 86_400);
    await platform.drain();
    const later = { ...person, ...(await signInAgain(person)) };
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

  it("event that names another user than its customer changes neither user's plan", async () => {
    const [one, other] = [await createPerson(), await createPerson()];
    await buy(other, plan);
    const customer = await Customers.find(other.userId);
    await sendEvent("customer.subscription.created", {
      id: "sub_foreign",
      customer,
      status: "active",
      metadata: { svc_user: one.userId },
    });
    expect([(await planOf(one)).status, (await planOf(other)).status]).toEqual(["none", "none"]);
  });
});

/** Signs in again, because sessions end long before a month. */
async function signInAgain({ email, ip }: Person): Promise<Pick<Person, "token">> {
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password: "Analytical1!" },
    ip,
  });
  return { token: body.accessToken ?? body.token ?? "" };
}

it("rejects a subscription at a wrong price with 422 and the plan's price", async () => {
  const lineItems = [{ name: "Gold", amount: 50, currency: "eur", quantity: 1 }];
  const { status, body } = await buy(await createPerson(), { ...plan, lineItems });
  expect([status, body.error.details]).toEqual([
    422,
    [{ field: "lineItems.0.amount", message: "must be 1500, the price of Gold" }],
  ]);
});

it("accepts the subscription example of docs/PAYMENTS.md with the default plan prices", async () => {
  const docs = await readFile(new URL("../docs/PAYMENTS.md", import.meta.url), "utf8");
  const [, body = ""] = /-d '({"mode":"subscription"[^']*)'/.exec(docs) ?? [];
  const unset = setVariables({ PLAN_PRICES: undefined });
  try {
    expect(await buy(await createPerson(), JSON.parse(body))).toMatchObject({ status: 201 });
  } finally {
    unset();
  }
});

describe("the billing page", () => {
  it("shows payments with escaped names, and redirects signed-out visitors to the sign-in page", async () => {
    const person = await createPerson();
    const nasty = `<img src=x onerror=alert(1)>`;
    const { data } = (await buy(person, { ...order, lineItems: [{ ...order.lineItems[0], name: nasty }] }))
      .body;
    await sendEvent("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    const answer = await platform.call<string>("GET", "/dashboard/billing", person);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("&lt;img src=x");
    expect(answer.body).not.toContain("<img");
    expect(answer.body).toContain("−€10.00");
    expect(answer.body).toContain("Succeeded");
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'none'");
    const stranger = await fetch(`${platform.url}/dashboard/billing`, { redirect: "manual" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([
      302,
      "/auth/signin?callbackUrl=%2Fdashboard%2Fbilling",
    ]);
  });

  it("shows refunds with a plus sign and orders with a minus sign", async () => {
    const person = await createPerson();
    const { data } = (await buy(person)).body;
    await sendEvent("checkout.session.completed", { id: data.sessionId, payment_status: "paid" });
    const charge = {
      id: "ch_1",
      amount: 1250,
      amount_refunded: 250,
      currency: "eur",
      payment_intent: "pi_1",
    };
    const { transactionId = "" } = (await Transactions.find(data.sessionId)) ?? {};
    await sendEvent("charge.refunded", { ...charge, metadata: { svc_order: transactionId } });
    const { body } = await platform.call<string>("GET", "/dashboard/billing", person);
    expect(body).toMatch(/>Refund<.*\+€2\.50.*>Order<.*−€12\.50/s);
  });

  it("tells a new user that there is no subscription and no payment yet", async () => {
    const { body } = await platform.call<string>("GET", "/dashboard/billing", await createPerson());
    expect(body).toContain("No subscription");
    expect(body).toContain("No payments yet.");
  });

  it("shows the available plans and their monthly prices", async () => {
    const { body } = await platform.call<string>("GET", "/dashboard/billing", await createPerson());
    expect(body).toMatch(/>Gold<.*€15\.00/s);
  });
});
