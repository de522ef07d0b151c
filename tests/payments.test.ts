import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { audit } from "../core/audit/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Transactions from "../core/payments/records/index.ts";
import { setVariables } from "../local/environment.ts";
import { people } from "../local/seed.ts";
import { type Answer, withPlatform } from "./support/platform.ts";
import { confirm } from "./support/psp.ts";

/**
 * The payments routes over HTTP, with the provider's double and its webhooks (spec 3, sections 2.1, 2.4, 3,
 * 4.1, 6.1, 7, 8).
 */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) =>
    ["notifications", "outbox.sweep", "inbound.process-psp"].includes(id),
  ),
});

type Person = "user" | "employee" | "professional" | "merchant" | "admin";
let tokens: Readonly<Record<Person, string>>;
let userId: string;

async function signIn(person: Person): Promise<string> {
  const { email, password } = people[person];
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
    ip: address(),
  });
  return body.accessToken ?? body.token ?? "";
}

async function signInAll(): Promise<void> {
  const all = ["user", "employee", "professional", "merchant", "admin"] as const;
  const signedIn = await Promise.all(all.map(signIn));
  tokens = Object.fromEntries(all.map((person, i) => [person, signedIn[i] ?? ""])) as typeof tokens;
}

// Turns off the approval limits for a customer's total, which unit tests cover.
let unset = () => {};
afterAll(() => unset());

beforeAll(async () => {
  unset = setVariables({ PAYMENT_APPROVAL_WINDOW_HOURS: "0", PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS: "0" });
  await signInAll();
  const me = await platform.call<{ user: { id: string } }>("GET", "/api/auth/me", { token: tokens.user });
  userId = me.body.user.id;
});

interface Payment {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: string;
  readonly created: string;
}
interface Success<T> {
  readonly success: true;
  readonly data: T;
}
interface Failure {
  readonly success: false;
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly details: readonly { readonly field: string; readonly message: string }[];
  };
}
interface Row {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly type: string;
  readonly createdAt: string;
}
interface Listed {
  readonly transactions: readonly Row[];
  readonly pagination: object;
}

interface Sent {
  readonly as?: Person | undefined;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

// Each request has a unique IP address, except in the test of the limit.
let requests = 0;
const address = () => `10.${1 + (++requests >> 14)}.${(requests >> 7) & 127}.${requests & 127}`;

const post = <T = Success<Payment>>(
  path: string,
  body: unknown,
  { as = "user", headers = {}, ip }: Sent = {},
) => platform.call<T>("POST", path, { token: tokens[as], body, headers, ip: ip ?? address() });
const pay = <T = Success<Payment>>(body: object, sent: Sent = {}) => post<T>("/api/payments", body, sent);
const validate = <T = Success<Record<string, string>>>(body: object, sent: Sent = {}) =>
  post<T>("/api/payments/validate", body, { as: "admin", ...sent });
const list = async (query = "", as: Person = "user") =>
  platform.call<Success<Listed>>("GET", `/api/payments/transactions${query}`, {
    token: tokens[as],
    ip: address(),
  });
const findRow = async (id: string, as: Person = "user"): Promise<Row | undefined> =>
  (await list("?limit=100", as)).body.data.transactions.find((one) => one.id === id);
const withKey = (key = Ids.secret()) => ({ "idempotency-key": key });

async function euroBalance(as: Person): Promise<number> {
  const { body } = await platform.call<{ wallets: { asset: { symbol: string }; balance: number }[] }>(
    "GET",
    "/api/defi/wallets",
    { token: tokens[as] },
  );
  return body.wallets.find(({ asset }) => asset.symbol === "EUR")?.balance ?? 0;
}

const stripe = new Stripe("sk_test_unused");

/** Posts an event with the provider's signature. */
async function postEvent(type: string, object: object, { id = `evt_${Ids.secret(12)}`, created = 0 } = {}) {
  const payload = JSON.stringify({ id, object: "event", type, created, livemode: false, data: { object } });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: platform.seed.webhookSecrets.psp,
  });
  const response = await fetch(`${platform.url}/api/webhooks/psp`, {
    method: "POST",
    headers: { "stripe-signature": signature, "content-type": "application/json" },
    body: payload,
  });
  return { status: response.status, body: await response.json() };
}

