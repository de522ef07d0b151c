import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { handleCheckoutEvent, placeOrder } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  listTransactions,
  outboxEventsOf,
  type PspObject,
  readPayment,
} from "../../../tests/support/payments.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { pendingRewards } from "../../../tests/support/saveback.ts";
import { audit } from "../../audit/index.ts";
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Policy from "../../policy/index.ts";
import * as Merchants from "../merchants/index.ts";

/** Disputes and failed refunds, by the provider's events. */

const database = withDatabase();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const books = async (asset = "EUR") => {
  const of = (name: string) => Ledger.balance(name, asset);
  const [clearing, treasury, saveback, receivable] = await Promise.all([
    of("clearing:psp"),
    of("treasury"),
    of("saveback"),
    of("receivable"),
  ]);
  return { clearing, treasury, saveback, receivable };
};

const euro = (value: string) => ({ value, asset: "EUR" });
/** Returns the events for a user's webhooks, oldest first. */
const eventsOf = async ({ userId }: { readonly userId: string }) =>
  (await ApiEvents.list({ mode: "live", userId }, { limit: 100, oldestFirst: true })).events;

let disputes = 0;
const disputeOf = (intent: PspObject, fields: Readonly<Record<string, unknown>> = {}): PspObject => ({
  id: `dp_${++disputes}`,
  object: "dispute",
  payment_intent: intent.id,
  amount: intent["amount"],
  currency: intent["currency"],
  status: "needs_response",
  ...fields,
});
const withdrawn = (dispute: PspObject, created?: number) =>
  handlePspEvent("charge.dispute.funds_withdrawn", dispute, created);
const reinstated = (dispute: PspObject, created?: number) =>
  handlePspEvent("charge.dispute.funds_reinstated", { ...dispute, status: "won" }, created);

/** Settles a payment of 50.01 to a merchant with 1.5 % commission and 2 % saveback. */
async function settlePayment(fields: { readonly currency?: string } = {}) {
  const { currency = "EUR" } = fields;
  const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
  const { merchantId } = await createMerchant(owner, { currency, savebackRate: "2" });
  const before = await books(currency);
  const intent = intentOf(payer, {
    amount: 5001,
    currency: currency.toLowerCase(),
    metadata: { svc_merchant: merchantId },
  });
  await handlePspEvent("payment_intent.succeeded", intent);
  return { payer, owner, intent, before };
}
type Paid = Awaited<ReturnType<typeof settlePayment>>;

/** Expects the balances after the payment, less the returned amount. */
async function expectLeft({ payer, owner, intent, before }: Paid, goneMinor: bigint): Promise<void> {
  const left = 5001n - goneMinor;
  const commission = 76n - (76n * goneMinor) / 5001n;
  const reward = (left * 2n) / 100n;
  expect(await availableMinor(owner.userId)).toBe(left - commission - reward);
  expect(await books()).toEqual({
    clearing: before.clearing - left,
    treasury: before.treasury + commission,
    saveback: before.saveback + reward,
    receivable: before.receivable,
  });
  expect((await pendingRewards(payer.userId)).map(({ amountMinor }) => amountMinor)).toEqual(
    reward > 0n ? [reward] : [],
  );
  expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: left });
  const flows = (await listTransactions(payer)).reduce(
    (sum, { type, amountMinor }) =>
      sum + (type === "payment" || type === "reversal" ? amountMinor : -amountMinor),
    0n,
  );
  expect(flows).toBe(left);
  expect(await readPayment(intent.id)).toMatchObject({ entryId: expect.stringMatching(/^txn_/) });
}

