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
import { DEMO_MERCHANT_ID } from "../seed.ts";
import { arbitrage } from "./arbitrage.ts";
import { arbitrageur, dana } from "./people.ts";
import type { Step } from "./steps.ts";

/** The demo account's current actions: payments, because the provider's double has no other time. */

const pay = (actor: LiveActor, request: Partial<NewPayment> & Pick<NewPayment, "amount" | "description">) =>
  Payments.create(actor, { currency: "eur", metadata: {}, paymentMethodId: "pm_card_visa", ...request });

/** Attempts a payment with a card without funds. */
async function payDeclined(actor: LiveActor): Promise<void> {
  const request = {
    amount: 7_500,
    description: "Concert tickets",
    paymentMethodId: "pm_card_chargeDeclined",
  };
  await pay(actor, request).catch((error: unknown) => {
    if (!(error instanceof SvcError && error.is(CardRefused))) throw error;
  });
}

async function payAndRefund(actor: LiveActor): Promise<void> {
  const { id } = await pay(actor, { amount: 6_000, description: "Shoes, sent back" });
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

/** Needs the payment provider's double. */
export const payments: readonly Step[] = [
  step("card", saveCard),
  step("top-up", (actor) => pay(actor, { amount: 12_000, description: "Top-up" })),
  step("coffee", (actor) =>
    pay(actor, { amount: 4_250, description: "Coffee beans", merchantId: DEMO_MERCHANT_ID }),
  ),
  step("lunch", (actor) => pay(actor, { amount: 1_890, description: "Lunch", merchantId: DEMO_MERCHANT_ID })),
  step("declined", payDeclined),
  step("refunded", payAndRefund),
  // From 1,000.00 on, an administrator must approve.
  step("waits", (actor) => pay(actor, { amount: 150_000, description: "A new bicycle" })),
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
