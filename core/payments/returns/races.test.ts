import { afterAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  listTransactions,
  readPayment,
} from "../../../tests/support/payments.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Merchants from "../merchants/index.ts";

/** Concurrent events of one payment in several processes, without the local mutex. */

vi.mock("../../platform/mutex/index.ts", () => ({
  withLocalMutex: (_: unknown, work: () => Promise<unknown>) => work(),
}));

const database = withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/**
 * Runs `work`, and `other` before the n-th transaction of `work`.
 * @returns whether `other` ran, and the result of `work`
 */
async function interrupt(n: number, work: () => Promise<string>, other: () => Promise<unknown>) {
  let transactions = 0;
  const outcome = await interleave(database.endpoint, work, ({ operation }) => {
    if (operation !== "TransactWriteItems") return undefined;
    transactions++;
    return transactions === n ? other() : undefined;
  });
  return { met: transactions >= n, outcome };
}

const refund = (intent: ReturnType<typeof intentOf>, amount: number) =>
  handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: amount }));

it.each([1, 2, 3])(
  "credits a payment once if a parallel event of success is handled before write %i",
  async (n) => {
    const payer = newActor();
    const intent = intentOf(payer);
    const success = () => handlePspEvent("payment_intent.succeeded", intent);
    const { met, outcome } = await interrupt(n, success, success);
    // The record is opened, then the payment is credited, which also opens the wallet.
    expect([met, outcome]).toEqual([n < 3, n < 3 ? "settled before" : "settled"]);
    expect(await availableMinor(payer.userId)).toBe(5000n);
    expect(await listTransactions(payer)).toHaveLength(1);
  },
);

it("books the difference after a concurrent smaller refund", async () => {
  const payer = newActor();
  const intent = intentOf(payer);
  await handlePspEvent("payment_intent.succeeded", intent);
  const { met, outcome } = await interrupt(
    1,
    () => refund(intent, 1500),
    () => refund(intent, 1000),
  );
  expect([met, outcome]).toEqual([true, "refunded in part"]);
  expect(await availableMinor(payer.userId)).toBe(3500n);
  expect((await listTransactions(payer)).map(({ amountMinor }) => amountMinor)).toEqual([5000n, 1000n, 500n]);
});

it("books nothing after a concurrent larger refund", async () => {
  const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
  const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
  const intent = intentOf(payer, { metadata: { svc_merchant: merchantId } });
  await handlePspEvent("payment_intent.succeeded", intent);
  const { met, outcome } = await interrupt(
    1,
    () => refund(intent, 1500),
    () => refund(intent, 5000),
  );
  expect([met, outcome]).toEqual([true, "refunded before"]);
  expect(await availableMinor(owner.userId)).toBe(0n);
  expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: 0n });
});

it("books a shortfall of the treasury that is spent after its balance was read", async () => {
  const owner = newActor("PROFESSIONNEL");
  const { merchantId } = await createMerchant(owner, { currency: "USD" });
  const intent = intentOf(newActor(), { currency: "usd", metadata: { svc_merchant: merchantId } });
  await handlePspEvent("payment_intent.succeeded", intent);
  const usd = (account: string) => ({ account, asset: "USD" });
  const spend = async () => {
    const balance = await Ledger.balance("treasury", "USD");
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move(usd("treasury"), usd("clearing:bank"), balance),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
  };
  const { met, outcome } = await interrupt(1, () => refund(intent, 5000), spend);
  expect([met, outcome]).toEqual([true, "refunded"]);
  expect(await availableMinor(owner.userId, "USD")).toBe(0n);
  expect(await Ledger.balance("receivable", "USD")).toBe(-75n);
});

it("ignores a cancellation after a concurrent success", async () => {
  const payer = newActor();
  const intent = intentOf(payer);
  await handlePspEvent("payment_intent.payment_failed", intent);
  const { met, outcome } = await interrupt(
    1,
    () => handlePspEvent("payment_intent.canceled", intent),
    () => handlePspEvent("payment_intent.succeeded", intent),
  );
  expect([met, outcome]).toEqual([true, "a later event prevails"]);
  expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED" });
});

it("credits a payment once and refunds the largest reported total under 40 parallel events", async () => {
  const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
  const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
  const intent = intentOf(payer, { metadata: { svc_merchant: merchantId } });
  await Promise.all([
    ...Array.from({ length: 10 }, () => handlePspEvent("payment_intent.succeeded", intent)),
    ...Array.from({ length: 30 }, (_, i) => refund(intent, 100 * (1 + (i % 10)))),
  ]);
  expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 1000n });
  // The treasury has 75 less 15 of the commission, and the payer's saveback 2 % of the rest.
  expect(await availableMinor(owner.userId)).toBe(4000n - 60n - 80n);
  const refunds = (await listTransactions(payer)).filter(({ type }) => type === "refund");
  expect(refunds.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(1000n);
});
