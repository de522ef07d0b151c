import { afterAll, describe, expect, it } from "vitest";
import {
  handleCheckoutEvent,
  type PlacedOrder,
  placeOrder,
  teaOrder,
  withPlans,
} from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Transactions from "../records/index.ts";
import * as Subscriptions from "../subscriptions/index.ts";

withDatabase();
withPlans();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const treasury = () => Ledger.balance("treasury", "EUR");
const received = async () => -(await Ledger.balance("clearing:psp", "EUR"));
const owed = async () => -(await Ledger.balance("receivable", "EUR"));

const COMPLETED = "checkout.session.completed";
const paid = ({ sessionId }: PlacedOrder, more: object = {}) =>
  handleCheckoutEvent(COMPLETED, { id: sessionId, payment_status: "paid", ...more });
const refunds = ({ orderId }: PlacedOrder, amount_refunded: number, more: object = {}) =>
  handleCheckoutEvent("charge.refunded", {
    id: `ch_${orderId}`,
    amount: 1250,
    currency: "eur",
    amount_refunded,
    captured: true,
    payment_intent: `pi_${orderId}`,
    metadata: { svc_order: orderId },
    ...more,
  });
const order = () => placeOrder(newActor());
const refundsOf = async ({ now }: PlacedOrder) => {
  const { userId } = await now();
  const filter = { page: 1, limit: 50, sort: { field: "createdAt", order: "asc" } } as const;
  const { transactions } = await Transactions.list({ ...newActor(), userId }, filter);
  return transactions.filter(({ type }) => type === "refund").map(({ amountMinor }) => amountMinor);
};

describe("an order's payment", () => {
  it("is booked to the treasury once, under repeated and parallel events", async () => {
    const one = await order();
    const [before, cleared] = [await treasury(), await received()];
    const full = { amount_total: 1250, currency: "eur", payment_intent: `pi_${one.orderId}` };
    const all = await Promise.all([
      paid(one, full),
      paid(one, full),
      handleCheckoutEvent("checkout.session.async_payment_succeeded", { id: one.sessionId, ...full }),
      paid(one),
    ]);
    expect(all.filter((outcome) => outcome === "confirmed")).toHaveLength(1);
    expect(await paid(one, full)).toBe("confirmed before");
    expect(await treasury()).toBe(before + 1250n);
    expect(await received()).toBe(cleared + 1250n);
    const { entryId, completedAt, ...now } = await one.now();
    expect(now).toMatchObject({ status: "SUCCEEDED", amountMinor: 1250n });
    expect(await Ledger.find(entryId ?? "")).toMatchObject({
      type: "PAYMENT",
      createdAt: completedAt,
      reason: `order ${one.orderId}`,
    });
    expect((await Transactions.find(`pi_${one.orderId}`))?.transactionId).toBe(one.orderId);
  });

  it("confirms the order that the session's id or our metadata identifies", async () => {
    for (const identify of [
      (one: PlacedOrder) => ({ id: one.sessionId }),
      (one: PlacedOrder) => ({ id: "cs_other", metadata: { svc_order: one.orderId } }),
    ]) {
      const one = await order();
      expect(await handleCheckoutEvent(COMPLETED, { ...identify(one), payment_status: "paid" })).toBe(
        "confirmed",
      );
      expect((await one.now()).status).toBe("SUCCEEDED");
    }
  });

  it("succeeds or fails by a later event if the session completes unpaid", async () => {
    const [good, bad] = [await order(), await order()];
    const before = await treasury();
    for (const { sessionId, now } of [good, bad]) {
      expect(await handleCheckoutEvent(COMPLETED, { id: sessionId, payment_status: "unpaid" })).toBe(
        "waits for the payment",
      );
      expect((await now()).status).toBe("PENDING");
    }
    await handleCheckoutEvent("checkout.session.async_payment_succeeded", { id: good.sessionId });
    await handleCheckoutEvent("checkout.session.async_payment_failed", { id: bad.sessionId });
    expect((await good.now()).status).toBe("SUCCEEDED");
    expect(await bad.now()).toMatchObject({
      status: "FAILED",
      failureReason: "The payment failed after the checkout.",
    });
    expect(await treasury()).toBe(before + 1250n);
    await handleCheckoutEvent(COMPLETED, { id: bad.sessionId, payment_status: "unpaid" });
    await handleCheckoutEvent("checkout.session.async_payment_failed", { id: good.sessionId });
    expect([(await good.now()).status, (await bad.now()).status]).toEqual(["SUCCEEDED", "FAILED"]);
  });

  it("is booked even if the order was canceled because its session expired", async () => {
    const one = await order();
    const before = await treasury();
    expect(await handleCheckoutEvent("checkout.session.expired", { id: one.sessionId })).toBe("canceled");
    expect((await one.now()).status).toBe("CANCELED");
    expect(await handleCheckoutEvent(COMPLETED, { id: one.sessionId })).toBe("waits for the payment");
    await paid(one);
    expect(await handleCheckoutEvent("checkout.session.expired", { id: one.sessionId })).toBe(
      "nothing changed",
    );
    expect((await one.now()).status).toBe("SUCCEEDED");
    expect(await treasury()).toBe(before + 1250n);
  });

  it.each([
    [{ amount_total: 1249, currency: "eur" }, "ordered 1250 EUR, paid 1249 EUR (minor units)"],
    [{ amount_total: 1250, currency: "usd" }, "ordered 1250 EUR, paid 1250 USD (minor units)"],
    [{ amount_total: 0, payment_status: "no_payment_required" }, "ordered 1250 EUR, paid 0 ? (minor units)"],
  ])("flags the order and is not booked if it differs from it: %j", async (reported, why) => {
    const one = await order();
    const before = [await treasury(), await received()];
    expect(await paid(one, reported)).toBe("flagged");
    expect(await one.now()).toMatchObject({ status: "PENDING", flagged: why });
    expect([await treasury(), await received()]).toEqual(before);
  });

  it("confirms the order without a ledger entry if the order is free", async () => {
    const one = await order();
    const before = await treasury();
    expect(await paid(one, { payment_status: "no_payment_required" })).toMatch(
      /^confirmed without a payment/,
    );
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", completedAt: expect.any(String) });
    expect((await one.now()).entryId).toBeUndefined();
    expect(await treasury()).toBe(before);
  });

  it("is ignored for an unknown session, even with an order's id as client reference", async () => {
    const before = await received();
    const one = await order();
    for (const object of [
      { id: "cs_foreign", payment_status: "paid", client_reference_id: one.orderId, metadata: null },
      { id: "cs_foreign", payment_status: "paid", amount_total: 1, currency: "eur" },
      { id: "cs_foreign", payment_status: "paid", metadata: { svc_order: "ord_unknown" } },
    ])
      expect(await handleCheckoutEvent(COMPLETED, object)).toBe("not ours");
    expect(await received()).toBe(before);
  });

  it("fails with an unreadable amount, and leaves the order pending", async () => {
    const one = await order();
    await expect(paid(one, { amount_total: "1250" })).rejects.toThrow("amount_total");
    expect((await one.now()).status).toBe("PENDING");
  });

  it("is not changed by the events of its payment intent", async () => {
    const one = await order();
    const intent = {
      id: "pi_x",
      amount: 1250,
      currency: "eur",
      created: 5,
      metadata: { svc_order: one.orderId },
    };
    await handleCheckoutEvent("payment_intent.succeeded", intent);
    await handleCheckoutEvent("payment_intent.payment_failed", intent);
    expect((await one.now()).status).toBe("PENDING");
    expect(await Transactions.find("pi_x")).toBeUndefined();
  });
});

