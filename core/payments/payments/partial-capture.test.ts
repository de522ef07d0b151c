import { afterAll, describe, expect, it } from "vitest";
import { handle } from "../../../events/inbound/_psp.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import {
  availableMinor,
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  type PspObject,
  readPayment,
} from "../../../tests/support/payments.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { pendingRewards } from "../../../tests/support/saveback.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Merchants from "../merchants/index.ts";

/** Payments with a partial capture, by the provider's events. */

withDatabase();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Captures 600.01 of a payment of 1,000.00 to a merchant with 1.5 % commission and 2 % saveback. */
async function captureInPart() {
  const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
  const { merchantId } = await createMerchant(owner, { savebackRate: "2" });
  const metadata = { svc_merchant: merchantId, svc_approval: "manual" };
  const intent = intentOf(payer, { amount: 100_000, metadata });
  const charge = chargeOf(intent, { amount_captured: 60_001 });
  return { payer, owner, intent, charge, clearing: await Ledger.balance("clearing:psp", "EUR") };
}
type Captured = Awaited<ReturnType<typeof captureInPart>>;

const deliverSuccess = ({ intent }: Captured) =>
  handlePspEvent("payment_intent.succeeded", { ...intent, amount_received: 60_001 });

/** Expects the shares of the captured amount after a return. */
async function expectLeft({ payer, owner, intent, clearing }: Captured, gone: bigint): Promise<void> {
  const left = 60_001n - gone;
  // 1.5 % of 600.01 are 9.00015.
  const commission = 901n - (901n * gone) / 60_001n;
  const reward = (left * 2n) / 100n;
  expect(await availableMinor(owner.userId)).toBe(left - commission - reward);
  expect(await Ledger.balance("clearing:psp", "EUR")).toBe(clearing - left);
  expect(await Merchants.readOwn(owner)).toMatchObject({ monthlyVolumeMinor: left });
  expect((await pendingRewards(payer.userId)).map(({ amountMinor }) => amountMinor)).toEqual(
    reward > 0n ? [reward] : [],
  );
  expect(await readPayment(intent.id)).toMatchObject({ amountMinor: 60_001n, authorizedMinor: 100_000n });
}

const refunded = (charge: PspObject, amount_refunded: number, created: number, api_version?: string) =>
  handle(
    JSON.stringify({
      id: `evt_${charge.id}_${created}`,
      type: "charge.refunded",
      created,
      api_version,
      data: { object: { ...charge, amount_refunded } },
    }),
  );

describe("a payment with a partial capture", () => {
  it("is credited once, with commission, saveback and volume of the captured amount", async () => {
    const one = await captureInPart();
    expect(await deliverSuccess(one)).toBe("settled");
    expect(await deliverSuccess(one)).toBe("settled before");
    await expectLeft(one, 0n);
    expect(await readPayment(one.intent.id)).toMatchObject({ status: "SUCCEEDED", commissionMinor: 901n });
  });

  it("has the status REFUNDED when the captured amount is refunded", async () => {
    const one = await captureInPart();
    await deliverSuccess(one);
    expect(await refunded(one.charge, 20_000, 100)).toBe("refunded in part");
    await expectLeft(one, 20_000n);
    expect(await refunded(one.charge, 60_001, 200)).toBe("refunded");
    await expectLeft(one, 60_001n);
    expect(await readPayment(one.intent.id)).toMatchObject({ status: "REFUNDED", refundedMinor: 60_001n });
  });

  it("does not count the released part as refunded, unlike older versions of the provider's API", async () => {
    const one = await captureInPart();
    const [old, current] = ["2024-12-18.acacia", "2025-03-31.basil"];
    // It also settles the payment, since the event of its success is pending.
    expect(await refunded(one.charge, 39_999, 100, old)).toBe("refunded before");
    await expectLeft(one, 0n);
    expect(await refunded(one.charge, 39_999 + 5_000, 200, old)).toBe("refunded in part");
    await expectLeft(one, 5_000n);
    expect(await refunded(one.charge, 39_999, 300, current)).toBe("refunded in part");
    await expectLeft(one, 39_999n);
    expect(await deliverSuccess(one)).toBe("settled before");
  });

  it("has its captured amount read from the provider if a dispute is its first event", async () => {
    const payer = newActor();
    const intent = await Psp.call((stripe) =>
      stripe.paymentIntents.create({
        amount: 100_000,
        currency: "eur",
        capture_method: "manual",
        payment_method: "pm_card_visa",
        allowed_payment_method_types: ["card"],
        confirm: true,
        metadata: { svc_user: payer.userId, svc_approval: "manual" },
      }),
    );
    await Psp.call((stripe) => stripe.paymentIntents.capture(intent.id, { amount_to_capture: 60_000 }));
    const dispute = {
      id: "dp_early",
      payment_intent: intent.id,
      amount: 60_000,
      currency: "eur",
      status: "needs_response",
    };
    expect(await handlePspEvent("charge.dispute.funds_withdrawn", dispute)).toBe("disputed: taken back");
    expect(await availableMinor(payer.userId)).toBe(0n);
    expect(await handlePspEvent("charge.dispute.funds_reinstated", { ...dispute, status: "won" })).toBe(
      "disputed: credited again",
    );
    expect(await availableMinor(payer.userId)).toBe(60_000n);
  });
});
