import { afterAll, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import type { LiveActor } from "../../core/identity/actor.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Cards from "../../core/payments/cards/index.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import * as Checkout from "../../core/payments/checkout/index.ts";
import * as Customers from "../../core/payments/customers/index.ts";
import { AlreadyDecided } from "../../core/payments/payments/errors.ts";
import * as Payments from "../../core/payments/payments/index.ts";
import { validate } from "../../core/payments/payments/validate.ts";
import { refund } from "../../core/payments/refunds/index.ts";
import type { RefundResult } from "../../core/payments/refunds/schema.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Psp from "../../core/platform/psp/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { teaOrder } from "../support/checkout.ts";
import { type CrashResult, crashAtEveryCall, runUntilCrash } from "../support/crash-points.ts";
import { withDatabase } from "../support/database.ts";
import { newActor } from "../support/ledger.ts";
import {
  availableMinor,
  createMerchant,
  handleEventsOfPayment,
  listTransactions,
  outboxEventsOf,
  readPayment,
} from "../support/payments.ts";
import { createStaff } from "../support/people.ts";
import { confirmSetup, withPsp } from "../support/psp.ts";
import { isReplayed } from "../support/replayed.ts";

/**
 * A process that is killed between the provider's call and our commit, or at any other moment of a step: the
 * retried request has one effect at the provider, and the same effect on the platform.
 */

const database = withDatabase();
const psp = withPsp({ absentCustomerPays: false });

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const claimOf = <T>(actor: LiveActor, step: string) =>
  Idempotency.claim<T>(actor.userId, step, Ids.secret(), {});

/** Returns whether a retry was rejected because the request was already executed. */
const isAlreadyDone = (error: unknown): boolean =>
  error instanceof Idempotency.AlreadyDone || (error instanceof SvcError && error.is(AlreadyDecided));

/** Executes a request in a process that dies at a moment, then retries it. */
async function dieAndRetry(
  n: number,
  request: () => Promise<unknown>,
  between = async () => {},
): Promise<CrashResult> {
  const one = await runUntilCrash(database.endpoint, n, request);
  if (one.died) {
    await between();
    await request().catch((error: unknown) => {
      if (!isAlreadyDone(error)) throw error;
    });
  }
  return one;
}

async function intentsOf({ userId }: LiveActor): Promise<string[]> {
  const customer = await Customers.find(userId);
  if (customer === undefined) return [];
  const { data } = await Psp.call((stripe) => stripe.paymentIntents.list({ customer }));
  return data.map(({ id }) => id);
}

const paymentRequest = (amount: number) => ({
  amount,
  currency: "eur" as const,
  description: "Lunch",
  metadata: {},
  paymentMethodId: "pm_card_visa",
});

it("rejects a merchant's refund that exceeds the payment because of a concurrent refund", async () => {
  const owner = newActor("PROFESSIONNEL");
  const { merchantId } = await createMerchant(owner);
  const { id: paymentId } = await Payments.create(newActor(), { ...paymentRequest(5000), merchantId });
  await handleEventsOfPayment(psp.events, paymentId);
  const claim = claimOf<RefundResult>(owner, "payments.merchant.refund");
  const late = () => refund(owner, { paymentId, amount: 4000 }, claim);
  const beyond = { code: "REFUND_EXCEEDS_PAYMENT", message: expect.any(String) };
  Psp.configure({
    fetch: async (url, init) => {
      const isAsking = init?.method === "POST" && String(url).endsWith("/v1/refunds");
      if (isAsking) await psp.stripe.refunds.create({ payment_intent: paymentId, amount: 1500 });
      return fetch(url, init);
    },
  });
  try {
    await expect(late()).rejects.toMatchObject(beyond);
  } finally {
    Psp.configure({});
  }
  // The next attempt does not reach the provider.
  await expect(late()).rejects.toMatchObject(beyond);
  const { data } = await psp.stripe.refunds.list({ payment_intent: paymentId });
  expect(data.map(({ amount }) => amount)).toEqual([1500]);
});

describe("a process that dies at any moment of", () => {
  it.each(["before", "after"])(
    "a payment charges once and credits once, with its event %s the retry",
    async (when) => {
      const moments = await crashAtEveryCall(async (n) => {
        const actor = newActor();
        const claim = claimOf<never>(actor, "payments.create");
        const deliverEvents = async () => {
          for (const id of await intentsOf(actor)) await handleEventsOfPayment(psp.events, id);
        };
        const one = await dieAndRetry(
          n,
          () => Payments.create(actor, paymentRequest(5000), claim),
          when === "before" ? deliverEvents : undefined,
        );
        await deliverEvents();
        expect(await intentsOf(actor)).toHaveLength(1);
        expect((await listTransactions(actor)).map(({ status }) => status)).toEqual(["SUCCEEDED"]);
        expect(await availableMinor(actor.userId)).toBe(5000n);
        return one;
      });
      expect(moments).toBeGreaterThan(5);
    },
  );

  it("an approval captures once, credits once and notifies the payer once", async () => {
    const admin = await createStaff("ADMIN");
    const moments = await crashAtEveryCall(async (n) => {
      const payer = newActor();
      const { id } = await Payments.create(payer, paymentRequest(100_000));
      const claim = claimOf<never>(admin, "payments.validate");
      const decision = { paymentId: id, action: "approve", reason: "looked at it" } as const;
      const one = await dieAndRetry(
        n,
        () => validate(admin, decision, claim),
        () => psp.advance(61),
      );
      expect(await psp.stripe.paymentIntents.retrieve(id)).toMatchObject({ amount_received: 100_000 });
      expect(await availableMinor(payer.userId)).toBe(100_000n);
      expect(await readPayment(id)).toMatchObject({
        status: "SUCCEEDED",
        approval: { action: "approve", by: admin.userId, doneAt: expect.any(String) },
      });
      expect(await outboxEventsOf(id)).toEqual(["payment-approved 1000 EUR"]);
      return one;
    });
    expect(moments).toBeGreaterThan(5);
  });

  it("a merchant's refund executes it once, and a retry returns the same result", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { merchantId } = await createMerchant(owner);
    const moments = await crashAtEveryCall(async (n) => {
      const { id } = await Payments.create(newActor(), { ...paymentRequest(5000), merchantId });
      await handleEventsOfPayment(psp.events, id);
      await refund(owner, { paymentId: id, amount: 500 });
      const claim = claimOf<RefundResult>(owner, "payments.merchant.refund");
      let answer: RefundResult | undefined;
      const one = await dieAndRetry(n, async () => {
        answer = undefined;
        answer = await refund(owner, { paymentId: id, amount: 1500 }, claim);
      });
      const stored = Idempotency.replay(claim, await Table.get(claim.key))?.result;
      expect(stored).toMatchObject({ amountMinor: 1500n, refundedMinor: 2000n });
      expect(answer ?? stored, `call ${n}`).toEqual(stored);
      const { data } = await psp.stripe.refunds.list({ payment_intent: id });
      expect(data.map(({ amount }) => amount)).toEqual([1500, 500]);
      return one;
    });
    expect(moments).toBeGreaterThan(5);
  });

  it("saving a card stores one default card", async () => {
    const moments = await crashAtEveryCall(async (n) => {
      const owner = newActor();
      const { id: setupIntentId } = await Saving.createSetup(owner);
      await confirmSetup(setupIntentId);
      const claim = claimOf<never>(owner, "payments.cards.create");
      const save = () => Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId }, claim);
      // The second attempt finds the card saved: the chain replays the first result.
      const one = await dieAndRetry(n, () => isReplayed<unknown>(claim, save));
      const cards = await Cards.list(owner);
      expect(cards.map(({ isDefault }) => isDefault)).toEqual([true]);
      return one;
    });
    expect(moments).toBeGreaterThan(5);
  });

  it("the creation of a setup intent creates one intent", async () => {
    await crashAtEveryCall(async (n) => {
      const owner = newActor();
      const claim = claimOf<never>(owner, "payments.setup-intents.create");
      const one = await dieAndRetry(n, () => Saving.createSetup(owner, claim));
      const customer = (await Customers.find(owner.userId)) ?? "";
      expect((await psp.stripe.setupIntents.list({ customer })).data).toHaveLength(1);
      return one;
    });
  });

  it("the creation of an order creates one order with one payment page", async () => {
    const moments = await crashAtEveryCall(async (n) => {
      const buyer = newActor();
      const claim = claimOf<never>(buyer, "payments.psp");
      const one = await dieAndRetry(n, () => Checkout.create(buyer, teaOrder(), claim));
      const customer = (await Customers.find(buyer.userId)) ?? "";
      const { data } = await psp.stripe.checkout.sessions.list({ customer });
      const orders = await listTransactions(buyer);
      expect(data.map(({ metadata }) => metadata?.["svc_order"])).toEqual(
        orders.map(({ transactionId }) => transactionId),
      );
      expect(orders).toHaveLength(1);
      return one;
    });
    expect(moments).toBeGreaterThan(5);
  });
});