const expectFailure = (
  answer: Answer<Failure>,
  code: number,
  message: string | RegExp,
  details: unknown = [],
) =>
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: code,
    body: {
      success: false,
      error: {
        code,
        message: typeof message === "string" ? message : expect.stringMatching(message),
        details,
      },
    },
  });

describe("POST /api/payments", () => {
  it("returns the payment as specified, and credits the wallet after the client confirms it", async () => {
    const before = await euroBalance("user");
    const { status, body } = await pay({
      amount: 1099,
      currency: "EUR",
      description: "A book",
      metadata: { order: "42" },
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        data: {
          id: expect.stringMatching(/^pi_/),
          clientSecret: expect.stringMatching(/^pi_.*_secret_/),
          amount: 1099,
          currency: "eur",
          status: "requires_payment_method",
          created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          needsApproval: false,
        },
      },
    });
    const { id } = body.data;
    expect(await findRow(id)).toMatchObject({ status: "pending", completedAt: null, cardLast4: null });
    expect(await confirm(id)).toMatchObject({ status: "succeeded" });
    await platform.drain();
    expect(await findRow(id)).toEqual({
      id,
      amount: 1099,
      currency: "eur",
      status: "succeeded",
      type: "payment",
      description: "A book",
      cardLast4: "4242",
      createdAt: body.data.created,
      completedAt: expect.stringMatching(/Z$/),
      availableAt: expect.stringMatching(/Z$/),
      failureReason: null,
      refundedAmount: 0,
      needsApproval: false,
    });
    expect(await euroBalance("user")).toBeCloseTo(before + 10.99, 2);
  });

  it("stores metadata under the names of object methods, and rejects only the name __proto__", async () => {
    const before = await euroBalance("user");
    const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    const metadata = Object.fromEntries(names.map((name) => [name, "y"]));
    const { body } = await pay({
      amount: 700,
      currency: "eur",
      paymentMethodId: "pm_card_visa",
      metadata,
    });
    await platform.drain();
    expect(await findRow(body.data.id)).toMatchObject({ status: "succeeded" });
    expect(await Transactions.readMetadata({ transactionId: body.data.id })).toEqual(metadata);
    expect(await euroBalance("user")).toBeCloseTo(before + 7, 2);
    const lost = JSON.parse('{"amount":700,"currency":"eur","metadata":{"__proto__":"y"}}') as object;
    const answer = await pay<Failure>(lost);
    expect([answer.status, answer.body.error.details[0]?.field]).toEqual([400, "metadata.__proto__"]);
  });

  it("charges a card immediately, and returns 402 for a declined card, also if the request is repeated", async () => {
    const paid = await pay({ amount: 500, paymentMethodId: "pm_card_visa" });
    expect(paid.body.data.status).toBe("succeeded");
    expect(await findRow(paid.body.data.id)).toMatchObject({ status: "succeeded", cardLast4: "4242" });

    const headers = withKey();
    const refused = () =>
      pay<Failure>({ amount: 501, paymentMethodId: "pm_card_chargeDeclinedInsufficientFunds" }, { headers });
    const details = [
      { field: "card", message: "Your card has insufficient funds." },
      { field: "code", message: "card_declined" },
      { field: "declineCode", message: "insufficient_funds" },
    ];
    expectFailure(await refused(), 402, "Your card has insufficient funds.", details);
    expectFailure(await refused(), 402, "Your card has insufficient funds.", details);
    await platform.drain();
    const { transactions } = (await list("?status=Failed")).body.data;
    expect(transactions.filter(({ amount }) => amount === 501)).toMatchObject([
      { status: "failed", failureReason: "Your card has insufficient funds.", cardLast4: "9995" },
    ]);
  });

  it("is executed once per Idempotency-Key, and repeats get 409 or, if preferred, the first response", async () => {
    const headers = withKey();
    const body = { amount: 700, paymentMethodId: "pm_card_visa" };
    const before = await euroBalance("user");
    const { data } = (await pay(body, { headers })).body;
    expectFailure(await pay<Failure>(body, { headers }), 409, /^This request was already processed/, [
      { field: "id", message: data.id },
    ]);
    expectFailure(await pay<Failure>({ ...body, amount: 701 }, { headers }), 422, /Idempotency-Key/, [
      { field: "Idempotency-Key", message: "was used for another request" },
    ]);
    expectFailure(await pay<Failure>(body, { headers: withKey("with space") }), 400, /Idempotency-Key/, [
      { field: "Idempotency-Key", message: expect.stringContaining("255 printable") },
    ]);
    const again = await pay(body, { headers: { ...headers, prefer: "return=representation" } });
    expect([again.status, again.body.data]).toEqual([201, data]);
    expect((await pay(body, { headers, as: "professional" })).status).toBe(201);
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before + 7, 2);
  });

  it("is processed once under two parallel requests with one key, and the other request gets 409", async () => {
    const headers = withKey();
    const total = async () => (await list("?limit=1")).body.data.pagination as { total: number };
    const { total: before } = await total();
    const answers = await Promise.all(
      [1, 2].map(() => pay({ amount: 800, paymentMethodId: "pm_card_visa" }, { headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await total()).total).toBe(before + 1);
  });

  it("charges once per Idempotency-Key if the provider's responses are lost", async () => {
    const before = await euroBalance("user");
    platform.faults.set({ dependency: "psp", kind: "lost-response", rate: 0.4 });
    const keys = Array.from({ length: 6 }, () => withKey());
    try {
      for (const headers of keys) {
        let answer = await pay({ amount: 100, paymentMethodId: "pm_card_visa" }, { headers });
        for (let tries = 1; answer.status === 500 && tries < 20; tries++)
          answer = await pay({ amount: 100, paymentMethodId: "pm_card_visa" }, { headers });
        expect([201, 409]).toContain(answer.status);
      }
    } finally {
      platform.faults.clear();
    }
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before + 6, 2);
  });

  it("rejects invalid input with the field's name, and requires a session", async () => {
    const refused = async (status: number, body: unknown, field: string) => {
      const answer = await post<Failure>("/api/payments", body);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, error: { code: status } });
      expect(answer.body.error.details.map((one) => one.field)).toEqual([field]);
    };
    const wrong = (body: unknown, field: string) => refused(422, body, field);
    await refused(400, {}, "amount");
    await wrong({ amount: 0 }, "amount");
    await wrong({ amount: -5 }, "amount");
    await wrong({ amount: 10.5 }, "amount");
    await wrong({ amount: "100" }, "amount");
    await wrong({ amount: 100_000_000 }, "amount");
    await wrong({ amount: 100, currency: "gbp" }, "currency");
    await wrong({ amount: 100, metadata: { a: 1 } }, "metadata.a");
    await wrong({ amount: 100, metadata: { svc_user: "usr_x" } }, "metadata.svc_user");
    await wrong({ amount: 100, metadata: { SVC_user: "usr_x" } }, "metadata.SVC_user");
    await wrong({ amount: 100, metadata: { "a[b]": "x" } }, "metadata.a[b]");
    const named = await post<Failure>("/api/payments", { amount: 100, metadata: { Svc_a: "x" } });
    expect(named.body.error.details).toEqual([
      {
        field: "metadata.Svc_a",
        message: "is a name that cannot be used: it must not begin with svc_",
      },
    ]);
    await wrong({ amount: 100, description: "x".repeat(501) }, "description");
    await wrong({ amount: 100, paymentMethodId: "card_1" }, "paymentMethodId");
    await wrong({ amount: 100, cardId: "crd_1", paymentMethodId: "pm_card_visa" }, "paymentMethodId");
    await refused(400, { amount: 100, userId: "usr_x" }, "userId");
    expectFailure(
      await pay<Failure>({ amount: 49 }),
      422,
      /^The payment provider does not accept this request: amount is below/,
      [{ field: "amount", message: "is below the minimum card payment of 0.50" }],
    );
    expectFailure(
      await pay<Failure>({ amount: 100, cardId: "crd_unknown" }),
      404,
      "This card does not exist. It may have been removed already.",
    );
    expectFailure(
      await pay<Failure>({ amount: 100, merchantId: "mer_unknown" }),
      404,
      "This merchant does not exist. Check the id.",
    );
    const unauthenticated = await platform.call<Failure>("POST", "/api/payments", {
      body: { amount: 100 },
      ip: address(),
    });
    expectFailure(unauthenticated, 401, "Unauthorized");
  });
});

