import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { deposit, newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  listTransactions,
  outboxEventsOf,
  readPayment,
} from "../../../tests/support/payments.ts";
import { pendingRewards } from "../../../tests/support/saveback.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Merchants from "../merchants/index.ts";

/** Refunds, by the provider's events. */

withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const clearing = () => Ledger.balance("clearing:psp", "EUR");
const treasury = () => Ledger.balance("treasury", "EUR");
const saveback = () => Ledger.balance("saveback", "EUR");

describe("a refund", () => {
  const refund = (intent: ReturnType<typeof intentOf>, amount: number, more = {}) =>
    handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: amount, ...more }));

  it("in part, and then in full, debits exactly the credited amount, and notifies the payer of each", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await refund(intent, 1200)).toBe("refunded in part");
    expect(await availableMinor(payer.userId)).toBe(3800n);
    expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 1200n });
    expect(await refund(intent, 5000)).toBe("refunded");
    expect(await availableMinor(payer.userId)).toBe(0n);
    expect(await readPayment(intent.id)).toMatchObject({ status: "REFUNDED", refundedMinor: 5000n });
    const refunds = (await listTransactions(payer)).filter(({ type }) => type === "refund");
    expect(refunds).toMatchObject([
      {
        status: "SUCCEEDED",
        amountMinor: 1200n,
        currency: "EUR",
        description: "Refund of Lunch",
      },
      { status: "SUCCEEDED", amountMinor: 3800n },
    ]);
    for (const { transactionId } of refunds)
      expect(await readPayment(transactionId)).toMatchObject({ metadata: { payment: intent.id } });
    expect(await outboxEventsOf(intent.id)).toEqual([
      "top-up-completed 50 EUR",
      "payment-refunded 12 EUR",
      "payment-refunded 38 EUR",
    ]);
  });

  it('of a payment without a description has the description "Refund of a payment"', async () => {
    const payer = newActor();
    const intent = intentOf(payer, { description: null });
    await handlePspEvent("payment_intent.succeeded", intent);
    await refund(intent, 1200);
    const refunds = (await listTransactions(payer)).filter(({ type }) => type === "refund");
    expect(refunds.map(({ description }) => description)).toEqual(["Refund of a payment"]);
  });

  it("is booked once under repeated, reordered and parallel events", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    const amounts = [3000, 1000, 3000, 2000, 1000, 3000];
    const outcomes = await Promise.all(amounts.map((amount) => refund(intent, amount)));
    expect(outcomes).toContain("refunded before");
    expect(await refund(intent, 2000)).toBe("refunded before");
    expect(await availableMinor(payer.userId)).toBe(2000n);
    const refunds = (await listTransactions(payer)).filter(({ type }) => type === "refund");
    expect(refunds.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(3000n);
  });

  it("credits the payment first if its event arrives before the payment's event", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    expect(await refund(intent, 2000)).toBe("refunded in part");
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled before");
    expect(await availableMinor(payer.userId)).toBe(3000n);
    expect(await readPayment(intent.id)).toMatchObject({
      status: "SUCCEEDED",
      refundedMinor: 2000n,
      cardLast4: "4242",
    });
  });

  it("returns the whole payment if its event states no amount", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await handlePspEvent("charge.refunded", { id: "ch_1", payment_intent: intent.id })).toBe(
      "refunded",
    );
    expect(await availableMinor(payer.userId)).toBe(0n);
  });

  it("above the paid amount returns the whole payment", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await refund(intent, 999_999)).toBe("refunded");
    expect(await availableMinor(payer.userId)).toBe(0n);
  });

  it("is ignored for an authorized payment that was not captured", async () => {
    const intent = intentOf(newActor(), { metadata: { svc_approval: "manual" } });
    await handlePspEvent("payment_intent.amount_capturable_updated", intent);
    expect(await refund(intent, 5000, { captured: false, amount_captured: 0 })).toBe(
      "nothing was captured, so nothing was refunded",
    );
    expect(await readPayment(intent.id)).toMatchObject({ status: "AWAITING_APPROVAL", refundedMinor: 0n });
  });

  it("creates a debt if the money was spent", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.succeeded", intent);
    const wallet = { account: `wallet:wal_${payer.userId.slice(4)}_eur`, asset: "EUR" };
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, 4000n),
      initiator: wallet.account,
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    const owed = await Ledger.balance("receivable", "EUR");
    expect(await refund(intent, 5000)).toBe("refunded");
    expect(await availableMinor(payer.userId)).toBe(0n);
    expect((await Ledger.balance("receivable", "EUR")) - owed).toBe(-4000n);
    await deposit(wallet, 1n);
  });

  it("debits exactly the merchant's share, the treasury's commission and the saveback", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
    const [before, came, funds] = [await treasury(), await clearing(), await saveback()];
    const intent = intentOf(payer, { amount: 5001, metadata: { svc_merchant: merchantId } });
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await availableMinor(owner.userId)).toBe(5001n - 76n - 100n);
    await refund(intent, 1000);
    // 76 x 1000 / 5001 is 15.19…, 2 % of 4001 are 80.02.
    expect(await availableMinor(owner.userId)).toBe(4001n - 61n - 80n);
    expect((await treasury()) - before).toBe(76n - 15n);
    expect((await saveback()) - funds).toBe(80n);
    expect(await pendingRewards(payer.userId)).toMatchObject([{ amountMinor: 80n }]);
    await refund(intent, 5001);
    expect(await availableMinor(owner.userId)).toBe(0n);
    expect(await treasury()).toBe(before);
    expect(await clearing()).toBe(came);
    expect(await saveback()).toBe(funds);
    expect(await pendingRewards(payer.userId)).toEqual([]);
    expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: 0n });
    expect((await listTransactions(payer)).map(({ type, amountMinor }) => `${type} ${amountMinor}`)).toEqual([
      "payment 5001",
      "refund 1000",
      "refund 4001",
    ]);
  });

  it("of one cent may, by rounding, credit the merchant with one cent", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
    const intent = intentOf(payer, { amount: 1013, metadata: { svc_merchant: merchantId } });
    await handlePspEvent("payment_intent.succeeded", intent);
    await refund(intent, 63);
    const had = await availableMinor(owner.userId);
    await refund(intent, 64);
    expect(await availableMinor(owner.userId)).toBe((had ?? 0n) + 1n);
    await refund(intent, 1013);
    expect(await availableMinor(owner.userId)).toBe(0n);
  });

  it("books a shortfall of the treasury to receivable if the treasury has spent its commission", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner, { currency: "USD" });
    const intent = intentOf(payer, { currency: "usd", metadata: { svc_merchant: merchantId } });
    await handlePspEvent("payment_intent.succeeded", intent);
    const spent = await Ledger.balance("treasury", "USD");
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move(
        { account: "treasury", asset: "USD" },
        { account: "clearing:bank", asset: "USD" },
        spent,
      ),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    expect(await refund(intent, 5000)).toBe("refunded");
    expect(await availableMinor(owner.userId, "USD")).toBe(0n);
    expect(await Ledger.balance("receivable", "USD")).toBe(-75n);
    expect(await Ledger.balance("clearing:psp", "USD")).toBe(0n);
  });
});

it("leaves the same state of a payment for any order and repetition of its events", async () => {
  const history = (intent: ReturnType<typeof intentOf>) =>
    [
      ["payment_intent.payment_failed", intent, 100],
      ["payment_intent.succeeded", intent, 200],
      ["charge.refunded", chargeOf(intent, { amount_refunded: 1000 }), 300],
      ["charge.refunded", chargeOf(intent, { amount_refunded: 2500 }), 400],
      ["payment_intent.succeeded", intent, 200],
    ] as const;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), async (order) => {
      const payer = newActor();
      const events = history(intentOf(payer));
      for (const at of order) {
        const [type, object, created] = events[at] ?? events[0];
        await handlePspEvent(type, object, created);
      }
      expect(await availableMinor(payer.userId)).toBe(2500n);
      expect(await readPayment(events[0][1].id)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 2500n });
      const refunds = (await listTransactions(payer)).filter(({ type }) => type === "refund");
      expect(refunds.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(2500n);
    }),
    { numRuns: 15 },
  );
});
