import { afterAll, describe, expect, it, vi } from "vitest";
import { outboxPayloads } from "../../../tests/support/bank.ts";
import { handleCheckoutEvent, placeOrder } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  listTransactions,
  outboxEventsOf,
  type PspObject,
  readPayment,
} from "../../../tests/support/payments.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import { log } from "../../platform/log.ts";
import * as Policy from "../../policy/index.ts";
import * as Transactions from "../records/index.ts";
import { book } from "./index.ts";

/** The entries, records, notifications and webhook events of returned and reinstated money. */

withDatabase();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

let ids = 0;
const nextId = (prefix: string) => `${prefix}_records${++ids}`;
const refund = (intent: PspObject, amount_refunded: number, created = 100) =>
  handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded }), created);
const failRefund = (intent: PspObject, amount: number, id = nextId("re")) =>
  handlePspEvent("refund.failed", { id, payment_intent: intent.id, amount, created: 100, status: "failed" });
const disputeOf = (intent: PspObject, fields: object = {}): PspObject => ({
  ...{ id: nextId("dp"), payment_intent: intent.id, amount: intent["amount"], currency: "eur" },
  ...{ status: "needs_response", ...fields },
});
const reportDispute = (event: string, dispute: PspObject, created: number, status = dispute["status"]) =>
  handlePspEvent(`charge.dispute.${event}`, { ...dispute, status }, created);

/** Credits a payment of 50.00, by default to the payer's own wallet. */
async function settle(metadata: object = {}) {
  const payer = newActor();
  const intent = intentOf(payer, { metadata });
  await handlePspEvent("charge.succeeded", chargeOf(intent));
  await handlePspEvent("payment_intent.succeeded", intent);
  return { payer, intent };
}

/** Credits an order of 12.50. */
async function settleOrder() {
  const payer = newActor();
  const { orderId, sessionId } = await placeOrder(payer);
  const intent: PspObject = { id: `pi_${orderId}`, amount: 1250, currency: "eur" };
  const paid = { id: sessionId, payment_status: "paid", payment_intent: intent.id };
  await handleCheckoutEvent("checkout.session.completed", paid);
  return { payer, intent, orderId };
}

/** Returns the entries of a payer's refunds, disputes and reversals, oldest first. */
async function entriesOf(payer: LiveActor) {
  const moved = (await listTransactions(payer)).filter(({ transactionId }) =>
    transactionId.startsWith("txn_"),
  );
  return Promise.all(moved.map(({ transactionId }) => Ledger.find(transactionId)));
}

const webhookEventsOf = async ({ userId }: Pick<LiveActor, "userId">) =>
  (await ApiEvents.list({ mode: "live", userId }, { limit: 100, oldestFirst: true })).events;

/** Refunds a payment, fails the refund, and wins a dispute of it. */
async function returnAll(intent: PspObject) {
  const [refundId, dispute] = [nextId("re"), disputeOf(intent)];
  await refund(intent, Number(intent["amount"]));
  await failRefund(intent, Number(intent["amount"]), refundId);
  await reportDispute("funds_withdrawn", dispute, 300);
  await reportDispute("funds_reinstated", dispute, 400, "won");
  return { refundId, disputeId: dispute.id };
}