describe("manual approval", () => {
  const high = async (more: object = {}) => (await pay({ amount: 250_000, ...more })).body.data.id;

  it("executes the payment and notifies the payer, and a second decision gets 409", async () => {
    const before = await euroBalance("user");
    const id = await high({ paymentMethodId: "pm_card_visa" });
    expect(await findRow(id)).toMatchObject({ status: "awaiting_approval", needsApproval: true });
    expectFailure(
      await validate<Failure>({ paymentId: id, action: "approve" }, { as: "employee" }),
      403,
      /role/,
    );
    const approved = await validate({ paymentId: id, action: "approve", reason: "called the customer" });
    expect({ status: approved.status, body: approved.body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id,
          status: "succeeded",
          validatedAt: expect.stringMatching(/Z$/),
          validatedBy: expect.stringMatching(/^usr_/),
        },
      },
    });
    const { validatedAt, validatedBy } = approved.body.data;
    expectFailure(
      await validate<Failure>({ paymentId: id, action: "reject" }),
      409,
      /already been approved or rejected/,
      [
        { field: "action", message: "approve" },
        { field: "validatedAt", message: validatedAt },
        { field: "validatedBy", message: validatedBy },
      ],
    );
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before + 2500, 2);
    const emails = platform.mail(platform.seed.user.email).filter(({ text }) => text.includes(id));
    expect(emails).toMatchObject([{ subject: "Votre paiement a été accepté" }]);
    expect(emails[0]?.text).toContain("2\u202f500,00\u00a0€");
    expect(emails[0]?.text).not.toContain("called the customer");
  });

  it("pays a payment in the local runtime that the customer has not confirmed", async () => {
    const id = await high();
    expect((await validate({ paymentId: id, action: "approve" })).body.data["status"]).toBe("succeeded");
    expect(await findRow(id)).toMatchObject({ status: "succeeded" });
  });

  it("cancels a rejected payment, and a repetition with the same key gets 409 with the payment's id", async () => {
    const before = await euroBalance("user");
    const id = await high({ paymentMethodId: "pm_card_visa" });
    const headers = withKey();
    const body = { paymentId: id, action: "reject" };
    expect((await validate(body, { headers })).body.data["status"]).toBe("canceled");
    expectFailure(await validate<Failure>(body, { headers }), 409, /already processed/, [
      { field: "id", message: id },
    ]);
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "canceled", refundedAmount: 0 });
    expect(await euroBalance("user")).toBe(before);
    expect(platform.mail(platform.seed.user.email).filter(({ text }) => text.includes(id))).toMatchObject([
      { subject: "Votre paiement a été refusé" },
    ]);
  });

  it("accepts one of two parallel decisions", async () => {
    const id = await high({ paymentMethodId: "pm_card_visa" });
    const answers = await Promise.all(
      (["approve", "reject"] as const).map((action) => validate({ paymentId: id, action })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is rejected if the payment does not wait for it", async () => {
    const { id } = (await pay({ amount: 1000 })).body.data;
    expectFailure(
      await validate<Failure>({ paymentId: id, action: "approve" }),
      409,
      "This payment needs no approval.",
    );
    expectFailure(
      await validate<Failure>({ paymentId: "pi_none", action: "approve" }),
      404,
      "This payment does not exist. Check its id.",
    );
    const answer = await validate<Failure>({ paymentId: id, action: "maybe", reason: "x".repeat(501) });
    expect([answer.status, answer.body.error.details.map(({ field }) => field)]).toEqual([
      422,
      ["action", "reason"],
    ]);
    const missing = await validate<Failure>({ paymentId: id });
    expect(missing.body.error.details).toEqual([{ field: "action", message: "is required" }]);
  });
});

