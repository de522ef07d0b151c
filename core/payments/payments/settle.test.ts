import { afterAll, describe, expect, it, vi } from "vitest";
import { clientConfig } from "../../../local/database.ts";
import { outboxPayloads } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { createFundedWallet, newActor } from "../../../tests/support/ledger.ts";
import { loseResponses } from "../../../tests/support/lost-responses.ts";
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
import { walletId, walletRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Policy from "../../policy/index.ts";
import * as Merchants from "../merchants/index.ts";
import * as Transactions from "../records/index.ts";

/** Settlement and the states before it, by the provider's events. */

const database = withDatabase();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const clearing = () => Ledger.balance("clearing:psp", "EUR");
const treasury = () => Ledger.balance("treasury", "EUR");
const saveback = () => Ledger.balance("saveback", "EUR");

describe("a payment that has succeeded", () => {
  it("is credited to its payer's wallet, which is opened if it is missing", async () => {
    const payer = newActor();
    const before = await clearing();
    const intent = intentOf(payer, { created: 1_700_000_000, metadata: { order: "7" } });
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
    const record = await readPayment(intent.id);
    expect(record).toEqual({
      transactionId: intent.id,
      told: 1n,
      userId: payer.userId,
      type: "payment",
      status: "SUCCEEDED",
      amountMinor: 5000n,
      currency: "EUR",
      description: "Lunch",
      metadata: { order: "7" },
      createdAt: expect.stringMatching(/Z$/),
      completedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      entryId: expect.stringMatching(/^txn_/),
      refundedMinor: 0n,
      needsApproval: false,
    });
    expect(await availableMinor(payer.userId)).toBe(5000n);
    expect((await clearing()) - before).toBe(-5000n);
    expect(await Ledger.find(record.entryId ?? "")).toMatchObject({ type: "TOP_UP", actorId: payer.userId });
  });

  it("is credited once under repeated and parallel events", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => handlePspEvent("payment_intent.succeeded", intent)),
    );
    expect(outcomes.sort()).toEqual(["settled", ...Array(7).fill("settled before")]);
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled before");
    expect(await availableMinor(payer.userId)).toBe(5000n);
    const notifications = (await outboxPayloads("top-up-completed")).filter(
      (one) => one["userId"] === payer.userId,
    );
    expect(notifications).toEqual([
      { userId: payer.userId, paymentId: intent.id, amount: "50", asset: "EUR", settled: "0" },
    ]);
    expect(await listTransactions(payer)).toHaveLength(1);
  });

  it("is credited once if every response of the database is lost once", async () => {
    const payer = newActor();
    await createFundedWallet(payer, "EUR", 0n);
    const intent = intentOf(payer);
    let count = 0;
    const { lost } = loseResponses(database.endpoint, () => count++ % 2 === 0);
    try {
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled before");
    } finally {
      Table.configure(clientConfig(database.endpoint));
    }
    expect(lost()).toBeGreaterThan(0);
    expect(await availableMinor(payer.userId)).toBe(5000n);
  });

  it("is credited by an event with only its id if it has a record", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.payment_failed", intent);
    expect(await handlePspEvent("payment_intent.succeeded", { id: intent.id })).toBe("settled");
    expect(await availableMinor(payer.userId)).toBe(5000n);
  });

  it.each([
    ["whose amount needs an approval", { amount: 100_000 }, /approval/],
    ["whose amount needs an approval for a new account", { amount: 20_000 }, /approval/],
    ["in an asset that cards cannot pay", { currency: "btc" }, /BTC/],
  ])("is flagged and not credited if it has no earlier record and is one %s", async (_, fields, why) => {
    const payer = newActor();
    const intent = intentOf(payer, fields);
    for (let times = 0; times < 2; times++)
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("flagged");
    expect(await readPayment(intent.id)).toMatchObject({ flagged: expect.stringMatching(why) });
    for (const asset of ["EUR", "BTC"]) expect(await availableMinor(payer.userId, asset)).toBeUndefined();
  });

  it("is credited, and logged as an error, even if an administrator rejected it", async () => {
    const payer = newActor();
    const intent = intentOf(payer, {
      amount: 100_000,
      amount_received: 100_000,
      metadata: { svc_approval: "manual" },
    });
    await handlePspEvent("payment_intent.payment_failed", intent);
    const reject = { action: "reject", by: "admin", at: new Date().toISOString(), reason: "", doneAt: "now" };
    await Table.update(Transactions.keyOf(await readPayment(intent.id)), { set: { approval: reject } });
    const called = vi.spyOn(log, "error").mockImplementation(() => undefined);
    try {
      expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
      expect(called).toHaveBeenCalledWith(expect.stringContaining("without an approval"), {
        paymentId: intent.id,
        userId: payer.userId,
        decision: "reject",
      });
    } finally {
      called.mockRestore();
    }
    expect(await availableMinor(payer.userId)).toBe(100_000n);
  });

  it("credits a merchant with the amount less commission (rounded up) and saveback (rounded down)", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const merchant = await createMerchant(owner, { savebackRate: "2" });
    const [before, funds] = [await treasury(), await saveback()];
    const intent = intentOf(payer, { amount: 5001, metadata: { svc_merchant: merchant.merchantId } });
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("settled");
    expect(await outboxEventsOf(intent.id)).toEqual(["payment-charged 50.01 EUR"]);
    // 1.5 % of 5001 are 75.015, 2 % are 100.02.
    expect(await availableMinor(owner.userId)).toBe(4825n);
    expect((await treasury()) - before).toBe(76n);
    expect((await saveback()) - funds).toBe(100n);
    expect(await availableMinor(payer.userId)).toBeUndefined();
    expect(await readPayment(intent.id)).toMatchObject({
      commissionMinor: 76n,
      savebackMinor: 100n,
      merchantId: merchant.merchantId,
    });
    expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: 5001n });
    expect(await pendingRewards(payer.userId)).toMatchObject([{ paymentId: intent.id, amountMinor: 100n }]);
  });

  it("credits a merchant without a program with the amount less commission", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner);
    const funds = await saveback();
    const intent = intentOf(payer, { amount: 5001, metadata: { svc_merchant: merchantId } });
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await availableMinor(owner.userId)).toBe(4925n);
    expect(await saveback()).toBe(funds);
    expect((await readPayment(intent.id)).savebackMinor).toBeUndefined();
  });

  it("pays a merchant's debts first, once under parallel payments", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { merchantId } = await createMerchant(owner);
    const wallet = walletRef(walletId("live", owner.userId, "EUR"));
    const [gone, came] = [
      intentOf(newActor(), { amount: 5000, metadata: { svc_merchant: merchantId } }),
      985n,
    ];
    await handlePspEvent("payment_intent.succeeded", gone);
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, 4925n),
      initiator: wallet.account,
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    await handlePspEvent("charge.refunded", chargeOf(gone, { amount_refunded: 5000 }));
    expect(await Debts.owed(wallet)).toBe(4925n);
    const intents = Array.from({ length: 8 }, () =>
      intentOf(newActor(), { amount: 1000, metadata: { svc_merchant: merchantId } }),
    );
    await Promise.all(
      [...intents, ...intents].map((intent) => handlePspEvent("payment_intent.succeeded", intent)),
    );
    expect(await Debts.owed(wallet)).toBe(0n);
    expect(await availableMinor(owner.userId)).toBe(8n * came - 4925n);
  });

  it("is credited to the cent under 200 parallel payments to one merchant", async () => {
    const owner = newActor("PROFESSIONNEL");
    const { merchantId } = await createMerchant(owner, { savebackRate: "1" });
    const intents = Array.from({ length: 200 }, () =>
      intentOf(newActor(), { amount: 1000, metadata: { svc_merchant: merchantId } }),
    );
    const outcomes = await Promise.all(
      intents.map((intent) => handlePspEvent("payment_intent.succeeded", intent)),
    );
    expect(new Set(outcomes)).toEqual(new Set(["settled"]));
    expect(await availableMinor(owner.userId)).toBe(200n * 975n);
    expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: 200_000n });
  });

  it.each([
    ["another amount", { amount: 4999 }, "the provider reports 4999, agreed was 5000"],
    [
      "less than the agreed amount",
      { amount: 5000, amount_received: 4000 },
      "the provider reports 4000, agreed was 5000",
    ],
    ["another currency", { currency: "usd" }, "the provider reports USD, agreed was EUR"],
  ])("with %s is flagged and not credited", async (_, difference, flagged) => {
    const payer = newActor();
    const intent = intentOf(payer);
    await handlePspEvent("payment_intent.canceled", { ...intent, id: intent.id });
    expect(await handlePspEvent("payment_intent.succeeded", { ...intent, ...difference })).toBe("flagged");
    expect(await readPayment(intent.id)).toMatchObject({ flagged, status: "CANCELED" });
    expect(await availableMinor(payer.userId)).toBeUndefined();
    const charge = chargeOf(
      { ...intent, ...difference },
      {
        amount_refunded: 100,
        amount_captured:
          (difference as { amount_received?: number }).amount_received ??
          (difference as { amount?: number }).amount ??
          5000,
      },
    );
    expect(await handlePspEvent("charge.refunded", charge)).toBe("flagged");
  });

  it("above the authorized amount is flagged and not credited", async () => {
    const payer = newActor();
    const intent = intentOf(payer, { amount: 100_000, metadata: { svc_approval: "manual" } });
    expect(await handlePspEvent("payment_intent.succeeded", { ...intent, amount_received: 100_001 })).toBe(
      "flagged",
    );
    expect(await readPayment(intent.id)).toMatchObject({
      flagged: "the provider reports 100001, agreed was 100000",
    });
    expect(await availableMinor(payer.userId)).toBeUndefined();
  });

  it.each([
    ["has no metadata of ours", { metadata: {} }],
    ["is in an unsupported currency", { metadata: { svc_user: "usr_x" }, currency: "gbp" }],
  ])("is ignored if it %s", async (_, fields) => {
    const intent = { ...intentOf(newActor()), ...fields };
    for (const type of [
      "payment_intent.succeeded",
      "payment_intent.payment_failed",
      "payment_intent.canceled",
    ])
      expect(await handlePspEvent(type, intent)).toBe("not ours");
    expect(await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 1 }))).toBe(
      "not ours",
    );
    expect(await handlePspEvent("charge.refunded", chargeOf(intent, { payment_intent: null }))).toBe(
      "not ours",
    );
    await expect(readPayment(intent.id)).rejects.toThrow("no payment");
  });

  it("is ignored here if it belongs to an order", async () => {
    const intent = intentOf(newActor(), { metadata: { svc_order: "ord_1" } });
    expect(await handlePspEvent("payment_intent.succeeded", intent)).toBe("an order's");
    expect(await handlePspEvent("payment_intent.payment_failed", intent)).toBe("an order's");
  });

  it("has the card of its charge, in any order of the two events", async () => {
    const [first, second] = [intentOf(newActor()), intentOf(newActor())];
    await handlePspEvent("charge.succeeded", chargeOf(first));
    await handlePspEvent("payment_intent.succeeded", first);
    await handlePspEvent("payment_intent.succeeded", second);
    await handlePspEvent("charge.succeeded", chargeOf(second));
    for (const { id } of [first, second])
      expect(await readPayment(id)).toMatchObject({
        cardLast4: "4242",
        status: "SUCCEEDED",
        amountMinor: 5000n,
      });
  });
});

