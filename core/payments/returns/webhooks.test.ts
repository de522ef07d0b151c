import { afterAll, describe, expect, it, vi } from "vitest";
import { handle } from "../../../events/inbound/_psp.ts";
import { placeOrder } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  chargeOf,
  handlePspEvent,
  intentOf,
  type PspObject,
  readPayment,
} from "../../../tests/support/payments.ts";
import { confirm, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import { flag } from "../../flags/entity.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import * as Ledger from "../../ledger/index.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Customers from "../customers/index.ts";

/** The amounts that the provider's events of refunds and disputes state, and events of unknown payments. */

withDatabase();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

let disputes = 0;
const disputeOf = (paymentId: string, fields: object = {}): PspObject => ({
  ...{ id: `dp_webhooks${++disputes}`, payment_intent: paymentId, amount: 5000, currency: "eur" },
  ...{ status: "needs_response", ...fields },
});
const withdrawn = (dispute: PspObject) => handlePspEvent("charge.dispute.funds_withdrawn", dispute, 200);

/** Credits 30.00 of an authorized payment of 50.00 to the payer's wallet. */
async function captureInPart() {
  const payer = newActor();
  const intent = intentOf(payer, { metadata: { svc_approval: "manual" } });
  await handlePspEvent("payment_intent.succeeded", { ...intent, amount_received: 3000 });
  return { payer, intent };
}

async function settle() {
  const payer = newActor();
  const intent = intentOf(payer);
  await handlePspEvent("payment_intent.succeeded", intent);
  return { payer, intent };
}

/** Runs `work` with silent errors. @returns the logged errors */
async function loggedErrors(work: () => Promise<unknown>): Promise<unknown[][]> {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  try {
    await work();
    return [...logged.mock.calls];
  } finally {
    logged.mockRestore();
  }
}

describe("a refund", () => {
  const OLD = "2024-12-18.acacia";

  it.each<[string | null | undefined, object, bigint]>([
    [OLD, { amount_captured: 3000 }, 500n],
    [OLD, { amount_captured: undefined }, 2500n],
    [OLD, { amount: undefined, amount_captured: 3000 }, 2500n],
    [OLD, { amount_captured: 3000, amount_refunded: undefined }, 3000n],
    ["2025-03-31", { amount_captured: 3000 }, 2500n],
    ["2025-03-31.basil", { amount_captured: 3000 }, 2500n],
    [null, { amount_captured: 3000 }, 2500n],
    [undefined, { amount_captured: 3000 }, 2500n],
  ])(
    "of API version %s with %j does not include the released part of a capture",
    async (version, fields, gone) => {
      const { payer, intent } = await captureInPart();
      const object = chargeOf(intent, { amount_refunded: 2500, ...fields });
      const event = { id: `evt_${object.id}`, type: "charge.refunded", created: 100, api_version: version };
      await handle(JSON.stringify({ ...event, data: { object } }));
      expect(await availableMinor(payer.userId)).toBe(3000n - gone);
    },
  );

  it("of a known customer without a record is retried for a day, then flagged and not booked", async () => {
    const payer = newActor();
    const customer = await Customers.ensure(payer);
    const intent = { ...intentOf(payer), metadata: {} };
    const refunded = (age: number, fields: object = {}) =>
      handlePspEvent(
        "charge.refunded",
        chargeOf(intent, { amount_refunded: 700, customer, ...fields }),
        Clock.nowSeconds() - age,
      );
    await expect(refunded(0)).rejects.toThrow(`the refunded payment ${intent.id} has no record yet`);
    await expect(refunded(DAY_SECONDS - 60)).rejects.toThrow("has no record yet");
    const logged = await loggedErrors(async () => expect(await refunded(DAY_SECONDS)).toBe("flagged"));
    expect(logged).toEqual([
      [
        expect.stringContaining("refund not booked"),
        { eventId: expect.stringMatching(/^evt_/), paymentId: intent.id, userId: payer.userId },
      ],
    ]);
    expect(await Table.find(flag, { kind: "payment", id: intent.id })).toMatchObject({
      ...{ userId: payer.userId, why: expect.stringContaining("has no record") },
    });
    expect(await refunded(0, { captured: false })).toBe("not ours");
    for (const other of [undefined, "cus_unknown"])
      expect(await refunded(0, { customer: other })).toBe("not ours");
  });

  it("of a charge without a payment is ignored", async () => {
    expect(await handlePspEvent("charge.refunded", { id: "ch_lone", amount_refunded: 5 })).toBe("not ours");
  });

  it("that failed before it was booked, or was canceled, takes nothing", async () => {
    const { payer, intent } = await settle();
    const refund = { id: "re_canceled", payment_intent: intent.id, amount: 800, created: 100 };
    const cancel = (status: string) => handlePspEvent("refund.updated", { ...refund, status }, 300);
    await handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: 800 }), 100);
    expect(await cancel("canceled")).toBe("the refund is undone");
    expect(await cancel("failed")).toBe("nothing to undo");
    expect(await availableMinor(payer.userId)).toBe(5000n);
    const early = await settle();
    const failure = { ...refund, id: "re_early", payment_intent: early.intent.id };
    expect(await handlePspEvent("refund.failed", failure, 300)).toBe("nothing to undo");
    await handlePspEvent("charge.refunded", chargeOf(early.intent, { amount_refunded: 800 }), 100);
    expect(await availableMinor(early.payer.userId)).toBe(5000n);
  });

  it("of an uncaptured order moves nothing, and does not confirm the order", async () => {
    const { orderId, now } = await placeOrder(newActor());
    const charge = { id: "ch_order", payment_intent: `pi_${orderId}`, amount: 1250, currency: "eur" };
    const object = { ...charge, amount_refunded: 1250, captured: false, metadata: { svc_order: orderId } };
    expect(await handlePspEvent("charge.refunded", object)).toMatch(/^nothing was captured/);
    expect((await now()).status).toBe("PENDING");
  });
});

