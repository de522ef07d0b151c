import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { authenticate, pay, submit, withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

type Params = Stripe.Checkout.SessionCreateParams;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const line = (name: string, amount: number, quantity = 1, recurring?: "month" | "year") => ({
  quantity,
  price_data: {
    currency: "eur",
    unit_amount: amount,
    product_data: { name },
    ...(recurring && { recurring: { interval: recurring } }),
  },
});

const open = (more: Partial<Params> = {}) =>
  psp.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [line("Tea", 450, 2), line("Cake <b>", 300)],
    success_url: "https://svc.example/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://svc.example/back",
    client_reference_id: "ord_1",
    metadata: { order: "1" },
    payment_intent_data: { metadata: { svc_order: "ord_1" } },
    ...more,
  });

const retrieve = (id: string, expand: string[] = []) => psp.stripe.checkout.sessions.retrieve(id, { expand });
const types = () => psp.events.map(({ type }) => type);

describe("a checkout session", () => {
  test("is open at first, and has a page with its line items and their total", async () => {
    const session = await open();
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      amount_total: 1200,
      currency: "eur",
      payment_intent: null,
      client_reference_id: "ord_1",
      metadata: { order: "1" },
    });
    expect(session.id).toMatch(/^cs_test_/);
    const response = await fetch(session.url ?? "");
    const html = await response.text();
    expect(response.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://svc.example",
    );
    expect(html).toContain("Cake &lt;b&gt;");
    expect(html).toContain("€12.00");
    expect(html).not.toMatch(/<script|src="http/);
    const lines = await psp.stripe.checkout.sessions.listLineItems(session.id);
    expect(lines.data.map(({ description, amount_total }) => [description, amount_total])).toEqual([
      ["Tea", 900],
      ["Cake <b>", 300],
    ]);
  });

  test("is paid on its page, which redirects the customer to the success URL", async () => {
    const session = await open();
    const { location } = await pay(session.url ?? "");
    expect(location).toBe(`https://svc.example/done?session=${session.id}`);
    expect(await retrieve(session.id, ["payment_intent"])).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { email: "customer@example.com" },
      payment_intent: { amount: 1200, status: "succeeded", metadata: { svc_order: "ord_1" } },
    });
    expect(types()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    // A returning customer is redirected again, and nothing is paid twice.
    expect((await pay(session.url ?? "")).location).toBe(location);
    expect(psp.events).toHaveLength(4);
  });

  test("stays open after a declined card, and can be paid with the same intent", async () => {
    const session = await open();
    const refused = await pay(session.url ?? "", "4000000000009995");
    expect(refused.location).toBeUndefined();
    expect(refused.html).toContain("Your card has insufficient funds.");
    const { payment_intent: first, status } = await retrieve(session.id);
    expect(status).toBe("open");
    await pay(session.url ?? "");
    expect(await retrieve(session.id)).toMatchObject({ status: "complete", payment_intent: first });
    expect(types().filter((type) => type === "payment_intent.created")).toHaveLength(1);
  });

  test("has a button that simulates a declined payment", async () => {
    const session = await open();
    const fields = {
      email: "a@example.com",
      number: "4242424242424242",
      exp_month: "12",
      exp_year: "2040",
      cvc: "123",
    };
    expect((await submit(session.url ?? "", { ...fields, pay: "declined" })).html).toContain(
      "Your card was declined.",
    );
    expect(await retrieve(session.id)).toMatchObject({ status: "open" });
  });

  test.each([
    [true, "https://svc.example/done", "complete"],
    [false, "/pages/checkout/", "open"],
  ])(
    "redirects the customer to the bank for a 3-D Secure card (accepted: %s)",
    async (accepted, leadsTo, status) => {
      const session = await open();
      const { location } = await pay(session.url ?? "", "4000002760003184");
      expect(location).toContain("/pages/3d-secure/pi_");
      expect((await authenticate(location ?? "", accepted)).location).toContain(leadsTo);
      expect(await retrieve(session.id)).toMatchObject({ status });
      if (!accepted)
        expect(await (await fetch(session.url ?? "")).text()).toContain("has failed authentication");
    },
  );

  test.each([
    ["DE89370400440532013000", "async_payment_succeeded", "paid"],
    ["DE62370400440532013001", "async_payment_failed", "unpaid"],
  ])(
    "is complete but unpaid after a SEPA debit of %s, and sends %s after three minutes",
    async (iban, event, after) => {
      const session = await open();
      expect((await pay(session.url ?? "", iban)).location).toContain("https://svc.example/done");
      expect(await retrieve(session.id)).toMatchObject({ status: "complete", payment_status: "unpaid" });
      await psp.advance(3 * MINUTE);
      expect(await retrieve(session.id)).toMatchObject({ status: "complete", payment_status: after });
      expect(types().at(-1)).toBe(`checkout.session.${event}`);
    },
  );

  test("expires after a day or on request", async () => {
    const [one, other] = [await open(), await open({ expires_at: undefined as never })];
    expect(await psp.stripe.checkout.sessions.expire(other.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    await expect(psp.stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await pay(other.url ?? "")).html).toContain("has ended");
    await psp.advance(24 * HOUR);
    expect(await retrieve(one.id)).toMatchObject({ status: "expired" });
    expect(types()).toEqual(["checkout.session.expired", "checkout.session.expired"]);
  });

  test("does not expire if it was paid", async () => {
    const { id, url } = await open();
    await pay(url ?? "");
    await psp.advance(25 * HOUR);
    expect(await retrieve(id)).toMatchObject({ status: "complete" });
    await expect(psp.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test.each<[string, Partial<Params>, object]>([
    ["no lines", { line_items: [] }, { param: "line_items" }],
    [
      "two currencies",
      {
        line_items: [
          line("a", 100),
          { ...line("b", 100), price_data: { ...line("b", 100).price_data, currency: "usd" } },
        ],
      },
      { param: "line_items" },
    ],
    ["a total below the minimum", { line_items: [line("a", 49)] }, { code: "amount_too_small" }],
    ["a quantity of 0", { line_items: [line("a", 100, 0)] }, { code: "parameter_invalid_integer" }],
    ["a path instead of a URL", { success_url: "/done" }, { code: "url_invalid", param: "success_url" }],
    ["a javascript: URL", { cancel_url: "javascript:alert(1)" }, { code: "url_invalid" }],
    ["a recurring price in payment mode", { line_items: [line("a", 100, 1, "month")] }, { statusCode: 400 }],
    [
      "another mode's data",
      { subscription_data: { metadata: {} } as never, mode: "payment" },
      { statusCode: 200 },
    ],
    ["an unknown customer", { customer: "cus_none" }, { param: "customer" }],
    ["an unknown parameter", { payment_method_types: ["card"] } as never, { code: "parameter_unknown" }],
  ])("with %s is answered as Stripe does", async (_, wrong, error) => {
    const made = open(wrong);
    if ("statusCode" in error && error.statusCode === 200)
      expect(await made).toMatchObject({ status: "open" });
    else await expect(made).rejects.toMatchObject({ statusCode: 400, ...error });
  });
});

describe("a subscription", () => {
  const subscribe = async (card?: string) => {
    const { id: customer } = await psp.stripe.customers.create();
    const session = await open({
      mode: "subscription",
      customer,
      line_items: [line("Gold", 990, 1, "month")],
      payment_intent_data: undefined as never,
      subscription_data: { metadata: { plan: "gold" } },
    });
    const answer = await pay(session.url ?? "", card);
    return { customer, session, answer };
  };
  const begun = async (card?: string) => {
    const { session, customer } = await subscribe(card);
    const { subscription } = await retrieve(session.id);
    return { id: String(subscription), customer };
  };
  const read = (id: string) => psp.stripe.subscriptions.retrieve(id);
  const end = async (id: string) =>
    new Date(((await read(id)).items.data[0]?.current_period_end ?? 0) * 1000);
  const DAY = 24 * HOUR;

  test("starts when its checkout is paid", async () => {
    const { session, customer } = await subscribe();
    const { subscription } = await retrieve(session.id, ["subscription"]);
    expect(subscription).toMatchObject({
      status: "active",
      customer,
      metadata: { plan: "gold" },
      cancel_at_period_end: false,
      items: { data: [{ price: { unit_amount: 990, recurring: { interval: "month" } }, quantity: 1 }] },
    });
    expect(types().slice(1)).toEqual([
      "payment_intent.created",
      "payment_method.attached",
      "charge.succeeded",
      "payment_intent.succeeded",
      "customer.subscription.created",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "checkout.session.completed",
    ]);
    expect((await psp.stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
  });

  test("has an invoice for each period, which names the subscription and has a payment that names its payment intent", async () => {
    const { session } = await subscribe();
    const { subscription, invoice, payment_intent } = await retrieve(session.id);
    expect(payment_intent).toBeNull();
    await psp.advance(32 * DAY);
    const invoices = await psp.stripe.invoices.list({ subscription: String(subscription) });
    expect(invoices.data.map(({ billing_reason }) => billing_reason)).toEqual([
      "subscription_cycle",
      "subscription_create",
    ]);
    expect([invoices.data[1]?.id, (await read(String(subscription))).latest_invoice]).toEqual([
      invoice,
      invoices.data[0]?.id,
    ]);
    for (const one of invoices.data) {
      expect(one).toMatchObject({
        status: "paid",
        amount_paid: 990,
        currency: "eur",
        lines: { data: [{ description: "1 × Gold", amount: 990 }] },
        parent: { subscription_details: { subscription, metadata: { plan: "gold" } } },
      });
      expect(Object.keys(one)).not.toContain("payment_intent");
      const { data: payments } = await psp.stripe.invoicePayments.list({ invoice: one.id });
      expect(payments).toMatchObject([{ status: "paid", amount_paid: 990 }]);
      const intent = await psp.stripe.paymentIntents.retrieve(String(payments[0]?.payment.payment_intent));
      expect([intent.metadata, intent.status, intent.amount]).toEqual([{}, "succeeded", 990]);
      const by = { type: "payment_intent", payment_intent: intent.id } as const;
      expect((await psp.stripe.invoicePayments.list({ payment: by })).data).toEqual(payments);
    }
    expect(types().filter((type) => type === "invoice.paid")).toHaveLength(2);
    await expect(psp.stripe.invoicePayments.list({ invoice: "in_x" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  test("renews every month by the platform's clock, also if the clock jumps several months", async () => {
    const { id } = await begun();
    const first = await end(id);
    await psp.advance(32 * DAY);
    expect(types().filter((type) => type === "customer.subscription.updated")).toHaveLength(1);
    await psp.advance(3 * 31 * DAY);
    expect(types().filter((type) => type === "customer.subscription.updated")).toHaveLength(4);
    const now = await end(id);
    expect(
      (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth(),
    ).toBe(4);
    expect(await read(id)).toMatchObject({ status: "active" });
    expect(types().filter((type) => type === "charge.succeeded")).toHaveLength(5);
  });

  test("ends at the end of its period if requested", async () => {
    const { id } = await begun();
    expect(await psp.stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
    });
    await psp.advance(32 * DAY);
    expect(await read(id)).toMatchObject({ status: "canceled" });
    expect(types().slice(-2)).toEqual(["customer.subscription.updated", "customer.subscription.deleted"]);
  });

  test("ends immediately when it is canceled, and never renews", async () => {
    const { id } = await begun();
    expect(await psp.stripe.subscriptions.cancel(id)).toMatchObject({ status: "canceled" });
    const before = psp.events.length;
    await psp.advance(90 * DAY);
    expect(psp.events).toHaveLength(before);
    await expect(psp.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(psp.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test("without a card becomes past due, is retried, and is then canceled", async () => {
    const { id, customer } = await begun();
    const [method] = (await psp.stripe.customers.listPaymentMethods(customer)).data;
    await psp.stripe.paymentMethods.detach(method?.id ?? "");
    await psp.advance(32 * DAY);
    const { latest_invoice: invoice, ...now } = await read(id);
    expect(now).toMatchObject({ status: "past_due" });
    expect(await psp.stripe.invoices.retrieve(String(invoice))).toMatchObject({
      status: "open",
      amount_paid: 0,
      attempt_count: 1,
      next_payment_attempt: expect.any(Number),
    });
    await psp.advance(15 * DAY);
    expect(types().filter((type) => type === "invoice.payment_failed")).toHaveLength(4);
    expect((await read(id)).latest_invoice).toBe(invoice);
    expect(await read(id)).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
  });

  test("pays its open invoice with the new default card after the old card was declined", async () => {
    const { id, customer } = await begun();
    const refuses = await psp.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await psp.stripe.subscriptions.update(id, { default_payment_method: refuses.id });
    await psp.advance(32 * DAY);
    const { latest_invoice: invoice, status } = await read(id);
    expect(status).toBe("past_due");
    const pays = await psp.stripe.paymentMethods.attach("pm_card_visa", { customer });
    await psp.stripe.subscriptions.update(id, { default_payment_method: pays.id });
    await psp.advance(4 * DAY);
    expect(await read(id)).toMatchObject({ status: "active", latest_invoice: invoice });
    expect(await psp.stripe.invoices.retrieve(String(invoice))).toMatchObject({
      status: "paid",
      amount_paid: 990,
      attempt_count: 2,
    });
    expect((await psp.stripe.invoicePayments.list({ invoice: String(invoice) })).data).toHaveLength(1);
  });

  test("can change its price and metadata", async () => {
    const { id } = await begun();
    const { items } = await read(id);
    const product = String(items.data[0]?.price.product);
    const price_data = {
      currency: "eur",
      unit_amount: 1990,
      product,
      recurring: { interval: "month" as const },
    };
    const changed = await psp.stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? "", price_data }],
      metadata: { plan: "platinum" },
    });
    expect(changed).toMatchObject({ metadata: { plan: "platinum" } });
    expect(changed.items.data[0]?.price.unit_amount).toBe(1990);
    expect(psp.events.at(-1)).toMatchObject({
      type: "customer.subscription.updated",
      data: { previous_attributes: { metadata: { plan: "gold" } } },
    });
  });

  test("does not start with a declined card, but with the next accepted one", async () => {
    const { session, answer } = await subscribe("4000000000000002");
    expect(answer.html).toContain("Your card was declined.");
    expect(await retrieve(session.id)).toMatchObject({ status: "open", subscription: null });
    expect((await pay(session.url ?? "")).location).toContain("https://svc.example/done");
    expect(await retrieve(session.id)).toMatchObject({ status: "complete", payment_status: "paid" });
  });

  test("starts after the bank's authentication, and renews without another one", async () => {
    const { session, answer } = await subscribe("4000002500003155");
    await authenticate(answer.location ?? "");
    const { subscription, status } = await retrieve(session.id);
    expect(status).toBe("complete");
    await psp.advance(32 * DAY);
    expect(await read(String(subscription))).toMatchObject({ status: "active" });
  });
});
