import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  chargeOf,
  createMerchant,
  handleEventsOfPayment,
  handlePspEvent,
  readPayment,
} from "../../../tests/support/payments.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Limits from "../../policy/limits.ts";
import { worthInCents } from "../../policy/valuation.ts";
import * as LimitCount from "./counting.ts";
import * as Payments from "./index.ts";
import type { NewPayment, Payment } from "./schema.ts";

/** Top-ups and their payer's incoming limits, with the provider's double. */

withDatabase();
const psp = withPsp({ absentCustomerPays: false });

let actor: LiveActor;
beforeEach(() => {
  process.env["KYC_LIMITS"] = "0:100/250/400";
  actor = newActor();
});
afterEach(() => {
  delete process.env["KYC_LIMITS"];
});

const newPayment = (amount: number, more: Partial<NewPayment> = {}): NewPayment => ({
  ...{ amount, currency: "eur", description: "", metadata: {}, paymentMethodId: "pm_card_visa" },
  ...more,
});
const left = async () => (await Limits.of(actor.userId, 0))?.left.in;
/** Returns the remaining daily and monthly limits after top-ups of this many cents. */
const limitsAfter = (cents: bigint) => ({ day: 25_000n - cents, month: 40_000n - cents });
const refunded = async (id: string, amount: number, inAll: number) =>
  handlePspEvent("charge.refunded", chargeOf(await intent(id, amount), { amount_refunded: inAll }));
async function intent(id: string, amount: number) {
  const { metadata, created } = await Psp.call((stripe) => stripe.paymentIntents.retrieve(id));
  return { id, object: "payment_intent", amount, currency: "eur", created, metadata };
}

describe("a top-up", () => {
  it("counts towards its payer's limit with its value in euros, unlike a payment to a merchant", async () => {
    const worth = await worthInCents(Assets.get("USD"), 8_000n);
    const dollars = await Payments.create(actor, newPayment(8_000, { currency: "usd" }));
    expect(worth).not.toBe(8_000n);
    expect(await left()).toEqual(limitsAfter(worth));
    expect((await readPayment(dollars.id)).counted).toMatchObject({ fullCents: worth, cents: worth });
    const { merchantId } = await createMerchant();
    const paid = await Payments.create(actor, newPayment(9_000, { merchantId }));
    expect((await readPayment(paid.id)).counted).toBeUndefined();
    expect(await left()).toEqual(limitsAfter(worth));
    const much = await worthInCents(Assets.get("USD"), 20_000n);
    await expect(Payments.create(actor, newPayment(20_000, { currency: "usd" }))).rejects.toMatchObject({
      code: "KYC_LIMIT_EXCEEDED",
      details: { worthEur: Limits.euros(much) },
    });
  });

  it("does not count towards the limit after a failure, and counts again if it succeeds later", async () => {
    const refused = Payments.create(actor, newPayment(9_000, { paymentMethodId: "pm_card_chargeDeclined" }));
    await expect(refused).rejects.toMatchObject({ code: "CARD_REFUSED" });
    expect(await left()).toEqual(limitsAfter(0n));
    const { id } = await Payments.create(actor, newPayment(4_000, { paymentMethodId: undefined }));
    expect(await left()).toEqual(limitsAfter(4_000n));
    const failure = { ...(await intent(id, 4_000)), last_payment_error: { message: "no" } };
    const at = Math.floor(Clock.nowMs() / 1000) + 1;
    for (let times = 0; times < 3; times++)
      await handlePspEvent("payment_intent.payment_failed", failure, at);
    expect(await readPayment(id)).toMatchObject({
      status: "FAILED",
      counted: { cents: 0n, fullCents: 4_000n },
    });
    expect(await left()).toEqual(limitsAfter(0n));
    for (let times = 0; times < 2; times++)
      await handlePspEvent("payment_intent.succeeded", await intent(id, 4_000), at + 1);
    expect(await left()).toEqual(limitsAfter(4_000n));
  });

  it("does not count towards the limit after a cancellation", async () => {
    const { id } = await Payments.create(actor, newPayment(4_000, { paymentMethodId: undefined }));
    await Psp.call((stripe) => stripe.paymentIntents.cancel(id));
    await handleEventsOfPayment(psp.events, id);
    await handleEventsOfPayment(psp.events, id);
    expect((await readPayment(id)).status).toBe("CANCELED");
    expect(await left()).toEqual(limitsAfter(0n));
  });

  it("counts towards the limit without its refunded part, under repeated and parallel events", async () => {
    const { id } = await Payments.create(actor, newPayment(9_000));
    await handleEventsOfPayment(psp.events, id);
    expect(await left()).toEqual(limitsAfter(9_000n));
    await Promise.all([1, 2, 3].map(() => refunded(id, 9_000, 3_000)));
    expect(await left()).toEqual(limitsAfter(6_000n));
    const one = await readPayment(id);
    await Promise.all(Array.from({ length: 8 }, () => LimitCount.updateCount(one)));
    expect(await left()).toEqual(limitsAfter(6_000n));
    await refunded(id, 9_000, 9_000);
    expect(await left()).toEqual(limitsAfter(0n));
  });

  it("frees the monthly limit but not the next day's limit if it is refunded a day later", async () => {
    const { id } = await Payments.create(actor, newPayment(9_000));
    await handleEventsOfPayment(psp.events, id);
    const nextDay = Clock.nowMs() + 26 * 3_600_000;
    await Clock.at(nextDay, async () => {
      await Payments.create(actor, newPayment(2_000));
      expect(await left()).toEqual({ day: 23_000n, month: 29_000n });
      await refunded(id, 9_000, 9_000);
      expect(await left()).toEqual({ day: 23_000n, month: 38_000n });
    });
  });

  it("is counted once under parallel requests with one idempotency key", async () => {
    const claim = Idempotency.claim<Payment>(actor.userId, "payments.create", Ids.secret(), {});
    const both = await Promise.allSettled([1, 2].map(() => Payments.create(actor, newPayment(3_000), claim)));
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await left()).toEqual(limitsAfter(3_000n));
  });
});
