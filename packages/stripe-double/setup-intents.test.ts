import { beforeEach, describe, expect, test } from "vitest";
import { authenticate, challengeOf, confirmSetup, withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

async function begin() {
  const { id: customer } = await psp.stripe.customers.create();
  const intent = await psp.stripe.setupIntents.create({ customer, allowed_payment_method_types: ["card"] });
  return { customer, id: intent.id };
}

const types = () => psp.events.map(({ type }) => type).filter((type) => type !== "customer.created");
const saved = async (customer: string) => (await psp.stripe.customers.listPaymentMethods(customer)).data;

describe("a setup intent", () => {
  test("saves the card that its customer confirms", async () => {
    const { id, customer } = await begin();
    expect(await confirmSetup(psp, id, "4242424242424242")).toEqual({
      status: "succeeded",
      error: undefined,
    });
    const intent = await psp.stripe.setupIntents.retrieve(id, { expand: ["payment_method"] });
    expect(intent).toMatchObject({
      status: "succeeded",
      payment_method: { customer, card: { last4: "4242" } },
    });
    expect(await saved(customer)).toHaveLength(1);
    expect(types()).toEqual(["setup_intent.created", "payment_method.attached", "setup_intent.succeeded"]);
  });

  test("requires another card after a declined one", async () => {
    const { id, customer } = await begin();
    expect(await confirmSetup(psp, id, "4000000000009995")).toMatchObject({
      status: "requires_payment_method",
      error: { code: "card_declined", decline_code: "insufficient_funds" },
    });
    expect(await psp.stripe.setupIntents.retrieve(id)).toMatchObject({
      payment_method: null,
      last_setup_error: { decline_code: "insufficient_funds" },
    });
    expect(await saved(customer)).toEqual([]);
    expect(types()).toEqual(["setup_intent.created", "setup_intent.setup_failed"]);
    expect(await confirmSetup(psp, id)).toMatchObject({ status: "succeeded" });
  });

  test.each([
    [true, "succeeded", 1],
    [false, "requires_payment_method", 0],
  ])("redirects the customer to the bank (accepted: %s), and is then %s", async (accepted, status, cards) => {
    const { id, customer } = await begin();
    expect(await confirmSetup(psp, id, "4000002500003155")).toMatchObject({ status: "requires_action" });
    await authenticate(await challengeOf(psp, id), accepted);
    expect(await psp.stripe.setupIntents.retrieve(id)).toMatchObject({ status });
    expect(await saved(customer)).toHaveLength(cards);
  });

  test("lets an authenticated card pay later without another authentication", async () => {
    const { id, customer } = await begin();
    await confirmSetup(psp, id, "4000002500003155");
    await authenticate(await challengeOf(psp, id));
    const [method] = await saved(customer);
    const paid = await psp.stripe.paymentIntents.create({
      amount: 500,
      currency: "eur",
      customer,
      payment_method: method?.id ?? "",
      allowed_payment_method_types: ["card"],
      confirm: true,
      off_session: true,
    });
    expect(paid.status).toBe("succeeded");
  });

  test("cannot change after it succeeded or was canceled", async () => {
    const { id } = await begin();
    await confirmSetup(psp, id);
    for (const move of [
      psp.stripe.setupIntents.cancel(id),
      psp.stripe.setupIntents.confirm(id, { payment_method: "pm_card_visa" }),
      psp.stripe.setupIntents.update(id, { description: "x" }),
    ])
      await expect(move).rejects.toMatchObject({ code: "setup_intent_unexpected_state", statusCode: 400 });
    const other = await begin();
    expect(await psp.stripe.setupIntents.cancel(other.id)).toMatchObject({ status: "canceled" });
    await expect(psp.stripe.setupIntents.confirm(other.id)).rejects.toMatchObject({
      code: "setup_intent_unexpected_state",
    });
  });
});