describe("a dispute", () => {
  it("debits merchant, commission and saveback in proportion, and notifies the merchant", async () => {
    const one = await settlePayment();
    const dispute = disputeOf(one.intent);
    expect(await handlePspEvent("charge.dispute.created", dispute)).toBe("disputed: needs_response");
    await expectLeft(one, 0n);
    expect(await withdrawn(dispute)).toBe("disputed: taken back");
    await expectLeft(one, 5001n);
    expect(await readPayment(one.intent.id)).toMatchObject({
      status: "SUCCEEDED",
      refundedMinor: 0n,
      disputedMinor: 5001n,
      disputed: "needs_response",
    });
    expect(await handlePspEvent("charge.dispute.closed", { ...dispute, status: "lost" })).toBe(
      "disputed: lost",
    );
    expect(await readPayment(one.intent.id)).toMatchObject({ disputed: "lost" });
    expect(await outboxEventsOf(one.intent.id)).toEqual([
      "payment-charged 50.01 EUR",
      "payment-disputed 50.01 EUR",
    ]);
    expect((await listTransactions(one.payer))[1]).toMatchObject({
      type: "dispute",
      amountMinor: 5001n,
      description: "Dispute of Lunch",
    });
  });

  it("is reported once per change, from its creation to its closing, and only to the merchant's webhooks", async () => {
    const one = await settlePayment();
    const dispute = disputeOf(one.intent, { amount: 1234, created: 1_700_000_000 });
    for (const times of [1, 2])
      expect(await handlePspEvent("charge.dispute.created", dispute, times)).toBeDefined();
    await withdrawn(dispute, 3);
    await handlePspEvent("charge.dispute.updated", { ...dispute, status: "under_review" }, 4);
    await reinstated(dispute, 5);
    await handlePspEvent("charge.dispute.closed", { ...dispute, status: "won" }, 6);
    const [owners, payers] = await Promise.all([eventsOf(one.owner), eventsOf(one.payer)]);
    const shown = owners.filter(({ data }) => data["object"] === "dispute");
    expect(
      shown.map(({ type, data }) => [type, data["status"], data["taken_amount"], data["returned_amount"]]),
    ).toEqual([
      ["dispute.created", "needs_response", euro("0"), euro("0")],
      ["dispute.updated", "needs_response", euro("12.34"), euro("0")],
      ["dispute.updated", "under_review", euro("12.34"), euro("0")],
      ["dispute.closed", "won", euro("12.34"), euro("12.34")],
    ]);
    expect(shown[0]?.data).toMatchObject({
      ...{ id: dispute.id, payment: one.intent.id, amount: euro("12.34"), asset: "EUR", livemode: true },
      created_at: new Date(1_700_000_000_000).toISOString(),
    });
    const sequences = shown.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
    expect(payers.filter(({ data }) => data["object"] === "dispute")).toEqual([]);
  });

  it("returns exactly the debited shares if it is won", async () => {
    const one = await settlePayment();
    const dispute = disputeOf(one.intent, { amount: 1234 });
    await withdrawn(dispute);
    await expectLeft(one, 1234n);
    expect(await reinstated(dispute)).toBe("disputed: credited again");
    await expectLeft(one, 0n);
    expect(await readPayment(one.intent.id)).toMatchObject({ disputedMinor: 0n, disputed: "won" });
    expect((await listTransactions(one.payer)).map(({ type }) => type)).toEqual([
      "payment",
      "dispute",
      "reversal",
    ]);
    expect(await outboxEventsOf(one.intent.id)).toEqual([
      "payment-charged 50.01 EUR",
      "payment-disputed 12.34 EUR",
      "payment-restored 12.34 EUR",
    ]);
  });

  it("moves the amount that the provider moved, even if it is a part", async () => {
    const one = await settlePayment();
    const moved = (amount: number) => ({ amount, currency: "eur", fee: 1500 });
    const dispute = disputeOf(one.intent);
    await withdrawn({ ...dispute, balance_transactions: [moved(-3000)] });
    await expectLeft(one, 3000n);
    await reinstated({ ...dispute, balance_transactions: [moved(-3000), moved(1000)] });
    await expectLeft(one, 2000n);
  });

  it("is booked once under repeated, reordered and parallel events", async () => {
    const one = await settlePayment();
    const [first, second] = [disputeOf(one.intent, { amount: 2000 }), disputeOf(one.intent, { amount: 700 })];
    await Promise.all([
      ...[1, 2, 3].map(() => withdrawn(first)),
      ...[1, 2, 3].map(() => reinstated(first)),
      ...[1, 2, 3].map(() => withdrawn(second)),
    ]);
    await expectLeft(one, 700n);
    await reinstated(first);
    await withdrawn(first);
    await expectLeft(one, 700n);
  });

  it("credits the payment first if its event arrives before the payment's event, even without a record", async () => {
    const payer = newActor();
    const known = intentOf(payer);
    await handlePspEvent("payment_intent.payment_failed", known);
    await withdrawn(disputeOf(known, { amount: 2000 }));
    expect(await handlePspEvent("payment_intent.succeeded", known)).toBe("settled before");
    expect(await availableMinor(payer.userId)).toBe(3000n);

    const intent = await Psp.call((stripe) =>
      stripe.paymentIntents.create({ amount: 5000, currency: "eur", metadata: { svc_user: payer.userId } }),
    );
    await confirm(intent.id);
    const dispute = disputeOf({ id: intent.id, amount: 5000, currency: "eur" }, { amount: 1000 });
    expect(await withdrawn(dispute)).toBe("disputed: taken back");
    expect(await availableMinor(payer.userId)).toBe(7000n);
  });

  it.each(["valueOf", "constructor", "toString", "__proto__"])(
    "with the id %s, which is a property of JavaScript objects, is booked as any other",
    async (id) => {
      const payer = newActor();
      const intent = intentOf(payer);
      await handlePspEvent("payment_intent.succeeded", intent);
      const dispute = disputeOf(intent, { id });
      expect(await handlePspEvent("charge.dispute.created", dispute, 100)).toBe("disputed: needs_response");
      expect(await withdrawn(dispute, 200)).toBe("disputed: taken back");
      expect((await listTransactions(payer)).map(({ type }) => type).sort()).toEqual(["dispute", "payment"]);
      expect(await readPayment(intent.id)).toMatchObject({
        disputed: "needs_response",
        disputedMinor: 5000n,
      });
      await withdrawn(dispute, 200);
      expect(await reinstated(dispute, 300)).toBe("disputed: credited again");
      expect(await availableMinor(payer.userId)).toBe(5000n);
    },
  );

  it("creates a debt if the money was spent, which later credits pay first", async () => {
    const payer = newActor();
    const wallet = walletRef(walletId("live", payer.userId, "EUR"));
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    await spend(payer.userId, 4000n);
    const { receivable } = await books();
    const dispute = disputeOf(intent);
    await withdrawn(dispute);
    expect(await availableMinor(payer.userId)).toBe(0n);
    expect(await Debts.owed(wallet)).toBe(4000n);
    expect((await books()).receivable).toBe(receivable - 4000n);
    expect(await readPayment(intent.id)).toMatchObject({ owedMinor: 4000n });

    const small = intentOf(payer, { amount: 1500 });
    await handlePspEvent("payment_intent.succeeded", small);
    expect(await availableMinor(payer.userId)).toBe(0n);
    expect(await Debts.owed(wallet)).toBe(2500n);
    const { entryId = "" } = await readPayment(small.id);
    expect((await Ledger.find(entryId))?.reason).toBe(`payment ${small.id}`);
    // The won dispute pays the rest of the debt, and credits the user with the part that was paid before.
    await reinstated(dispute);
    expect(await Debts.owed(wallet)).toBe(0n);
    expect(await availableMinor(payer.userId)).toBe(2500n);
    expect((await books()).receivable).toBe(receivable);
  });

  it("of an order is taken from the treasury, and returned to it if it is won", async () => {
    const order = await placeOrder(newActor());
    await handleCheckoutEvent("checkout.session.completed", {
      id: order.sessionId,
      payment_status: "paid",
      payment_intent: `pi_${order.orderId}`,
    });
    const before = await books();
    const dispute = disputeOf({ id: `pi_${order.orderId}`, amount: 1250, currency: "eur" });
    await withdrawn(dispute);
    expect((await books()).treasury).toBe(before.treasury - 1250n);
    await reinstated(dispute);
    expect(await books()).toEqual(before);
    expect(await order.now()).toMatchObject({ status: "SUCCEEDED", disputed: "won" });
  });

  it("in another currency than its payment moves nothing and is flagged", async () => {
    const one = await settlePayment();
    expect(await withdrawn(disputeOf(one.intent, { currency: "usd" }))).toBe("flagged");
    await expectLeft(one, 0n);
    expect((await readPayment(one.intent.id)).flagged).toContain("is of 5001 usd");
  });

  it("is ignored without an intent and for an unknown payment, like a failed refund of one", async () => {
    const intent = await Psp.call((stripe) => stripe.paymentIntents.create({ amount: 500, currency: "eur" }));
    for (const payment_intent of [intent.id, "pi_nobodys", null])
      expect(await withdrawn(disputeOf(intentOf(newActor()), { payment_intent }))).toBe("not ours");
    const refund = { id: "re_1", payment_intent: "pi_nobodys", amount: 5, status: "failed" };
    expect(await handlePspEvent("refund.failed", refund)).toBe("not ours");
  });

  it("of a flagged payment moves nothing", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.payment_failed", intent);
    await handlePspEvent("payment_intent.succeeded", { ...intent, amount: 4999 });
    expect(await withdrawn(disputeOf(intent))).toBe("flagged");
    expect(await availableMinor(payer.userId)).toBeUndefined();
  });

  it("is booked once if every second response of the database is lost", async () => {
    const one = await settlePayment();
    const dispute = disputeOf(one.intent, { amount: 1111 });
    let count = 0;
    const { lost } = loseResponses(database.endpoint, () => count++ % 2 === 0);
    try {
      await withdrawn(dispute);
      await reinstated(dispute);
      await withdrawn(disputeOf(one.intent, { amount: 222 }));
    } finally {
      Table.configure(clientConfig(database.endpoint));
    }
    expect(lost()).toBeGreaterThan(0);
    await expectLeft(one, 222n);
  });
});