describe("the provider's events", () => {
  it("mark a transaction failed, then succeeded, then refunded, each once", async () => {
    const before = await euroBalance("user");
    const { id } = (await pay({ amount: 2000, description: "Shoes" })).body.data;
    const received = { status: 200, body: { received: true } };
    const error = { message: "Your card was declined." };
    expect(await postEvent("payment_intent.payment_failed", { id, last_payment_error: error })).toEqual(
      received,
    );
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "failed", failureReason: "Your card was declined." });

    const once = { id: `evt_${Ids.secret(12)}` };
    expect(await postEvent("payment_intent.succeeded", { id }, once)).toEqual(received);
    expect(await postEvent("payment_intent.succeeded", { id }, once)).toEqual(received);
    expect(await postEvent("payment_intent.succeeded", { id })).toEqual(received);
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "succeeded", failureReason: null });
    expect(await euroBalance("user")).toBeCloseTo(before + 20, 2);

    const charge = { id: "ch_1", payment_intent: id, amount: 2000, currency: "eur" };
    await postEvent("charge.refunded", { ...charge, amount_refunded: 500 });
    // Processed first, because events that are processed together might become a single refund.
    await platform.drain();
    for (const amount_refunded of [2000, 500, 2000])
      await postEvent("charge.refunded", { ...charge, amount_refunded });
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "refunded", refundedAmount: 2000 });
    expect(await euroBalance("user")).toBeCloseTo(before, 2);
    const { transactions } = (await list("?sort=createdAt:desc&limit=2")).body.data;
    expect(transactions.every(({ type }) => type === "refund")).toBe(true);
    expect(transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(2000);
    const emails = platform.mail(platform.seed.user.email).filter(({ text }) => text.includes(id));
    expect(emails.map(({ subject }) => subject)).toContain("Un paiement vous a été remboursé");
  });

  it("reverse a disputed payment and credit it again if it is won, undo a failed refund, and send an email for each", async () => {
    const before = await euroBalance("user");
    const { id } = (await pay({ amount: 2000, paymentMethodId: "pm_card_visa" })).body.data;
    const dispute = { id: `dp_${Ids.secret(12)}`, payment_intent: id, amount: 1500, currency: "eur" };
    await postEvent("charge.dispute.created", { ...dispute, status: "needs_response" });
    await postEvent("charge.dispute.funds_withdrawn", { ...dispute, status: "needs_response" });
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before + 5, 2);
    await postEvent("charge.dispute.funds_reinstated", { ...dispute, status: "won" });
    await refundAt(id, 2000);
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before, 2);
    const refund = { id: `re_${Ids.secret(12)}`, payment_intent: id, amount: 2000, status: "failed" };
    await postEvent("refund.failed", refund);
    await postEvent("charge.refund.updated", refund);
    await platform.drain();
    expect(await euroBalance("user")).toBeCloseTo(before + 20, 2);
    expect(await findRow(id)).toMatchObject({ status: "succeeded", refundedAmount: 0 });
    const { transactions } = (await list("?sort=createdAt:desc&limit=5")).body.data;
    expect(transactions.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      "reversal 2000",
      "refund 2000",
      "reversal 1500",
      "dispute 1500",
      "payment 2000",
    ]);
    const emails = platform.mail(platform.seed.user.email).filter(({ text }) => text.includes(id));
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      "Un paiement est contesté",
      "Un paiement repris vous a été restitué",
      "Un paiement vous a été remboursé",
      "Un remboursement a échoué",
      "Votre compte est approvisionné",
    ]);
  });

  it("about an unknown payment, or with another amount, credit no account", async () => {
    const before = await euroBalance("user");
    const { id } = (await pay({ amount: 2000 })).body.data;
    await postEvent("payment_intent.succeeded", { id, amount: 1, currency: "eur" });
    await postEvent("payment_intent.succeeded", {
      id: "pi_foreign",
      amount: 5000,
      currency: "eur",
      metadata: {},
    });
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "pending" });
    expect(await euroBalance("user")).toBe(before);
  });

  it("credit a merchant minus commission and saveback, and reverse these proportionally for a refund", async () => {
    const [shop, payer] = [await euroBalance("merchant"), await euroBalance("user")];
    const { merchantId } = platform.seed;
    const { id } = (await pay({ amount: 3000, merchantId, paymentMethodId: "pm_card_visa" })).body.data;
    expect(await euroBalance("merchant")).toBeCloseTo(shop + 28.95, 2);
    expectFailure(
      await pay<Failure>({ amount: 3000, merchantId }, { as: "merchant" }),
      422,
      "You cannot pay your own merchant account. Choose another merchant.",
      [{ field: "merchantId", message: "is your own" }],
    );
    await refundAt(id, 1000);
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "succeeded", refundedAmount: 1000 });
    expect(await euroBalance("merchant")).toBeCloseTo(shop + 19.3, 2);
    await refundAt(id, 2000);
    await platform.drain();
    expect(await findRow(id)).toMatchObject({ status: "refunded", refundedAmount: 3000 });
    expect(await euroBalance("merchant")).toBeCloseTo(shop, 2);
    expect(await euroBalance("user")).toBeCloseTo(payer, 2);
  });
});

