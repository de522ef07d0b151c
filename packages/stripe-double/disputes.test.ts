import { beforeEach, describe, expect, test } from "vitest";
import { withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

const DAY = 86_400;

/** Pays 10.00 with the card whose holder disputes a payment a day later. */
async function paid(amount_to_capture?: number) {
  const intent = await psp.stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    payment_method: "pm_card_createDispute",
    allowed_payment_method_types: ["card"],
    confirm: true,
    ...(amount_to_capture !== undefined && { capture_method: "manual" }),
  });
  if (amount_to_capture !== undefined)
    await psp.stripe.paymentIntents.capture(intent.id, { amount_to_capture });
  return { payment_intent: intent.id, charge: String(intent.latest_charge) };
}
const balance = async () => (await psp.stripe.balance.retrieve()).available;
const disputeOf = async (payment_intent: string) => {
  const [found] = (await psp.stripe.disputes.list({ payment_intent })).data;
  if (!found) throw new Error(`no dispute of ${payment_intent}`);
  return found;
};
const disputeEvents = () =>
  psp.events.map(({ type }) => type).filter((type) => type.startsWith("charge.dispute"));

describe("a dispute", () => {
  test("opens a day after the charge, and withdraws the captured amount that is not refunded", async () => {
    const one = await paid(700);
    expect(await balance()).toEqual([{ currency: "eur", amount: 700 }]);
    await psp.stripe.refunds.create({ payment_intent: one.payment_intent, amount: 200 });
    await psp.advance(DAY - 60);
    expect((await psp.stripe.disputes.list()).data).toEqual([]);
    await psp.advance(60);
    const dispute = await disputeOf(one.payment_intent);
    expect(dispute).toMatchObject({
      object: "dispute",
      amount: 500,
      charge: one.charge,
      status: "needs_response",
      balance_transactions: [{ amount: -500, net: -500, currency: "eur", source: dispute.id }],
    });
    expect(await psp.stripe.charges.retrieve(one.charge)).toMatchObject({ disputed: true });
    expect(await balance()).toEqual([{ currency: "eur", amount: 0 }]);
    await expect(psp.stripe.refunds.create({ charge: one.charge })).rejects.toMatchObject({
      code: "charge_disputed",
    });
    expect(disputeEvents()).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
  });

  test("is won with the evidence winning_evidence, and returns the money", async () => {
    const { payment_intent } = await paid();
    await psp.advance(DAY);
    const { id } = await disputeOf(payment_intent);
    const evidence = { uncategorized_text: "winning_evidence" };
    expect(await psp.stripe.disputes.update(id, { evidence, submit: false })).toMatchObject({
      status: "needs_response",
    });
    expect(await psp.stripe.disputes.update(id, { submit: true })).toMatchObject({
      status: "won",
      balance_transactions: [{ amount: -1000 }, { amount: 1000 }],
    });
    await expect(psp.stripe.disputes.update(id, { evidence })).rejects.toMatchObject({ statusCode: 400 });
    expect(await balance()).toEqual([{ currency: "eur", amount: 1000 }]);
    expect(disputeEvents().slice(2)).toEqual([
      "charge.dispute.updated",
      "charge.dispute.updated",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
  });

  test.each([
    [
      "with losing_evidence",
      (id: string) => psp.stripe.disputes.update(id, { evidence: { uncategorized_text: "losing_evidence" } }),
    ],
    ["by closing it", (id: string) => psp.stripe.disputes.close(id)],
  ])("is lost %s, and the money stays withdrawn", async (_, lose) => {
    const { payment_intent } = await paid();
    await psp.advance(DAY);
    const { id } = await disputeOf(payment_intent);
    expect(await lose(id)).toMatchObject({ status: "lost" });
    expect(await balance()).toEqual([{ currency: "eur", amount: 0 }]);
  });

  test("does not open if the whole amount was refunded or nothing was captured", async () => {
    await psp.stripe.refunds.create({ payment_intent: (await paid()).payment_intent });
    await psp.stripe.paymentIntents.create({
      amount: 1000,
      currency: "eur",
      payment_method: "pm_card_createDispute",
      allowed_payment_method_types: ["card"],
      confirm: true,
      capture_method: "manual",
    });
    await psp.advance(2 * DAY);
    expect((await psp.stripe.disputes.list()).data).toEqual([]);
  });
});