describe("a failed refund", () => {
  let refunds = 0;
  const refund = (intent: PspObject, amount_refunded: number, created: number) =>
    handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded }), created);
  const refundOf = (intent: PspObject, amount: number, created: number): PspObject => ({
    id: `re_${++refunds}`,
    object: "refund",
    payment_intent: intent.id,
    amount,
    created,
    status: "failed",
  });

  it("returns exactly the debited shares once under repeated events", async () => {
    const one = await settlePayment();
    await refund(one.intent, 5001, 100);
    await expectLeft(one, 5001n);
    expect(await readPayment(one.intent.id)).toMatchObject({ status: "REFUNDED" });
    const failure = refundOf(one.intent, 5001, 100);
    const outcomes = await Promise.all([
      handlePspEvent("refund.failed", failure, 200),
      handlePspEvent("charge.refund.updated", failure, 201),
      handlePspEvent("refund.updated", failure, 200),
    ]);
    expect(outcomes.filter((outcome) => outcome === "the refund is undone")).toHaveLength(1);
    await expectLeft(one, 0n);
    expect(await readPayment(one.intent.id)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 0n });
    expect(await refund(one.intent, 5001, 100)).toBe("refunded before");
    expect(await refund(one.intent, 0, 210)).toBe("refunded before");
    await expectLeft(one, 0n);
    expect(
      (await listTransactions(one.payer)).map(({ type, description }) => `${type}: ${description}`),
    ).toEqual(["payment: Lunch", "refund: Refund of Lunch", "reversal: Failed refund of Lunch"]);
    // Events of one entry have no order.
    expect((await outboxEventsOf(one.intent.id)).sort()).toEqual([
      "payment-charged 50.01 EUR",
      "payment-refund-failed 50.01 EUR",
      "payment-refunded 50.01 EUR",
      "payment-restored 50.01 EUR",
    ]);
    for (const who of [one.payer, one.owner]) {
      const shown = (await eventsOf(who)).filter(({ data }) => data["id"] === one.intent.id);
      expect(shown.map(({ type, data }) => [type, data["refunded_amount"]])).toEqual([
        ["payment.succeeded", euro("0")],
        ["payment.refunded", euro("50.01")],
        ["payment.refund_failed", euro("0")],
      ]);
    }
  });

  it("does not affect other refunds, and lowers the total by which the next refund is booked", async () => {
    const one = await settlePayment();
    await refund(one.intent, 1000, 100);
    await refund(one.intent, 1500, 200);
    await handlePspEvent("refund.failed", refundOf(one.intent, 1000, 100), 300);
    await expectLeft(one, 500n);
    expect(await refund(one.intent, 500, 310)).toBe("refunded before");
    await refund(one.intent, 800, 400);
    await expectLeft(one, 800n);
  });

  it("is booked only for the statuses of a failure, not for succeeded and pending refunds", async () => {
    const one = await settlePayment();
    await refund(one.intent, 1000, 100);
    for (const status of ["succeeded", "pending"])
      expect(
        await handlePspEvent("refund.updated", { ...refundOf(one.intent, 1000, 100), status }, 200),
      ).toBe("the refund has not failed");
    await expectLeft(one, 1000n);
  });
});

