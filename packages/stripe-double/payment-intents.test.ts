import type Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { testCards } from "./cards.ts";
import { authenticate, challengeOf, confirm, withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

const DAY = 86_400;
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  psp.stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    allowed_payment_method_types: ["card"],
    ...more,
  });

const types = () => psp.events.map((event) => event.type);

describe("a payment intent", () => {
  test("requires a payment method, then a confirmation, and then succeeds", async () => {
    const created = await create({ metadata: { order: "7" }, description: "Tea" });
    expect(created).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      latest_charge: null,
    });
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_\\w+$`));
    const updated = await psp.stripe.paymentIntents.update(created.id, {
      payment_method: "pm_card_mastercard",
    });
    expect(updated.status).toBe("requires_confirmation");
    const { id } = await psp.stripe.paymentIntents.confirm(created.id);
    const paid = await psp.stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    expect(paid).toMatchObject({
      status: "succeeded",
      amount_received: 1000,
      latest_charge: {
        object: "charge",
        status: "succeeded",
        captured: true,
        amount_captured: 1000,
        metadata: { order: "7" },
        payment_method_details: { card: { brand: "mastercard", last4: "4444" } },
      },
    });
    expect(types()).toEqual(["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]);
  });

  test("is paid immediately if it is confirmed at creation", async () => {
    expect(await create({ payment_method: "pm_card_visa", confirm: true })).toMatchObject({
      status: "succeeded",
    });
  });

  test("can be confirmed with its client secret and a publishable key", async () => {
    const { id } = await create();
    expect(await confirm(psp, id, "4242424242424242")).toEqual({ status: "succeeded", error: undefined });
  });

  test("requires a return URL at its confirmation if it does not restrict the payment method types", async () => {
    const { id } = await psp.stripe.paymentIntents.create({ amount: 1000, currency: "eur" });
    await expect(
      psp.stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
    ).rejects.toMatchObject({
      param: "return_url",
    });
    const back = { payment_method: "pm_card_visa", return_url: "https://svc.example/back" };
    expect(await psp.stripe.paymentIntents.confirm(id, back)).toMatchObject({ status: "succeeded" });
  });

  test("copies its metadata to the charge at its confirmation", async () => {
    const { id } = await create({ metadata: { a: "1", b: "2" } });
    await psp.stripe.paymentIntents.update(id, { metadata: { b: "", c: "3" } });
    await confirm(psp, id);
    await psp.stripe.paymentIntents.update(id, { metadata: { d: "4" } });
    const { latest_charge: charge, metadata } = await psp.stripe.paymentIntents.retrieve(id, {
      expand: ["latest_charge"],
    });
    expect(metadata).toEqual({ a: "1", c: "3", d: "4" });
    expect(charge).toMatchObject({ metadata: { a: "1", c: "3" } });
  });
});

describe("a declined card", () => {
  const refused = testCards.filter((one) => one.refusal && !one.authentication);

  test.each(refused)(
    "fails the intent with its own error: $number $about",
    async ({ names: [name], refusal }) => {
      const attempt = create({ payment_method: `pm_card_${name}`, confirm: true });
      const error = await attempt.then(
        () => undefined,
        (caught: unknown) => caught as Stripe.errors.StripeCardError,
      );
      expect(error).toMatchObject({
        type: "StripeCardError",
        statusCode: 402,
        ...refusal,
        payment_intent: {
          status: "requires_payment_method",
          payment_method: null,
          last_payment_error: { ...refusal, type: "card_error" },
        },
      });
      const intent = error?.payment_intent;
      expect(await psp.stripe.charges.retrieve(String(intent?.latest_charge))).toMatchObject({
        status: "failed",
        paid: false,
        failure_message: refusal?.message,
      });
      expect(types()).toEqual(["payment_intent.created", "charge.failed", "payment_intent.payment_failed"]);
      expect(await confirm(psp, intent?.id ?? "")).toEqual({ status: "succeeded", error: undefined });
    },
  );

  test.each([
    [{ number: "4242424242424241" }, "incorrect_number"],
    [{ number: "1234" }, "incorrect_number"],
    [{ exp_month: 13 }, "invalid_expiry_month"],
    [{ exp_year: 1999 }, "invalid_expiry_year"],
    [{ cvc: "12" }, "invalid_cvc"],
    [{ number: "378282246310005", cvc: "123" }, "invalid_cvc"],
  ])("with the invalid details %j is rejected when the payment method is created", async (wrong, code) => {
    const typed = { number: "4242424242424242", exp_month: 12, exp_year: 2040, cvc: "123", ...wrong };
    await expect(psp.stripe.paymentMethods.create({ type: "card", card: typed })).rejects.toMatchObject({
      statusCode: 402,
      code,
    });
  });

  test("is any card that is not one of the test cards", async () => {
    await expect(
      create({
        confirm: true,
        payment_method_data: {
          type: "card",
          card: { number: "4111111111111111", exp_month: 1, exp_year: 2040 },
        },
      } as never),
    ).rejects.toMatchObject({ decline_code: "test_mode_live_card" });
  });
});

describe("3-D Secure", () => {
  test("redirects the customer to the bank and back to the return URL", async () => {
    const created = await create({
      confirm: true,
      payment_method: "pm_card_authenticationRequired",
      return_url: "https://svc.example/back?x=1",
    });
    expect(created).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
    const { location } = await authenticate(await challengeOf(psp, created.id));
    const back = new URL(location ?? "");
    expect(back.origin + back.pathname).toBe("https://svc.example/back");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      x: "1",
      payment_intent: created.id,
      payment_intent_client_secret: created.client_secret,
      redirect_status: "succeeded",
    });
    expect(await psp.stripe.paymentIntents.retrieve(created.id)).toMatchObject({ status: "succeeded" });
    expect(types()).toEqual([
      "payment_intent.created",
      "payment_intent.requires_action",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  test("fails the payment attempt if the customer rejects it", async () => {
    const { id } = await create();
    expect(await confirm(psp, id, "4000002760003184")).toMatchObject({ status: "requires_action" });
    const page = await challengeOf(psp, id);
    const { html } = await authenticate(page, false);
    expect(html).toContain("has failed authentication");
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
    // The challenge has ended.
    expect((await authenticate(page)).html).toContain("Not found");
  });

  test("may succeed although the card is declined afterwards", async () => {
    const { id } = await create();
    await confirm(psp, id, "4000008260003178");
    await authenticate(await challengeOf(psp, id));
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { decline_code: "insufficient_funds" },
    });
  });

  test("makes an off-session payment fail with authentication_required", async () => {
    const customer = await psp.stripe.customers.create();
    const attempt = create({
      customer: customer.id,
      payment_method: "pm_card_authenticationRequired",
      confirm: true,
      off_session: true,
    });
    await expect(attempt).rejects.toMatchObject({ code: "authentication_required", statusCode: 402 });
  });

  test("has a page that is accessible only with the intent's client secret", async () => {
    const { id } = await create({ confirm: true, payment_method: "pm_card_authenticationRequired" });
    const page = new URL(await challengeOf(psp, id));
    page.searchParams.set("client_secret", `${id}_secret_guessed`);
    expect((await authenticate(page.href)).html).toContain("Not found");
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "requires_action" });
  });
});

describe("manual capture", () => {
  const hold = () => create({ capture_method: "manual", payment_method: "pm_card_visa", confirm: true });

  test("holds the amount until it is captured", async () => {
    const held = await hold();
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 1000, amount_received: 0 });
    expect(await psp.stripe.charges.retrieve(String(held.latest_charge))).toMatchObject({
      captured: false,
      paid: true,
    });
    const taken = await psp.stripe.paymentIntents.capture(held.id);
    expect(taken).toMatchObject({ status: "succeeded", amount_capturable: 0, amount_received: 1000 });
    expect(types()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.amount_capturable_updated",
      "charge.captured",
      "payment_intent.succeeded",
    ]);
  });

  test("may capture a part, which releases the rest", async () => {
    const { id } = await hold();
    const taken = await psp.stripe.paymentIntents.capture(id, { amount_to_capture: 700 }, {});
    expect(taken).toMatchObject({ status: "succeeded", amount: 1000, amount_received: 700 });
    expect(await psp.stripe.charges.retrieve(String(taken.latest_charge))).toMatchObject({
      amount_captured: 700,
      amount_refunded: 0,
      refunded: false,
    });
    expect(types()).not.toContain("charge.refunded");
    await expect(psp.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  test.each([
    [1001, "amount_too_large"],
    [0, "parameter_invalid_integer"],
  ])("rejects a capture of %i: %s", async (amount, code) => {
    const { id } = await hold();
    await expect(psp.stripe.paymentIntents.capture(id, { amount_to_capture: amount })).rejects.toMatchObject({
      code,
      statusCode: 400,
    });
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "requires_capture" });
  });

  test("releases the amount if the intent is canceled", async () => {
    const { id } = await hold();
    const canceled = await psp.stripe.paymentIntents.cancel(id, {
      cancellation_reason: "requested_by_customer",
    });
    expect(canceled).toMatchObject({
      status: "canceled",
      cancellation_reason: "requested_by_customer",
      amount_capturable: 0,
    });
    expect(await psp.stripe.charges.retrieve(String(canceled.latest_charge))).toMatchObject({
      captured: false,
      amount_captured: 0,
      amount_refunded: 0,
      refunded: false,
    });
    expect(types().slice(3)).toEqual(["payment_intent.canceled"]);
    await expect(psp.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  test("expires after seven days without a capture or cancellation", async () => {
    const { id } = await hold();
    await psp.advance(7 * DAY - 60);
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "requires_capture" });
    await psp.advance(60);
    expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired",
    });
    expect(types().slice(3)).toEqual(["charge.expired", "payment_intent.canceled"]);
  });

  test("with absentCustomerPays captures an intent that no customer has confirmed", async () => {
    const { id } = await create({ capture_method: "manual" });
    expect(await psp.stripe.paymentIntents.capture(id)).toMatchObject({
      status: "succeeded",
      amount_received: 1000,
    });
  });

  test("with absentCustomerPays does not capture an intent whose customer's attempt failed or is pending", async () => {
    const { id } = await create({ capture_method: "manual" });
    await confirm(psp, id, "pm_card_chargeDeclined");
    await expect(psp.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await confirm(psp, id, "pm_card_authenticationRequired");
    await expect(psp.stripe.paymentIntents.capture(id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });
});

describe("a payment intent rejects", () => {
  const paid = async () => (await create({ payment_method: "pm_card_visa", confirm: true })).id;
  const canceled = async () => (await psp.stripe.paymentIntents.cancel((await create()).id)).id;
  const { paymentIntents } = { paymentIntents: () => psp.stripe.paymentIntents };

  test.each([
    ["a confirmation after its payment", paid, (id: string) => paymentIntents().confirm(id)],
    ["a capture after its payment", paid, (id: string) => paymentIntents().capture(id)],
    ["a cancellation after its payment", paid, (id: string) => paymentIntents().cancel(id)],
    [
      "a change of its amount after its payment",
      paid,
      (id: string) => paymentIntents().update(id, { amount: 5 }),
    ],
    ["a confirmation after its cancellation", canceled, (id: string) => paymentIntents().confirm(id)],
    ["a second cancellation", canceled, (id: string) => paymentIntents().cancel(id)],
    [
      "a confirmation without a payment method",
      async () => (await create()).id,
      (id: string) => paymentIntents().confirm(id),
    ],
    [
      "a capture without a held amount",
      async () => (await create()).id,
      (id: string) => paymentIntents().capture(id),
    ],
  ])("%s", async (_, make, move) => {
    const id = await make();
    const before = psp.events.length;
    await expect(move(id)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      code: "payment_intent_unexpected_state",
    });
    expect(psp.events.length).toBe(before);
  });
});

test.each([
  [{ amount: 49 }, { code: "amount_too_small", param: "amount" }],
  [{ amount: 0 }, { code: "parameter_invalid_integer", param: "amount" }],
  [{ amount: -5 }, { code: "parameter_invalid_integer", param: "amount" }],
  [{ amount: 100_000_000 }, { code: "amount_too_large", param: "amount" }],
  [{ amount: 10.5 }, { code: "parameter_invalid_integer", param: "amount" }],
  [{ amount: undefined }, { code: "parameter_missing", param: "amount" }],
  [{ currency: "xyz" }, { param: "currency" }],
  [{ currency: "" }, { param: "currency" }],
  [{ customer: "cus_none" }, { code: "resource_missing", param: "customer" }],
  [{ payment_method: "pm_none" }, { code: "resource_missing", param: "payment_method" }],
  [{ capture_method: "never" }, { param: "capture_method" }],
  [{ payment_method_types: ["card"] }, { code: "parameter_unknown", param: "payment_method_types" }],
  [{ allowed_payment_method_types: ["klarna"] }, { param: "allowed_payment_method_types" }],
  [{ colour: "red" }, { code: "parameter_unknown", param: "colour" }],
  [{ metadata: { x: "y".repeat(501) } }, { param: "metadata" }],
  [{ return_url: "https://svc.example" }, { param: "return_url" }],
])("a payment intent with %j is rejected, and nothing is created", async (wrong, error) => {
  await expect(create(wrong as never)).rejects.toMatchObject({ statusCode: 400, ...error });
  expect(psp.events).toEqual([]);
});

describe("a payment method", () => {
  test("can be used once without a customer", async () => {
    const { id } = await psp.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    await create({ payment_method: id, confirm: true });
    await expect(create({ payment_method: id, confirm: true })).rejects.toThrow(/may not be used again/);
  });

  test("can pay only for its own customer", async () => {
    const [ada, bob] = [await psp.stripe.customers.create(), await psp.stripe.customers.create()];
    const { id } = await psp.stripe.paymentMethods.attach("pm_card_visa", { customer: ada.id });
    await expect(create({ payment_method: id })).rejects.toMatchObject({ param: "payment_method" });
    await expect(create({ payment_method: id, customer: bob.id })).rejects.toMatchObject({
      param: "payment_method",
    });
    const twice = { payment_method: id, customer: ada.id, confirm: true };
    expect(await create(twice)).toMatchObject({ status: "succeeded" });
    expect(await create(twice)).toMatchObject({ status: "succeeded" });
  });

  test("is attached to the customer if the intent has setup_future_usage", async () => {
    const { id } = await psp.stripe.customers.create();
    await create({
      customer: id,
      payment_method: "pm_card_visa",
      setup_future_usage: "off_session",
      confirm: true,
    });
    expect((await psp.stripe.customers.listPaymentMethods(id)).data).toHaveLength(1);
  });
});

describe("a SEPA debit", () => {
  const debit = (iban: string) =>
    create({
      allowed_payment_method_types: ["sepa_debit"],
      payment_method_data: {
        type: "sepa_debit",
        sepa_debit: { iban },
        billing_details: { name: "A", email: "a@b.c" },
      },
      confirm: true,
    });

  test.each([
    ["DE89370400440532013000", "succeeded", ["charge.succeeded", "payment_intent.succeeded"]],
    ["DE62370400440532013001", "requires_payment_method", ["charge.failed", "payment_intent.payment_failed"]],
  ])("of %s is processing for three minutes, and then %s", async (iban, status, later) => {
    const { id, status: first } = await debit(iban);
    expect(first).toBe("processing");
    expect(types().slice(1)).toEqual(["charge.pending", "payment_intent.processing"]);
    await psp.advance(179);
    expect((await psp.stripe.paymentIntents.retrieve(id)).status).toBe("processing");
    await psp.advance(1);
    expect((await psp.stripe.paymentIntents.retrieve(id)).status).toBe(status);
    expect(types().slice(3)).toEqual(later);
  });
});
