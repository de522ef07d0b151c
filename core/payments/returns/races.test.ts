import { afterAll, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import {
  chargeOf,
  free,
  intentOf,
  listOf,
  merchantOf,
  recordOf,
  told,
} from "../../../tests/support/payments.ts";
import { audit } from "../../audit/index.ts";
import * as Merchants from "../merchants/index.ts";

/** Events of one payment that meet in the table, as those of several processes do: without their turns. */

vi.mock("../../platform/mutex/index.ts", () => ({
  withLocalMutex: (_: unknown, work: () => Promise<unknown>) => work(),
}));

const database = withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/**
 * Does `work`, and lets `other` be done before its n-th transaction.
 * @returns whether it came to that, and what `work` did
 */
async function meeting(n: number, work: () => Promise<string>, other: () => Promise<unknown>) {
  let transactions = 0;
  const outcome = await interleave(database.endpoint, work, ({ operation }) => {
    if (operation !== "TransactWriteItems") return undefined;
    transactions++;
    return transactions === n ? other() : undefined;
  });
  return { met: transactions >= n, outcome };
}

const refund = (intent: ReturnType<typeof intentOf>, amount: number) =>
  told("charge.refunded", chargeOf(intent, { amount_refunded: amount }));

it.each([1, 2, 3])("a success that another one meets before transaction %i is credited once", async (n) => {
  const payer = someone();
  const intent = intentOf(payer);
  const success = () => told("payment_intent.succeeded", intent);
  const { met, outcome } = await meeting(n, success, success);
  // Opening the record, crediting, which opens the wallet too: only then is it over.
  expect([met, outcome]).toEqual([n < 3, n < 3 ? "settled before" : "settled"]);
  expect(await free(payer.userId)).toBe(5000n);
  expect(await listOf(payer)).toHaveLength(1);
});

it("a refund that another one overtakes books what is left", async () => {
  const payer = someone();
  const intent = intentOf(payer);
  await told("payment_intent.succeeded", intent);
  const { met, outcome } = await meeting(
    1,
    () => refund(intent, 1500),
    () => refund(intent, 1000),
  );
  expect([met, outcome]).toEqual([true, "refunded in part"]);
  expect(await free(payer.userId)).toBe(3500n);
  expect((await listOf(payer)).map(({ amountMinor }) => amountMinor)).toEqual([5000n, 1000n, 500n]);
});

it("a refund that a larger one overtakes books nothing", async () => {
  const [payer, owner] = [someone(), someone("PROFESSIONNEL")];
  const { merchantId } = await merchantOf(owner, { savebackRate: "2" });
  const intent = intentOf(payer, { metadata: { svc_merchant: merchantId } });
  await told("payment_intent.succeeded", intent);
  const { met, outcome } = await meeting(
    1,
    () => refund(intent, 1500),
    () => refund(intent, 5000),
  );
  expect([met, outcome]).toEqual([true, "refunded before"]);
  expect(await free(owner.userId)).toBe(0n);
  expect(await Merchants.own(owner)).toMatchObject({ monthlyVolumeMinor: 0n });
});

it("a cancellation that a success overtakes changes nothing", async () => {
  const payer = someone();
  const intent = intentOf(payer);
  await told("payment_intent.payment_failed", intent);
  const { met, outcome } = await meeting(
    1,
    () => told("payment_intent.canceled", intent),
    () => told("payment_intent.succeeded", intent),
  );
  expect([met, outcome]).toEqual([true, "a later event prevails"]);
  expect(await recordOf(intent.id)).toMatchObject({ status: "SUCCEEDED" });
});

it("ten successes and thirty refunds at once come to one payment and its refund", async () => {
  const [payer, owner] = [someone(), someone("PROFESSIONNEL")];
  const { merchantId } = await merchantOf(owner, { savebackRate: "2" });
  const intent = intentOf(payer, { metadata: { svc_merchant: merchantId } });
  await Promise.all([
    ...Array.from({ length: 10 }, () => told("payment_intent.succeeded", intent)),
    ...Array.from({ length: 30 }, (_, i) => refund(intent, 100 * (1 + (i % 10)))),
  ]);
  expect(await recordOf(intent.id)).toMatchObject({ status: "SUCCEEDED", refundedMinor: 1000n });
  // 75 less 15 of the commission are left to the treasury, 2 % of what is left to the payer's saveback.
  expect(await free(owner.userId)).toBe(4000n - 60n - 80n);
  const refunds = (await listOf(payer)).filter(({ type }) => type === "refund");
  expect(refunds.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(1000n);
});
