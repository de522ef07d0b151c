import { afterAll, afterEach, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  handleEventsOfPayment,
  handlePspEvent,
  intentOf,
  readPayment,
} from "../../../tests/support/payments.ts";
import { createStaff } from "../../../tests/support/people.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Payments from "./index.ts";
import { endDue } from "./intent.ts";
import type { NewPayment } from "./schema.ts";
import { validate } from "./validate.ts";

/** Payments that are not paid in time, with the provider's double. */

withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterEach(() => Psp.configure({}));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const WEEK = 7 * 86_400;
const HIGH = 100_000;

async function start(more: Partial<NewPayment> = {}) {
  const payer = newActor();
  const newPayment = { amount: 5000, currency: "eur", description: "", metadata: {}, ...more };
  const { id } = await Payments.create(payer, newPayment);
  return { payer, id };
}
const atProvider = async (id: string) => Psp.call((stripe) => stripe.paymentIntents.retrieve(id));

it("cancels an unpaid payment, here and at the provider, after 7 days", async () => {
  const { payer, id } = await start();
  await psp.advance(WEEK - 60);
  expect(await endDue()).toBe(0);
  expect(await readPayment(id)).toMatchObject({ status: "PENDING" });
  await psp.advance(120);
  expect(await endDue()).toBe(1);
  expect(await readPayment(id)).toMatchObject({ status: "CANCELED" });
  expect(await atProvider(id)).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
  expect(await confirm(id)).toMatchObject({
    status: "canceled",
    error: { code: "payment_intent_unexpected_state" },
  });
  await handleEventsOfPayment(psp.events, id);
  expect(await readPayment(id)).toMatchObject({ status: "CANCELED" });
  expect(await availableMinor(payer.userId)).toBeUndefined();
  expect(await endDue()).toBe(0);
});

it("processes a payment with a declined card once after 7 days", async () => {
  const payer = newActor();
  const newPayment = { amount: 5000, currency: "eur", description: "", metadata: {} };
  const refused = Payments.create(payer, { ...newPayment, paymentMethodId: "pm_card_chargeDeclined" });
  await expect(refused).rejects.toThrow();
  await psp.advance(WEEK + 60);
  expect(await endDue()).toBe(1);
  expect(await endDue()).toBe(0);
});

it("ignores a paid or canceled payment", async () => {
  const [paid, off] = [await start({ paymentMethodId: "pm_card_visa" }), await start()];
  await Psp.call((stripe) => stripe.paymentIntents.cancel(off.id));
  await handleEventsOfPayment(psp.events, off.id);
  await psp.advance(WEEK + 60);
  expect(await endDue()).toBe(0);
  expect(await readPayment(paid.id)).toMatchObject({ status: "SUCCEEDED" });
});

it("credits a paid payment whose event was lost", async () => {
  const { payer, id } = await start();
  await confirm(id);
  await psp.advance(WEEK + 60);
  expect(await endDue()).toBe(1);
  expect(await readPayment(id)).toMatchObject({ status: "SUCCEEDED", cardLast4: "4242" });
  expect(await availableMinor(payer.userId)).toBe(5000n);
  await handleEventsOfPayment(psp.events, id);
  expect(await availableMinor(payer.userId)).toBe(5000n);
  expect(await endDue()).toBe(0);
});

it("checks a payment that waits for its approval every day", async () => {
  const { payer, id } = await start({ amount: HIGH });
  await psp.advance(WEEK - 3600);
  await confirm(id);
  await psp.advance(7200);
  // The event of the authorization was lost, so the sweep finds it.
  expect(await endDue()).toBe(1);
  expect(await readPayment(id)).toMatchObject({ status: "AWAITING_APPROVAL" });
  expect(await endDue()).toBe(0);
  await psp.advance(86_400);
  expect(await endDue()).toBe(1);
  await validate(await createStaff("ADMIN"), { paymentId: id, action: "approve", reason: "" });
  expect(await availableMinor(payer.userId)).toBe(BigInt(HIGH));
  await psp.advance(86_400);
  expect(await endDue()).toBe(0);
});

it("executes an earlier approval of a payment if the event of its authorization was lost", async () => {
  const { payer, id } = await start({ amount: HIGH });
  await validate(await createStaff("ADMIN"), { paymentId: id, action: "approve", reason: "" });
  await psp.advance(3600);
  await confirm(id);
  await psp.advance(WEEK - 1800);
  expect(await endDue()).toBe(1);
  expect(await readPayment(id)).toMatchObject({ status: "SUCCEEDED" });
  expect(await availableMinor(payer.userId)).toBe(BigInt(HIGH));
});

it("retries a payment after a failure of the provider, but not one that is unknown to the provider", async () => {
  const { id } = await start();
  const unknown = intentOf(newActor());
  await handlePspEvent("payment_intent.payment_failed", unknown);
  await psp.advance(WEEK + 60);
  Psp.configure({
    fetch: async () =>
      new Response(JSON.stringify({ error: { type: "api_error", message: "broken" } }), {
        status: 500,
        headers: { "content-type": "application/json", "stripe-should-retry": "false" },
      }),
  });
  expect(await endDue()).toBe(2);
  Psp.configure({});
  expect(await readPayment(id)).toMatchObject({ status: "PENDING" });
  expect(await endDue()).toBe(2);
  expect(await readPayment(id)).toMatchObject({ status: "CANCELED" });
  expect(await readPayment(unknown.id)).toMatchObject({ status: "FAILED" });
  expect(await endDue()).toBe(0);
});
