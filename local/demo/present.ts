import type { LiveActor } from "../../core/identity/actor.ts";
import * as Jobs from "../../core/jobs/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import type { NewPayment } from "../../core/payments/payments/schema.ts";
import { CardRefused } from "../../core/platform/psp/errors.ts";
import * as Psp from "../../core/platform/psp/index.ts";
import { DEMO_MERCHANT_ID, demoShop } from "../seed.ts";
import { arbitrage } from "./arbitrage.ts";
import { arbitrageur, dana } from "./people.ts";
import type { Step } from "./steps.ts";

/**
 * The demo account's payments and reports of today: the payment provider's double has no other time. Payments to a
 * merchant carry the merchant's name as description, which reads well in every language. A payment without a
 * merchant is a top-up.
 */

const pay = (actor: LiveActor, payment: Partial<NewPayment> & Pick<NewPayment, "amount">) =>
  Payments.create(actor, {
    currency: "eur",
    description: "",
    metadata: {},
    paymentMethodId: "pm_card_visa",
    ...payment,
  });

const payShop = (actor: LiveActor, amount: number, shop: Parameters<typeof demoShop>[0]) =>
  pay(actor, { amount, description: shop, merchantId: demoShop(shop) });

/** Makes a payment that the card's bank declines. */
async function payDeclined(actor: LiveActor): Promise<void> {
  const payment = {
    amount: 7_500,
    description: "Librairie du Port",
    merchantId: demoShop("Librairie du Port"),
    paymentMethodId: "pm_card_chargeDeclined",
  };
  await pay(actor, payment).catch((error: unknown) => {
    if (!(error instanceof SvcError && error.is(CardRefused))) throw error;
  });
}

/** Tops up the wallet, and refunds the top-up as an operator does in the provider's dashboard. */
async function refundTopUp(actor: LiveActor): Promise<void> {
  const { id } = await pay(actor, { amount: 6_000 });
  await Psp.call((stripe) => stripe.refunds.create({ payment_intent: id }));
}

async function saveCard(actor: LiveActor): Promise<void> {
  const { id } = await Saving.createSetup(actor);
  await Psp.call((stripe) => stripe.setupIntents.confirm(id, { payment_method: "pm_card_mastercard" }));
  await Saving.save(actor, { type: "physical", setDefault: true, setupIntentId: id });
}

const step = (name: string, run: (actor: LiveActor) => Promise<unknown>): Step => ({
  name,
  daysAgo: 0,
  run: async () => {
    await run(await dana());
  },
});

/** Requires the payment provider's double. */
export const payments: readonly Step[] = [
  step("card", saveCard),
  step("top-up", (actor) => pay(actor, { amount: 12_000 })),
  step("coffee", (actor) => payShop(actor, 4_250, "Café de la Gare")),
  step("lunch", (actor) =>
    pay(actor, { amount: 1_890, description: "Chez Marc", merchantId: DEMO_MERCHANT_ID }),
  ),
  step("declined", payDeclined),
  step("refunded", refundTopUp),
  // An administrator must approve payments from 1,000.00 on.
  step("waits", (actor) => payShop(actor, 150_000, "Foulée Sport")),
];

const day = (daysAgo: number) => new Date(Clock.nowMs() - daysAgo * DAY_MS).toISOString().slice(0, 10);

export const reports: readonly Step[] = [
  step("portfolio", (actor) =>
    Jobs.create(actor, { type: "portfolio-report", payload: { currency: "EUR", format: "pdf" } }),
  ),
  step("statement", (actor) =>
    Jobs.create(actor, {
      type: "statement-export",
      payload: { wallet: "all", from: day(31), to: day(1), format: "csv" },
    }),
  ),
];

export const market: Step = {
  name: "pools at the market's prices",
  daysAgo: 0,
  run: async () => {
    await arbitrage(arbitrageur);
  },
};