describe("a dispute", () => {
  it("takes the moved amounts in its currency, or its own amount if the event lists none", async () => {
    const part = (amount: number, currency?: string | null) => ({ amount, currency });
    const listed = [part(-3000, "eur"), part(-500, null), part(-10), part(-700, "usd"), part(400, "eur")];
    for (const [balance_transactions, taken] of [
      [listed, 3510n],
      [[part(-700, "usd")], 4000n],
      [[], 4000n],
      [null, 4000n],
    ] as const) {
      const { payer, intent } = await settle();
      await withdrawn(disputeOf(intent.id, { amount: 4000, balance_transactions }));
      expect(await availableMinor(payer.userId)).toBe(5000n - taken);
    }
  });

  it("in another currency is flagged and logged, and a later one in the payment's currency still takes money", async () => {
    const { payer, intent } = await settle();
    const foreign = disputeOf(intent.id, { currency: "usd" });
    const logged = await loggedErrors(async () => expect(await withdrawn(foreign)).toBe("flagged"));
    const why = `the dispute ${foreign.id} is of 5000 usd (minor units), the payment was in EUR`;
    expect(logged).toEqual([
      [expect.stringContaining("another currency"), { disputeId: foreign.id, paymentId: intent.id, why }],
    ]);
    expect(await Table.find(flag, { kind: "dispute", id: foreign.id })).toMatchObject({
      why,
      userId: payer.userId,
    });
    expect((await readPayment(intent.id)).flagged).toBe(why);
    expect(await availableMinor(payer.userId)).toBe(5000n);
    expect(await withdrawn(disputeOf(intent.id, { amount: 1200 }))).toBe("disputed: taken back");
    expect(await availableMinor(payer.userId)).toBe(3800n);
  });

  it("of an order whose payment's event is pending first confirms the order", async () => {
    const { orderId, now } = await placeOrder(newActor());
    const treasury = await Ledger.balance("treasury", "EUR");
    const intent = await Psp.call((stripe) =>
      stripe.paymentIntents.create({ amount: 1250, currency: "eur", metadata: { svc_order: orderId } }),
    );
    await confirm(intent.id);
    expect(await withdrawn(disputeOf(intent.id, { amount: 1250 }))).toBe("disputed: taken back");
    expect(await now()).toMatchObject({ status: "SUCCEEDED", disputedMinor: 1250n });
    expect(await Ledger.balance("treasury", "EUR")).toBe(treasury);
  });
});
