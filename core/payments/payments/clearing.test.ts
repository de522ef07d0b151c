import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import {
  chargeOf,
  createMerchant,
  handlePspEvent,
  intentOf,
  readPayment,
} from "../../../tests/support/payments.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import * as Kyc from "../../identity/kyc/index.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import { accountOf } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Debts from "../../policy/debts.ts";
import * as Policy from "../../policy/index.ts";
import * as Clearing from "./clearing.ts";

/** Card money that is held for a time, since its recipient has a low verification level. */

withDatabase();
withPsp();

beforeEach(() => {
  process.env["CARD_HOLD_HOURS"] = "72";
});
afterEach(() => {
  delete process.env["CARD_HOLD_HOURS"];
  Clock.setOffset(0);
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Makes a payment of 50.00 to the payer's own wallet. */
async function paid(actor = newActor()) {
  const intent = intentOf(actor);
  await handlePspEvent("payment_intent.succeeded", intent);
  return { actor, intent, wallet: accountOf(actor, "EUR") };
}
const refunded = (intent: Parameters<typeof chargeOf>[0], amount: number) =>
  handlePspEvent("charge.refunded", chargeOf(intent, { amount_refunded: amount }));
const later = (hours: number) => Clock.setOffset(Clock.offset() + hours * HOUR_MS);

describe("card money of an account below the level", () => {
  it("is held in its wallet for the configured hours, then released once", async () => {
    const { intent, wallet } = await paid();
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: 5000n });
    const { completedAt = "", clearsAt = "" } = await readPayment(intent.id);
    expect(Date.parse(clearsAt) - Date.parse(completedAt)).toBeCloseTo(72 * HOUR_MS, -4);
    const spend = Policy.transfer(wallet, accountOf(newActor(), "EUR"), 1n, {
      actorId: "test",
      reason: "a test",
      result: () => undefined,
    });
    await expect(spend).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    later(71);
    await Clearing.releaseDue();
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: 5000n });
    later(2);
    await Promise.all([Clearing.releaseDue(), Clearing.releaseDue()]);
    expect(await Clearing.releaseDue()).toBe(0);
    expect(await readBalances(wallet)).toEqual({ available: 5000n, held: 0n });
  });

  it("pays a refund from its hold without a debt, and releases the rest", async () => {
    const { actor, intent, wallet } = await paid();
    const other = await paid(actor);
    later(71);
    await refunded(intent, 2000);
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: 8000n });
    await refunded(other.intent, 5000);
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: 3000n });
    expect(await Debts.owed(wallet)).toBe(0n);
    later(2);
    await Clearing.releaseDue();
    expect(await readBalances(wallet)).toEqual({ available: 3000n, held: 0n });
    expect(await Clearing.releaseDue()).toBe(0);
  });

  it("pays its owner's debts when it clears", async () => {
    const { intent, actor, wallet } = await paid();
    later(73);
    await Clearing.releaseDue();
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, 5000n),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    await paid(actor);
    await refunded(intent, 5000);
    expect([await Debts.owed(wallet), await readBalances(wallet)]).toEqual([
      5000n,
      { available: 0n, held: 5000n },
    ]);
    later(73);
    await Clearing.releaseDue();
    expect([await Debts.owed(wallet), await readBalances(wallet)]).toEqual([0n, { available: 0n, held: 0n }]);
  });

  it("is held except for the part that pays its recipient's debts", async () => {
    const { intent, actor, wallet } = await paid();
    later(73);
    await Clearing.releaseDue();
    await Policy.post({
      type: "WITHDRAWAL",
      postings: Ledger.move(wallet, { account: "clearing:bank", asset: "EUR" }, 5000n),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    await refunded(intent, 5000);
    const small = intentOf(actor, { amount: 2000 });
    await handlePspEvent("payment_intent.succeeded", small);
    expect([await Debts.owed(wallet), await readBalances(wallet)]).toEqual([
      3000n,
      { available: 0n, held: 0n },
    ]);
    expect(await readPayment(small.id)).not.toHaveProperty("holdId");
    const other = await paid(actor);
    expect([await Debts.owed(wallet), await readBalances(wallet)]).toEqual([
      0n,
      { available: 0n, held: 2000n },
    ]);
    const { entryId = "", holdId } = await readPayment(other.intent.id);
    expect(await Ledger.find(entryId)).toMatchObject({
      reason: `payment ${other.intent.id}`,
      holds: [{ holdId, change: 2000n }],
    });
    later(73);
    await Clearing.releaseDue();
    expect(await readBalances(wallet)).toEqual({ available: 2000n, held: 0n });
  });

  it("is held in a merchant's wallet, less the commission", async () => {
    const [payer, owner] = [newActor(), newActor("PROFESSIONNEL")];
    const { merchantId } = await createMerchant(owner);
    const intent = intentOf(payer, { metadata: { svc_merchant: merchantId } });
    await handlePspEvent("payment_intent.succeeded", intent);
    expect(await readBalances(accountOf(owner, "EUR"))).toEqual({ available: 0n, held: 4925n });
    await refunded(intent, 5000);
    expect(await readBalances(accountOf(owner, "EUR"))).toEqual({ available: 0n, held: 0n });
  });
});

it("makes card money of a verified account available immediately", async () => {
  const actor = newActor();
  const { userId } = await Users.register({ name: "Ada", email: actor.email, password: "Analytical1!" });
  await Kyc.decide("bank", userId, {
    decisionId: Ids.create("event"),
    status: "VALIDATED",
    kind: "KYC",
    level: 1,
    position: Clock.nowIso(),
  });
  const { wallet } = await paid({ ...actor, userId });
  expect(await readBalances(wallet)).toEqual({ available: 5000n, held: 0n });
});

it("makes card money available immediately if no hours are set", async () => {
  delete process.env["CARD_HOLD_HOURS"];
  expect(await readBalances((await paid()).wallet)).toEqual({ available: 5000n, held: 0n });
});