describe("an order's refund", () => {
  it("is booked from the treasury in parts, each once, and marks the order as refunded when complete", async () => {
    const one = await order();
    await paid(one);
    const before = await treasury();
    expect(await refunds(one, 300)).toBe("refunded in part");
    expect(await refunds(one, 300)).toBe("refunded before");
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 300n });
    expect(await treasury()).toBe(before - 300n);
    expect(await refunds(one, 1250)).toBe("refunded");
    expect(await refunds(one, 300)).toBe("refunded before");
    expect(await one.now()).toMatchObject({ status: "REFUNDED", refundedMinor: 1250n });
    expect(await treasury()).toBe(before - 1250n);
    expect(await refundsOf(one)).toEqual([300n, 950n]);
    await paid(one);
    expect((await one.now()).status).toBe("REFUNDED");
    expect(await treasury()).toBe(before - 1250n);
  });

  it("is booked once under parallel events", async () => {
    const one = await order();
    await paid(one);
    const before = await treasury();
    await Promise.all([refunds(one, 300), refunds(one, 1250), refunds(one, 300), refunds(one, 1250)]);
    expect(await treasury()).toBe(before - 1250n);
    expect((await refundsOf(one)).reduce((sum, part) => sum + part, 0n)).toBe(1250n);
    expect(await one.now()).toMatchObject({ status: "REFUNDED", refundedMinor: 1250n });
  });

  it("books the payment first if its event arrives before the payment's event", async () => {
    const one = await order();
    const [before, cleared] = [await treasury(), await received()];
    expect(await refunds(one, 1000)).toBe("refunded in part");
    expect(await paid(one)).toBe("confirmed before");
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 1000n });
    expect(await treasury()).toBe(before + 250n);
    expect(await received()).toBe(cleared + 250n);
  });

  it("finds its order by the payment intent of the session's event", async () => {
    const one = await order();
    await paid(one, { payment_intent: { id: `pi_${one.orderId}` } });
    expect(await refunds(one, 1250, { metadata: {} })).toBe("refunded");
  });

  it("flags an unpaid order if its charge has another amount", async () => {
    const one = await order();
    const before = await treasury();
    expect(await refunds(one, 100, { amount: 100 })).toBe("flagged");
    expect(await one.now()).toMatchObject({ status: "PENDING", refundedMinor: 0n });
    expect(await treasury()).toBe(before);
  });

  it("never exceeds the paid amount", async () => {
    const one = await order();
    await paid(one);
    const before = [await treasury(), await received(), await owed()] as const;
    expect(await refunds(one, 99_999)).toBe("refunded");
    expect(await one.now()).toMatchObject({ status: "REFUNDED", refundedMinor: 1250n });
    expect([await treasury(), await received(), await owed()]).toEqual([
      before[0] - 1250n,
      before[1] - 1250n,
      before[2],
    ]);
  });

  it("is booked as a debt if the treasury cannot pay it", async () => {
    const one = await order();
    await paid(one);
    const all = await treasury();
    const spent = { account: "clearing:bank", asset: "EUR" };
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move({ account: "treasury", asset: "EUR" }, spent, all - 200n),
      actorId: "test",
      reason: "the treasury spends",
      result: () => undefined,
    });
    const before = await owed();
    expect(await refunds(one, 1250)).toBe("refunded");
    expect(await treasury()).toBe(0n);
    expect(await owed()).toBe(before + 1050n);
  });

  it("reaches the same state in any order of the events", async () => {
    const events = [
      (one: PlacedOrder) => paid(one),
      (one: PlacedOrder) => refunds(one, 300),
      (one: PlacedOrder) => refunds(one, 1250),
      (one: PlacedOrder) => handleCheckoutEvent("checkout.session.expired", { id: one.sessionId }),
    ];
    const cleared = await received();
    for (const sequence of permutations(events)) {
      const one = await order();
      for (const event of sequence) await event(one);
      expect(await one.now()).toMatchObject({ status: "REFUNDED", refundedMinor: 1250n });
      expect((await refundsOf(one)).reduce((sum, part) => sum + part, 0n)).toBe(1250n);
    }
    expect(await received()).toBe(cleared);
  });
});

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

