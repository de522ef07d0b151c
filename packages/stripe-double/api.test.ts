import { beforeEach, describe, expect, test } from "vitest";
import { stripeOf, withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(async () => {
  psp.during = undefined;
  await psp.clear();
});

const KEY = psp.secretKey;

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly id?: string; readonly error?: Record<string, unknown> };
}

/** A request as it is on the wire. */
async function post(
  path: string,
  body: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Raw> {
  const response = await fetch(`${psp.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    body: new URLSearchParams(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Raw["body"] };
}

const customersMade = () => psp.events.filter(({ type }) => type === "customer.created").length;

describe("a request", () => {
  test("is accepted with the secret key as bearer token or as the user name of HTTP Basic", async () => {
    expect(await post("/v1/customers", {})).toMatchObject({ status: 200 });
    const basic = Buffer.from(`${KEY}:`).toString("base64");
    expect(await post("/v1/customers", {}, { authorization: `Basic ${basic}` })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ["no key", "", /did not provide an API key/],
    [
      "an unknown secret key",
      "Bearer sk_test_other_account_1234",
      /Invalid API Key provided: sk_test_\*+1234$/,
    ],
    ["a publishable key", "Bearer pk_test_1", /cannot be made with a publishable API key/],
  ])("is rejected with %s", async (_, authorization, message) => {
    const { status, body } = await post("/v1/customers", {}, { authorization });
    expect(status).toBe(401);
    expect(body.error).toMatchObject({
      type: "invalid_request_error",
      message: expect.stringMatching(message),
    });
    expect(customersMade()).toBe(0);
  });

  test("with a publishable key may only read the intent of its client secret, without private fields", async () => {
    const mine = await psp.stripe.paymentIntents.create({
      amount: 500,
      currency: "eur",
      metadata: { note: "x" },
    });
    const other = await psp.stripe.paymentIntents.create({ amount: 500, currency: "eur" });
    const secret = mine.client_secret ?? "";
    const read = async (id: string, clientSecret: string) => {
      const query = new URLSearchParams({ key: "pk_test_1", client_secret: clientSecret });
      const response = await fetch(`${psp.url}/v1/payment_intents/${id}?${query}`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const { status, body } = await read(mine.id, secret);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: mine.id, amount: 500, client_secret: secret });
    expect(body).not.toHaveProperty("metadata");
    expect(body).not.toHaveProperty("customer");
    expect((await read(other.id, secret)).status).toBe(404);
    expect((await read(mine.id, "")).status).toBe(404);
    const path = `/v1/payment_intents/${mine.id}`;
    const asClient = { authorization: "Bearer pk_test_1" };
    expect((await post(`${path}/cancel`, { client_secret: secret }, asClient)).status).toBe(401);
    expect((await post(path, { client_secret: secret, amount: "1" }, asClient)).status).toBe(401);
  });
});

describe("a request with an Idempotency-Key", () => {
  test("gets the first response again without being executed again", async () => {
    const first = await post("/v1/customers", { email: "a@example.com" }, { "idempotency-key": "k1" });
    const second = await post("/v1/customers", { email: "a@example.com" }, { "idempotency-key": "k1" });
    expect(second.body).toEqual(first.body);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.headers.get("original-request")).toBe(first.headers.get("request-id"));
    expect(customersMade()).toBe(1);
  });

  test("gets idempotency_error if the key was used with other parameters or another endpoint", async () => {
    await post("/v1/customers", { email: "a@example.com" }, { "idempotency-key": "k1" });
    for (const again of [
      await post("/v1/customers", { email: "b@example.com" }, { "idempotency-key": "k1" }),
      await post("/v1/setup_intents", { email: "a@example.com" }, { "idempotency-key": "k1" }),
    ]) {
      expect(again.status).toBe(400);
      expect(again.body.error).toMatchObject({ type: "idempotency_error" });
    }
    expect(customersMade()).toBe(1);
  });

  test("gets 409 while the first request with the key runs", async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    psp.during = () => {
      begun.resolve();
      return held.promise;
    };
    const first = post("/v1/customers", {}, { "idempotency-key": "k1" });
    await begun.promise;
    const second = await post("/v1/customers", {}, { "idempotency-key": "k1" });
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({ code: "idempotency_key_in_use" });
    held.resolve();
    expect((await first).status).toBe(200);
    expect(customersMade()).toBe(1);
  });

  test("may reuse the key of a request that failed validation", async () => {
    const intent = { amount: "10", currency: "eur" };
    const headers = { "idempotency-key": "k1" };
    expect((await post("/v1/payment_intents", intent, headers)).status).toBe(400);
    expect((await post("/v1/payment_intents", { ...intent, amount: "100" }, headers)).status).toBe(200);
  });

  test("gets the error of a declined card again", async () => {
    const declined = {
      amount: "1000",
      currency: "eur",
      confirm: "true",
      payment_method: "pm_card_chargeDeclined",
      "allowed_payment_method_types[]": "card",
    };
    const first = await post("/v1/payment_intents", declined, { "idempotency-key": "k1" });
    const second = await post("/v1/payment_intents", declined, { "idempotency-key": "k1" });
    expect([first.status, second.status]).toEqual([402, 402]);
    expect(second.body).toEqual(first.body);
    expect(psp.events.filter(({ type }) => type === "charge.failed")).toHaveLength(1);
  });

  test("gets an internal error again, with the header stripe-should-retry: false", async () => {
    psp.during = () => {
      throw new Error("on purpose");
    };
    const first = await post("/v1/customers", {}, { "idempotency-key": "k1" });
    psp.during = undefined;
    const second = await post("/v1/customers", {}, { "idempotency-key": "k1" });
    expect([first.status, second.status]).toEqual([500, 500]);
    expect(second.headers.get("stripe-should-retry")).toBe("false");
    expect(psp.reports.at(-1)).toContain("on purpose");
    expect((await post("/v1/customers", {}, { "idempotency-key": "k2" })).status).toBe(200);
  });

  test("may reuse the key after a day, is rejected if the key has over 255 characters, and may be a GET", async () => {
    const { body } = await post("/v1/customers", {}, { "idempotency-key": "k".repeat(255) });
    expect((await post("/v1/customers", {}, { "idempotency-key": "k".repeat(256) })).status).toBe(400);
    const headers = { authorization: `Bearer ${KEY}`, "idempotency-key": "k".repeat(255) };
    expect((await fetch(`${psp.url}/v1/customers/${body.id}`, { headers })).status).toBe(200);
    await psp.advance(86_401);
    const again = await post("/v1/customers", {}, { "idempotency-key": "k".repeat(255) });
    expect(again.body.id).not.toBe(body.id);
  });
});

test("the double answers an unknown path with Stripe's 404", async () => {
  await expect(psp.stripe.payouts.list()).rejects.toMatchObject({
    statusCode: 404,
    type: "StripeInvalidRequestError",
    message: expect.stringContaining("Unrecognized request URL (GET: /v1/payouts)"),
  });
});

test("the double answers resource_missing for an unknown object: 404 in the URL, 400 in a parameter", async () => {
  const missing = { code: "resource_missing" };
  await expect(psp.stripe.charges.retrieve("ch_1")).rejects.toMatchObject({ ...missing, statusCode: 404 });
  await expect(psp.stripe.refunds.create({ charge: "ch_1" })).rejects.toMatchObject({
    ...missing,
    statusCode: 400,
  });
});

test("the double returns the request id and the requested API version in headers", async () => {
  const { headers } = await post("/v1/customers", {}, { "stripe-version": "2020-08-27" });
  expect(headers.get("request-id")).toMatch(/^req_\w{14}$/);
  expect(headers.get("stripe-version")).toBe("2020-08-27");
});

test("the double returns lists in pages, newest first", async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.unshift((await psp.stripe.customers.create()).id);
  const first = await psp.stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({ has_more: true });
  const all: string[] = [];
  for await (const { id } of psp.stripe.customers.list({ limit: 2 })) all.push(id);
  expect(all).toEqual(made);
  const before = await psp.stripe.customers.list({ limit: 2, ending_before: made[3] ?? "" });
  expect(before.data.map(({ id }) => id)).toEqual([made[1], made[2]]);
  await expect(psp.stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
});

test("the double expands requested objects, and rejects fields that cannot be expanded", async () => {
  const { id: customer } = await psp.stripe.customers.create({ email: "a@example.com" });
  const { id } = await psp.stripe.paymentIntents.create({
    amount: 500,
    currency: "eur",
    customer,
    payment_method: "pm_card_visa",
  });
  const expanded = await psp.stripe.paymentIntents.retrieve(id, { expand: ["customer", "payment_method"] });
  expect(expanded).toMatchObject({
    customer: { email: "a@example.com" },
    payment_method: { card: { last4: "4242" } },
  });
  const list = await psp.stripe.paymentIntents.list({ expand: ["data.customer"] });
  expect(list.data[0]?.customer).toMatchObject({ id: customer });
  await expect(psp.stripe.paymentIntents.retrieve(id, { expand: ["currency"] })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("cannot be expanded"),
  });
});

test("the SDK does not retry an error that the double stored for the idempotency key", async () => {
  let failures = 2;
  const stripe = stripeOf(psp.url, KEY);
  psp.during = () => {
    if (failures-- > 0) throw new Error("on purpose");
  };
  // The SDK sends a key with every POST; a stored failure states that a retry is useless.
  await expect(stripe.customers.create({}, { maxNetworkRetries: 2 })).rejects.toMatchObject({
    statusCode: 500,
  });
  expect(failures).toBe(1);
  expect(customersMade()).toBe(0);
});

describe("a customer", () => {
  test("can have only their own card as default", async () => {
    const [ada, bob] = [await psp.stripe.customers.create(), await psp.stripe.customers.create()];
    const { id } = await psp.stripe.paymentMethods.attach("pm_card_visa", { customer: ada.id });
    const invoices = { invoice_settings: { default_payment_method: id } };
    await expect(psp.stripe.customers.update(bob.id, invoices)).rejects.toMatchObject({ statusCode: 400 });
    expect(await psp.stripe.customers.update(ada.id, invoices)).toMatchObject(invoices);
    await psp.stripe.paymentMethods.detach(id);
    expect(await psp.stripe.customers.retrieve(ada.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    await expect(psp.stripe.paymentMethods.attach(id, { customer: ada.id })).rejects.toThrow(
      /may not be used again/,
    );
  });

  test("cannot save a card that is declined immediately, but can save one that is declined when charged", async () => {
    const { id: customer } = await psp.stripe.customers.create();
    await expect(
      psp.stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer }),
    ).rejects.toMatchObject({
      statusCode: 402,
      decline_code: "generic_decline",
    });
    const { id } = await psp.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    const charge = {
      amount: 500,
      currency: "eur",
      customer,
      payment_method: id,
      confirm: true,
      off_session: true,
    };
    await expect(
      psp.stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ["card"] }),
    ).rejects.toMatchObject({ statusCode: 402 });
  });

  test("does not exist after the deletion", async () => {
    const { id } = await psp.stripe.customers.create();
    expect(await psp.stripe.customers.del(id)).toMatchObject({ deleted: true });
    await expect(psp.stripe.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
  });
});