/** Refunds a payment in the provider's dashboard. */
async function refundAt(paymentId: string, amount: number): Promise<void> {
  const { hostname, port } = new URL(process.env["STRIPE_URL"] ?? "");
  const provider = new Stripe(process.env["STRIPE_SECRET_KEY"] ?? "", {
    host: hostname,
    port,
    protocol: "http",
  });
  await provider.refunds.create({ payment_intent: paymentId, amount });
}

describe("GET /api/payments/transactions", () => {
  it("returns all transactions in pages, each once, and an empty page beyond the end", async () => {
    const { body } = await list("?limit=3");
    expect(body.data.pagination).toMatchObject({ page: 1, limit: 3 });
    const { total, totalPages } = body.data.pagination as { total: number; totalPages: number };
    expect(totalPages).toBe(Math.ceil(total / 3));
    const ids: string[] = [];
    for (let page = 1; page <= totalPages; page++)
      ids.push(...(await list(`?limit=3&page=${page}`)).body.data.transactions.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect((await list(`?page=${totalPages + 1}&limit=3`)).body.data).toEqual({
      transactions: [],
      pagination: { page: totalPages + 1, limit: 3, total, totalPages },
    });
    expect((await list()).body.data.pagination).toMatchObject({ page: 1, limit: 20 });
  });

  it("sorts by each field in both directions", async () => {
    for (const field of ["createdAt", "amount", "status", "type"] as const) {
      const values = async (order: string) =>
        (await list(`?limit=100&sort=${field}:${order}`)).body.data.transactions.map((one) => one[field]);
      const rising = await values("asc");
      expect(rising).toEqual([...rising].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      expect(await values("desc")).toEqual([...rising].reverse());
    }
  });

  it("filters by status and time, including both ends of the range", async () => {
    const { transactions } = (await list("?status=SUCCEEDED&limit=100")).body.data;
    expect(transactions.length).toBeGreaterThan(0);
    expect(new Set(transactions.map(({ status }) => status))).toEqual(new Set(["succeeded"]));
    const [one] = transactions;
    const at = one?.createdAt ?? "";
    const ids = async (query: string) =>
      (await list(`?limit=100&${query}`)).body.data.transactions.map(({ id }) => id);
    expect(await ids(`from=${at}&to=${at}`)).toContain(one?.id);
    const day = at.slice(0, 10);
    expect(await ids(`from=${day}&to=${day}`)).toContain(one?.id);
    const offset = new Date(Date.parse(at) + 2 * 3_600_000).toISOString().replace("Z", "%2B02:00");
    expect(await ids(`from=${offset}&to=${offset}`)).toContain(one?.id);
    expect(await ids("from=2001-01-01&to=2001-12-31")).toEqual([]);
    expect(await ids("to=2001-12-31")).toEqual([]);
    expect(await ids("from=2999-01-01")).toEqual([]);
  });

  it.each([
    ["limit=101", 422, "limit"],
    ["limit=0", 422, "limit"],
    ["page=0", 422, "page"],
    ["page=1.5", 422, "page"],
    ["page=", 422, "page"],
    ["status=lost", 422, "status"],
    ["sort=createdAt", 422, "sort"],
    ["sort=userId:asc", 422, "sort"],
    ["from=yesterday", 422, "from"],
    ["from=2026-02-30", 422, "from"],
    ["from=2026-03-02&to=2026-03-01", 422, "from"],
    ["user=usr_x", 400, "user"],
    ["page=1&page=2", 400, "page"],
  ])("rejects %s with %i", async (query, status, field) => {
    const answer = await platform.call<Failure>("GET", `/api/payments/transactions?${query}`, {
      token: tokens.user,
      ip: address(),
    });
    expect([answer.status, answer.body.error.details.map((one) => one.field)]).toEqual([status, [field]]);
  });

  it("does not list other users' payments, and requires a session", async () => {
    const { id } = (await pay({ amount: 1234 })).body.data;
    for (const as of ["professional", "employee", "admin"] as const)
      expect(await findRow(id, as)).toBeUndefined();
    expect(await findRow(id)).toBeDefined();
    expect((await validate({ paymentId: id, action: "approve" }, { as: "user" })).status).toBe(403);
    expect((await platform.call("GET", "/api/payments/transactions", { ip: address() })).status).toBe(401);
  });
});

it.each(["t=,v1=", "", "t=1,v1=", "v1=00", "t=__proto__,v1=constructor"])(
  "rejects an event with the signature %j with 401",
  async (signature) => {
    const response = await fetch(`${platform.url}/api/webhooks/psp`, {
      method: "POST",
      headers: { "stripe-signature": signature, "content-type": "application/json" },
      body: JSON.stringify({ id: "evt_forged", type: "payment_intent.succeeded", data: { object: {} } }),
    });
    expect([response.status, await response.json()]).toEqual([401, { error: "Invalid signature" }]);
  },
);

it("limits requests of one IP address to 100 across these routes", async () => {
  const ip = "203.0.113.7";
  // Uses a user without payments, so that the lists are short.
  const token = tokens.employee;
  const one = (n: number): Promise<Answer<Failure>> =>
    n % 2 === 0
      ? platform.call("GET", "/api/payments/transactions", { token, ip })
      : platform.call("POST", "/api/payments", { token, body: {}, ip });
  const statuses = (await Promise.all(Array.from({ length: 100 }, (_, n) => one(n)))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  const refused = await one(0);
  expectFailure(refused, 429, "Too many requests");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(
    (await platform.call("GET", "/api/payments/transactions", { token, ip: "203.0.113.8" })).status,
  ).toBe(200);
});

it("finds no differences in the audit after all payments above", async () => {
  await platform.drain();
  expect((await audit()).differences).toEqual([]);
  expect(userId).toMatch(/^usr_/);
});