describe("a payment that has failed", () => {
  const failing = (intent: ReturnType<typeof intentOf>, message: string, at: number) =>
    handlePspEvent(
      "payment_intent.payment_failed",
      { ...intent, last_payment_error: { message, payment_method: { card: { last4: "0002" } } } },
      at,
    );

  it("shows the reason, and is credited if it succeeds after all", async () => {
    const payer = newActor();
    const intent = intentOf(payer);
    expect(await failing(intent, "Your card was declined.", 100)).toBe("failed");
    expect(await readPayment(intent.id)).toMatchObject({
      status: "FAILED",
      failureReason: "Your card was declined.",
      cardLast4: "0002",
    });
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED" });
    expect((await readPayment(intent.id)).failureReason).toBeUndefined();
  });

  it("does not replace the charged card by the card of a late failure", async () => {
    const intent = intentOf(newActor());
    await handlePspEvent("charge.succeeded", chargeOf(intent), 200);
    expect(await failing(intent, "Your card was declined.", 100)).toBe("failed");
    expect(await readPayment(intent.id)).toMatchObject({ cardLast4: "4242" });
    await handlePspEvent("payment_intent.succeeded", intent, 200);
    expect(await readPayment(intent.id)).toMatchObject({ status: "SUCCEEDED", cardLast4: "4242" });
  });

  it("keeps the reason of the latest failure, and stays succeeded if a failure arrives after the success", async () => {
    const intent = intentOf(newActor());
    await failing(intent, "the newer", 200);
    expect(await failing(intent, "the older", 199)).toBe("a later event prevails");
    expect((await readPayment(intent.id)).failureReason).toBe("the newer");
    await handlePspEvent("payment_intent.succeeded", intent, 150);
    expect(await failing(intent, "the newest", 300)).toBe("a later event prevails");
    expect((await readPayment(intent.id)).status).toBe("SUCCEEDED");
    expect(await handlePspEvent("payment_intent.canceled", intent)).toBe("a later event prevails");
    expect((await readPayment(intent.id)).status).toBe("SUCCEEDED");
  });

  it("stays canceled if a failure arrives after the cancellation", async () => {
    const intent = intentOf(newActor());
    expect(await handlePspEvent("payment_intent.canceled", intent)).toBe("canceled");
    expect(await handlePspEvent("payment_intent.canceled", intent)).toBe("a later event prevails");
    expect(await failing(intent, "too late", 10 ** 9)).toBe("a later event prevails");
    expect((await readPayment(intent.id)).status).toBe("CANCELED");
  });
});