it("leaves the same state of a payment for any order of its refunds, their failures and its disputes", async () => {
  const history = (intent: PspObject): (() => Promise<string>)[] => {
    const dispute = disputeOf(intent, { amount: 1300 });
    const failure = { id: "re_x", payment_intent: intent.id, amount: 1000, created: 100, status: "failed" };
    const charge = (amount_refunded: number, at: number) =>
      handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded }), at);
    return [
      () => handlePspEvent("payment_intent.payment_failed", intent, 50),
      () => handlePspEvent("payment_intent.succeeded", intent, 60),
      () => charge(1000, 100),
      () => charge(1700, 200),
      () => handlePspEvent("refund.failed", failure, 300),
      () => handlePspEvent("charge.refund.updated", failure, 300),
      () => charge(900, 400),
      () => withdrawn(dispute, 500),
      () => reinstated({ ...dispute, amount: 300 }, 600),
      () => handlePspEvent("charge.dispute.closed", { ...dispute, status: "won" }, 600),
    ];
  };
  const many = Array.from({ length: 10 }, (_, i) => i);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(many, { minLength: many.length }),
      fc.boolean(),
      async (order, atOnce) => {
        const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
        const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
        const before = await books();
        const intent = intentOf(payer, { amount: 5001, metadata: { svc_merchant: merchantId } });
        // The record exists, as after the creation of a payment.
        await handlePspEvent("payment_intent.payment_failed", intent, 40);
        const events = history(intent);
        const deliverAt = (at: number) => events[at]?.();
        if (atOnce) await Promise.all(order.map(deliverAt));
        else for (const at of order) await deliverAt(at);
        await expectLeft({ payer, owner, intent, before }, 1900n);
        expect(await readPayment(intent.id)).toMatchObject({ refundedMinor: 900n, disputedMinor: 1000n });
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
});

async function spend(userId: string, amount: bigint): Promise<void> {
  const wallet = walletRef(walletId("live", userId, "EUR"));
  await Policy.post({
    type: "WITHDRAWAL",
    postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, amount),
    initiator: wallet.account,
    actorId: "test",
    reason: "spent",
    result: () => undefined,
  });
}
