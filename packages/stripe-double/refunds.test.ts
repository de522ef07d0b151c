import { beforeEach, describe, expect, test } from "vitest";
import { withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

async function paid(manual = false) {
  const intent = await psp.stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    confirm: true,
    ...(manual && { capture_method: "manual" }),
  });
  return { payment_intent: intent.id, charge: String(intent.latest_charge) };
}

describe("a refund", () => {
  test("is of the full amount by default", async () => {
    const { payment_intent, charge } = await paid();
    const refund = await psp.stripe.refunds.create({
      payment_intent,
      reason: "duplicate",
      metadata: { a: "1" },
    });
    expect(refund).toMatchObject({
      object: "refund",
      amount: 1000,
      charge,
      payment_intent,
      reason: "duplicate",
      status: "succeeded",
    });
    expect(await psp.stripe.refunds.retrieve(refund.id)).toMatchObject({ metadata: { a: "1" } });
    expect(await psp.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: true,
      amount_refunded: 1000,
    });
  });

  test("adds to the charge's refunded amount, in its events as well", async () => {
    const { payment_intent, charge } = await paid();
    await psp.stripe.refunds.create({ payment_intent, amount: 300 });
    await psp.stripe.refunds.create({ charge, amount: 700 });
    const refundEvents = psp.events
      .filter(({ type }) => type === "charge.refunded")
      .map(({ data }) => data.object);
    expect(refundEvents).toMatchObject([
      { id: charge, amount_refunded: 300, refunded: false },
      { id: charge, amount_refunded: 1000, refunded: true },
    ]);
    expect((await psp.stripe.refunds.list({ payment_intent })).data.map(({ amount }) => amount)).toEqual([
      700, 300,
    ]);
  });

  test("never exceeds the captured amount under parallel requests", async () => {
    const { payment_intent, charge } = await paid();
    const asked = Array.from({ length: 6 }, () => psp.stripe.refunds.create({ payment_intent, amount: 300 }));
    const done = (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(3);
    expect(await psp.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 900 });
  });

  test.each([
    ["more than the paid amount", { amount: 1001 }, { param: "amount" }],
    ["an amount of 0", { amount: 0 }, { code: "parameter_invalid_integer" }],
  ])("is rejected for %s", async (_, wrong, error) => {
    const { payment_intent } = await paid();
    const refused = psp.stripe.refunds.create({ payment_intent, ...wrong });
    await expect(refused).rejects.toMatchObject({ statusCode: 400, ...error });
  });

  test("is rejected with charge_already_refunded if the charge was refunded in full", async () => {
    const { payment_intent } = await paid();
    await psp.stripe.refunds.create({ payment_intent });
    await expect(psp.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
  });

  test("is rejected if nothing was paid or captured", async () => {
    const { id } = await psp.stripe.paymentIntents.create({ amount: 1000, currency: "eur" });
    const held = await paid(true);
    for (const payment_intent of [id, held.payment_intent])
      await expect(psp.stripe.refunds.create({ payment_intent })).rejects.toThrow(
        /does not have a successful charge/,
      );
    await expect(psp.stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
  });

  test("is limited to the captured amount", async () => {
    const { payment_intent, charge } = await paid(true);
    await psp.stripe.paymentIntents.capture(payment_intent, { amount_to_capture: 600 });
    await expect(psp.stripe.refunds.create({ charge, amount: 601 })).rejects.toMatchObject({
      param: "amount",
    });
    expect(await psp.stripe.refunds.create({ charge })).toMatchObject({ amount: 600 });
    expect(await psp.stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 600, refunded: true });
  });
});