describe("an order of a subscription", () => {
  const subscribed = async () => {
    const actor = newActor();
    return { actor, one: await placeOrder(actor, teaOrder({ mode: "subscription" })) };
  };

  it("activates the plan of its first line when it is paid, and books the payment", async () => {
    const { actor, one } = await subscribed();
    expect((await Subscriptions.plan(actor)).status).toBe("none");
    const before = await treasury();
    expect(await paid(one, { subscription: `sub_${one.orderId}` })).toBe("confirmed; plan Tea, active");
    expect(await Subscriptions.plan(actor)).toEqual({
      plan: "Tea",
      status: "active",
      currentPeriodEnd: undefined,
      cancelAtPeriodEnd: false,
    });
    expect(await treasury()).toBe(before + 1250n);
    expect((await Transactions.find(`sub_${one.orderId}`))?.transactionId).toBe(one.orderId);
    expect(await paid(one, { subscription: `sub_${one.orderId}` })).toBe("confirmed before; nothing new");
    expect(await notifications(actor.userId)).toEqual(["plan-activated"]);
  });

  it("activates its plan only once it is paid", async () => {
    const { actor, one } = await subscribed();
    await handleCheckoutEvent(COMPLETED, { id: one.sessionId, payment_status: "unpaid" });
    expect((await Subscriptions.plan(actor)).status).toBe("none");
    await handleCheckoutEvent("checkout.session.async_payment_succeeded", { id: one.sessionId });
    expect((await Subscriptions.plan(actor)).status).toBe("active");
  });

  it("activates its plan when its event is delivered again, if the process died after it confirmed the order", async () => {
    const { actor, one } = await subscribed();
    await refunds(one, 100);
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED" });
    expect((await Subscriptions.plan(actor)).status).toBe("none");
    expect(await paid(one)).toBe("confirmed before; plan Tea, active");
  });

  it("is needed to activate a plan: an order of a product activates none", async () => {
    const actor = newActor();
    await paid(await placeOrder(actor));
    expect((await Subscriptions.plan(actor)).status).toBe("none");
  });
});

/** Returns the pending notifications of a user. */
async function notifications(userId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("OUTBOX#") && String(item["payload"]).includes(userId))
      found.push(String(item["type"]));
  return found;
}

it("records the card of an unpaid order from a charge's event", async () => {
  const one = await placeOrder(newActor());
  const charge = {
    id: `ch_${one.orderId}`,
    payment_intent: `pi_${one.orderId}`,
    amount: 1250,
    currency: "eur",
    created: 1,
    metadata: { svc_order: one.orderId },
    payment_method_details: { type: "card", card: { last4: "4242" } },
  };
  expect(await handleCheckoutEvent("charge.succeeded", charge)).toBe("the card is known");
  expect(await one.now()).toMatchObject({ cardLast4: "4242", status: "PENDING" });
});