describe("a return", () => {
  it("of a top-up or a payment to a merchant has an entry of its type, with its reason and reference", async () => {
    const { merchantId } = await createMerchant();
    for (const [metadata, returned, reversed] of [
      [{}, "TOP_UP_REFUND", "TOP_UP"],
      [{ svc_merchant: merchantId }, "REFUND", "PAYMENT"],
    ] as const) {
      const { payer, intent } = await settle(metadata);
      const { refundId, disputeId } = await returnAll(intent);
      const dispute = { reason: `dispute ${disputeId} of ${intent.id}`, reference: { id: disputeId } };
      expect(await entriesOf(payer)).toMatchObject([
        {
          type: returned,
          reason: `refund of ${intent.id}`,
          reference: { kind: "payment_intent", id: intent.id },
        },
        {
          type: reversed,
          reason: `refund ${refundId} of ${intent.id} has failed`,
          reference: { kind: "refund", id: refundId },
        },
        { type: returned, ...dispute },
        { type: reversed, ...dispute },
      ]);
    }
  });

  it("of an order has an entry of a payment with the order's reference, without webhook events, notifying only of refunds", async () => {
    const { payer, intent, orderId } = await settleOrder();
    const treasury = await Ledger.balance("treasury", "EUR");
    await reportDispute("created", disputeOf(intent), 50);
    const { refundId, disputeId } = await returnAll(intent);
    expect(await entriesOf(payer)).toMatchObject([
      { type: "REFUND", reference: { kind: "order", id: orderId } },
      { type: "PAYMENT", reference: { kind: "refund", id: refundId } },
      { type: "REFUND", reference: { kind: "dispute", id: disputeId } },
      { type: "PAYMENT", reference: { kind: "dispute", id: disputeId } },
    ]);
    expect(await Ledger.balance("treasury", "EUR")).toBe(treasury);
    expect((await webhookEventsOf(payer)).map(({ type }) => type)).toEqual(["order.paid"]);
    expect(await outboxEventsOf(orderId)).toEqual([
      "payment-refunded 12.5 EUR",
      "payment-refund-failed 12.5 EUR",
    ]);
  });

  it("is a completed transaction in the payer's list, with the time of its entry and the card", async () => {
    const { payer, intent } = await settle();
    await returnAll(intent);
    const [, refunded, failed, disputed, won] = await listTransactions(payer);
    for (const [one, type, description] of [
      [refunded, "refund", "Refund of Lunch"],
      [failed, "reversal", "Failed refund of Lunch"],
      [disputed, "dispute", "Dispute of Lunch"],
      [won, "reversal", "Won dispute of Lunch"],
    ] as const) {
      const entry = await Ledger.find(one?.entryId ?? "");
      expect(one).toMatchObject({
        ...{ transactionId: entry?.entryId, type, description, status: "SUCCEEDED", cardLast4: "4242" },
        ...{ amountMinor: 5000n, currency: "EUR", refundedMinor: 0n, needsApproval: false },
        ...{ createdAt: entry?.createdAt, completedAt: entry?.createdAt },
      });
      expect(await readPayment(one?.transactionId ?? "")).toMatchObject({ metadata: { payment: intent.id } });
    }
  });

  it("records a debt only for a shortfall", async () => {
    const { intent } = await settle();
    await refund(intent, 5000);
    expect((await readPayment(intent.id)).owedMinor).toBeUndefined();
  });

  it("of a payer's own top-up notifies the payer of a failed refund once", async () => {
    const { payer, intent } = await settle();
    await refund(intent, 5000);
    await failRefund(intent, 5000);
    expect(await outboxEventsOf(intent.id)).toEqual([
      "top-up-completed 50 EUR",
      "payment-refunded 50 EUR",
      "payment-refund-failed 50 EUR",
    ]);
    const ofPayment = (await webhookEventsOf(payer)).filter(({ data }) => data["id"] === intent.id);
    expect(ofPayment.map(({ type }) => type)).toEqual([
      ...["payment.succeeded", "payment.refunded", "payment.refund_failed"],
    ]);
  });

  it("notifies the recipient of the part of a reinstatement that paid debts", async () => {
    const { payer, intent } = await settle();
    const wallet = accountOf(payer, "EUR");
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, 3000n),
      initiator: wallet.account,
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    const dispute = disputeOf(intent);
    await reportDispute("funds_withdrawn", dispute, 300);
    await reportDispute("funds_reinstated", dispute, 400, "won");
    const restored = await outboxPayloads("payment-restored");
    expect(restored.filter(({ userId }) => userId === payer.userId)).toMatchObject([
      { paymentId: intent.id, amount: "50", settled: "30" },
    ]);
  });

  it("is rejected if it moves money of a payment that was not credited, and changes nothing", async () => {
    const intent = intentOf(newActor());
    await handlePspEvent("payment_intent.payment_failed", intent);
    const before = await readPayment(intent.id);
    const one = await Transactions.read(before);
    await expect(book(one, { kind: "refund", amountMinor: 1n, atSeconds: 1n })).rejects.toThrow(
      new TypeError(`the payment ${intent.id} was not credited`),
    );
    expect(await readPayment(intent.id)).toEqual(before);
  });

  it("is logged as an error only if refunds and disputes exceed the payment together", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    try {
      const { intent } = await settle();
      await refund(intent, 3000);
      await reportDispute("funds_withdrawn", disputeOf(intent, { amount: 2000 }), 300);
      expect(logged).not.toHaveBeenCalled();
      await reportDispute("funds_withdrawn", disputeOf(intent, { amount: 1 }), 400);
      expect(logged.mock.calls).toEqual([
        [
          expect.stringContaining("beyond its amount"),
          { paymentId: intent.id, amountMinor: 5000n, refundedMinor: 3000n, disputedMinor: 2001n },
        ],
      ]);
    } finally {
      logged.mockRestore();
    }
  });
});

describe("a dispute", () => {
  const disputeEventsOf = async (owner: LiveActor) =>
    (await webhookEventsOf(owner))
      .filter(({ data }) => data["object"] === "dispute")
      .map(({ type, data }) => {
        const { value: returned } = data["returned_amount"] as { value: string };
        return `${type} ${data["status"]} ${returned}`;
      });

  it("that is closed before its money returns is reported as closed once, then as updated", async () => {
    const { payer, intent } = await settle();
    const dispute = disputeOf(intent);
    await reportDispute("funds_withdrawn", dispute, 100);
    await reportDispute("closed", dispute, 200, "won");
    await reportDispute("funds_reinstated", dispute, 300, "won");
    expect(await disputeEventsOf(payer)).toEqual([
      ...["dispute.created needs_response 0", "dispute.closed won 0", "dispute.updated won 50"],
    ]);
  });

  it("that ended before its first event arrived is reported as closed", async () => {
    const { payer, intent } = await settle();
    await reportDispute("closed", disputeOf(intent), 200, "warning_closed");
    expect(await disputeEventsOf(payer)).toEqual(["dispute.closed warning_closed 0"]);
  });

  it("of a payment that is not credited is recorded without crediting it, until the dispute moves money", async () => {
    const { payer, intent } = { payer: newActor(), intent: intentOf(newActor()) };
    const own = { ...intent, metadata: { svc_user: payer.userId } };
    await handlePspEvent("payment_intent.payment_failed", own, 100);
    expect(await reportDispute("created", disputeOf(own), 200)).toBe("disputed: needs_response");
    const { status, entryId, disputed } = await readPayment(intent.id);
    expect([status, entryId, disputed]).toEqual(["FAILED", undefined, "needs_response"]);
    expect(await disputeEventsOf(payer)).toEqual(["dispute.created needs_response 0"]);
  });
});
