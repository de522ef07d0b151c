import { beforeAll, expect, test } from "vitest";
import { pay, withStripeDouble } from "./testing.ts";
import fixtures from "./vectors/stripe_fixtures.json" with { type: "json" };

/** Checks that the double's objects have the fields of Stripe's fixtures. The compiler checks their types. */

const psp = withStripeDouble();
const made: Partial<Record<keyof typeof fixtures.resources, object>> = {};

beforeAll(async () => {
  const { stripe } = psp;
  const customer = await stripe.customers.create({ name: "Ada" });
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    confirm: true,
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    success_url: "https://svc.example",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "eur",
          unit_amount: 100,
          product_data: { name: "Gold" },
          recurring: { interval: "month" },
        },
      },
    ],
  });
  await pay(session.url ?? "");
  Object.assign(made, {
    account: await stripe.accounts.create({ country: "FR" }),
    charge: await stripe.charges.retrieve(String(intent.latest_charge)),
    "checkout.session": session,
    customer,
    event: psp.events[0],
    payment_intent: intent,
    payment_method: await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } }),
    refund: await stripe.refunds.create({ payment_intent: intent.id }),
    setup_intent: await stripe.setupIntents.create(),
    subscription: (await stripe.subscriptions.list()).data[0],
  });
});

/** Fields of the fixtures, which have an earlier version, that this version's objects do not have, or only if expanded. */
const notFoundPage: Partial<Record<keyof typeof fixtures.resources, readonly string[]>> = {
  charge: ["refunds"],
};

test.each(Object.entries(fixtures.resources))(
  "the object %s has every field of Stripe's fixture",
  (name, fixture) => {
    const kind = name as keyof typeof fixtures.resources;
    const object = made[kind];
    expect(object).toMatchObject({ object: kind });
    const missing = Object.keys(fixture).filter(
      (field) => !notFoundPage[kind]?.includes(field) && !(field in (object ?? {})),
    );
    expect(missing).toEqual([]);
  },
);
