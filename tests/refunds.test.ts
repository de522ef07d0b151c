import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../core/audit/index.ts";
import type { LiveActor } from "../core/identity/actor.ts";
import type { User } from "../core/identity/user.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { systemRef, walletId, walletRef } from "../core/ledger/accounts.ts";
import { balanceNow } from "../core/ledger/balance-at.ts";
import * as Ledger from "../core/ledger/index.ts";
import * as Saveback from "../core/loyalty/saveback/rewards.ts";
import * as Merchants from "../core/payments/merchants/index.ts";
import * as Policy from "../core/policy/index.ts";
import { onWeb } from "./support/identity.ts";
import { createShop, type Shop } from "./support/loyalty.ts";
import { createDebt, fundAccount } from "./support/money.ts";
import { availableMinor } from "./support/payments.ts";
import { createUser, deviceTokenOf, tokenOf } from "./support/people.ts";
import { type Answer, withPlatform } from "./support/platform.ts";

/** Merchants' refunds of account and card payments over HTTP, as the merchant and the payer see them. */

const platform = withPlatform();

interface Refund {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly refundedAmount: number;
}
interface Row {
  readonly id: string;
  readonly type?: string;
  readonly amount: number;
  readonly refunded: number;
  readonly status: string;
  readonly direction: string;
  readonly counterparty: string | null;
  readonly reference?: string | null;
}

let payer: User;
let owner: User;
let at: Shop;
let tokens: { readonly payer: string; readonly owner: string };
let addresses = 0;

beforeEach(async () => {
  [payer, owner] = [await createUser(), await createUser("PROFESSIONNEL")];
  tokens = { payer: await deviceTokenOf(payer), owner: await tokenOf(owner) };
  at = await createShop("2", onWeb(owner) as LiveActor);
  await fundAccount(payer.userId, "EUR", 10_000n);
});
afterEach(async () => {
  expect((await audit()).differences).toEqual([]);
});

const app = <T>(method: string, path: string, body?: object) =>
  platform.call<T>(method, `/api/v1/mobile${path}`, { token: tokens.payer, body });

async function pay(more: object, amount: number): Promise<string> {
  const body = { merchantId: at.merchant.merchantId, currency: "EUR", amount, ...more };
  const paid = await app<{ paymentId: string }>("POST", "/payments/process", body);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  return paid.body.paymentId;
}
const fromAccount = (amount = 50) => pay({ accountId: walletId("live", payer.userId, "EUR") }, amount);

const refund = (
  body: object,
  headers: Readonly<Record<string, string>> = {},
  token = tokens.owner,
): Promise<Answer<{ data: Refund; error?: { code: number; message: string } }>> =>
  platform.call("POST", "/api/payments/merchant/refunds", {
    ...{ token, body, headers },
    ip: `10.44.0.${++addresses % 250}`,
  });

const enroll = async () => {
  const { programId = "" } = at.merchant;
  expect((await app("POST", `/loyalty/enroll/${programId}`)).status).toBe(201);
};
const points = async () => {
  const { body } = await app<{ programs: { id: string; points: number }[] }>("GET", "/loyalty/programs");
  return body.programs.find(({ id }) => id === at.merchant.programId)?.points;
};
const rows = async () => (await app<{ payments: Row[] }>("GET", "/payments/history")).body.payments;
const lines = async (token = tokens.payer) =>
  (await platform.call<{ transactions: Row[] }>("GET", "/api/v1/mobile/wallet/transactions", { token })).body
    .transactions;
const volume = async () => (await Merchants.readOwn(onWeb(owner))).monthlyVolumeMinor;

/** Spends the merchant's balance except `left`. */
const spend = async (left: bigint) =>
  Policy.post({
    type: "WITHDRAWAL",
    postings: Ledger.move(
      walletRef(walletId("live", owner.userId, "EUR")),
      systemRef("live", "clearing:bank", "EUR"),
      ((await availableMinor(owner.userId)) ?? 0n) - left,
    ),
    actorId: "test",
    reason: "spent",
    result: () => undefined,
  });

describe("a refund of a payment from an account", () => {
  it("in two parts reverses commission, saveback and points in full, and the payer is notified of each", async () => {
    await enroll();
    const paymentId = await fromAccount();
    await platform.drain();
    // 1.5 % commission, 2 % saveback.
    expect([await availableMinor(owner.userId), await points(), await volume()]).toEqual([
      4_825n,
      100,
      5_000n,
    ]);
    const treasury = await Ledger.balance("treasury", "EUR");

    const part = await refund({ paymentId, amount: 2_000 });
    expect([part.status, part.body.data]).toMatchObject([
      201,
      { status: "succeeded", paymentId, amount: 2_000, refundedAmount: 2_000, currency: "eur" },
    ]);
    await platform.drain();
    expect([await availableMinor(payer.userId), await availableMinor(owner.userId)]).toEqual([
      7_000n,
      2_895n,
    ]);
    expect([await points(), await volume()]).toEqual([60, 3_000n]);
    expect(await Saveback.find({ userId: payer.userId, paymentId })).toMatchObject({ amountMinor: 60n });
    expect((await rows())[0]).toMatchObject({ id: paymentId, refunded: 20, status: "completed" });

    expect((await refund({ paymentId })).body.data).toMatchObject({ amount: 3_000, refundedAmount: 5_000 });
    await platform.drain();
    expect([await availableMinor(payer.userId), await availableMinor(owner.userId)]).toEqual([10_000n, 0n]);
    expect([await points(), await volume()]).toEqual([0, 0n]);
    expect(treasury - (await Ledger.balance("treasury", "EUR"))).toBe(75n);
    expect(await Saveback.find({ userId: payer.userId, paymentId })).toMatchObject({ status: "CANCELED" });
    expect((await rows())[0]).toMatchObject({ id: paymentId, refunded: 50, status: "refunded" });
    const of = { type: "refund", reference: paymentId };
    expect((await lines())[0]).toMatchObject({
      ...{ ...of, direction: "in", amount: 30, counterparty: at.merchant.businessName },
    });
    const theirs = await lines(await deviceTokenOf(owner));
    expect(theirs[0]).toMatchObject({ ...of, direction: "out", counterparty: payer.name });
    expect(theirs.at(-1)).toMatchObject({ type: "payment", direction: "in", reference: paymentId });
    const mail = platform.mail(payer.email).filter(({ text }) => text.includes("rembours"));
    expect(mail).toHaveLength(2);
  });

  it("never exceeds the payment under parallel requests", async () => {
    const paymentId = await fromAccount(100);
    await fundAccount(owner.userId, "EUR", 50_000n);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund({ paymentId, amount: 3_000 })));
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([...counts].map(([status, { length }]) => [status, length]).sort()).toEqual([
      [201, 3],
      [409, 5],
    ]);
    expect(await availableMinor(payer.userId)).toBe(9_000n);
    expect((await refund({ paymentId, amount: 1_001 })).status).toBe(409);
    expect((await refund({ paymentId })).body.data).toMatchObject({ amount: 1_000, refundedAmount: 10_000 });
    expect((await refund({ paymentId })).status).toBe(409);
    expect(await availableMinor(payer.userId)).toBe(10_000n);
  });

  it("in single cents returns exactly the paid amount in total", async () => {
    const paymentId = await fromAccount(0.37);
    const has = await availableMinor(owner.userId);
    for (let cent = 0; cent < 37; cent++)
      expect((await refund({ paymentId, amount: 1 })).status, String(cent)).toBe(201);
    expect([await availableMinor(payer.userId), await availableMinor(owner.userId)]).toEqual([10_000n, 0n]);
    expect(has).toBeGreaterThan(0n);
  });

  it("is made once per Idempotency-Key", async () => {
    const paymentId = await fromAccount();
    const key = { "idempotency-key": Ids.secret(), prefer: "return=representation" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => refund({ paymentId, amount: 100 }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await availableMinor(payer.userId)).toBe(5_100n);
  });

  it("is rejected if the merchant lacks funds or has a debt, but not if the treasury is empty", async () => {
    const paymentId = await fromAccount();
    await spend(100n);
    const short = await refund({ paymentId });
    expect([short.status, short.body.error?.message]).toEqual([400, expect.stringMatching(/balance|solde/i)]);
    expect((await refund({ paymentId, amount: 100 })).status).toBe(201);
    await fundAccount(owner.userId, "EUR", 10_000n);
    await Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move(
        systemRef("live", "treasury", "EUR"),
        systemRef("live", "clearing:bank", "EUR"),
        await Ledger.balance("treasury", "EUR"),
      ),
      actorId: "test",
      reason: "spent",
      result: () => undefined,
    });
    expect((await refund({ paymentId, amount: 1_000 })).status).toBe(201);
    const _wallet = walletRef(walletId("live", owner.userId, "EUR"));
    await createDebt(walletId("live", owner.userId, "EUR"), 700n);
    expect((await refund({ paymentId, amount: 1_000 })).status).toBe(409);
    expect(await availableMinor(payer.userId)).toBe(6_100n);
  });

  it("can be made only by the merchant that received the payment", async () => {
    const paymentId = await fromAccount();
    const other = await createUser("PROFESSIONNEL");
    const theirs = await tokenOf(other);
    expect((await refund({ paymentId }, {}, theirs)).status).toBe(404);
    await createShop("1", onWeb(other) as LiveActor);
    expect((await refund({ paymentId }, {}, theirs)).status).toBe(404);
    expect((await refund({ paymentId }, {}, await tokenOf(payer))).status).toBe(403);
    expect((await refund({ paymentId: Ids.create("payment") })).status).toBe(404);
    expect(await availableMinor(payer.userId)).toBe(5_000n);
  });
});

describe("a refund of a payment by card", () => {
  it("is executed once by the provider, and never exceeds the payment", async () => {
    const paymentId = await pay({ paymentMethodId: "pm_card_visa" }, 40);
    await platform.drain();
    const wallet = walletRef(walletId("live", owner.userId, "EUR"));
    const { available, held } = await balanceNow(wallet);
    // 1.5 % commission, 2 % saveback.
    expect(available + held).toBe(3_860n);
    const key = { "idempotency-key": Ids.secret(), prefer: "return=representation" };
    const first = await refund({ paymentId, amount: 1_500 }, key);
    const again = await refund({ paymentId, amount: 1_500 }, key);
    expect([first.status, first.body.data]).toMatchObject([201, { amount: 1_500, refundedAmount: 1_500 }]);
    expect(again.body.data.id).toBe(first.body.data.id);
    await platform.drain();
    expect((await rows())[0]).toMatchObject({ id: paymentId, refunded: 15, status: "completed" });
    expect((await refund({ paymentId, amount: 2_501 })).status).toBe(409);
    const both = await Promise.all([refund({ paymentId }), refund({ paymentId })]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    await platform.drain();
    expect((await rows())[0]).toMatchObject({ id: paymentId, refunded: 40, status: "refunded" });
    expect(await volume()).toBe(0n);
  });

  it("never exceeds the payment together with refunds that the provider has not reported yet", async () => {
    const paymentId = await pay({ paymentMethodId: "pm_card_visa" }, 40);
    await platform.drain();
    expect((await refund({ paymentId, amount: 1_500 })).body.data).toMatchObject({ refundedAmount: 1_500 });
    const beyond = await refund({ paymentId, amount: 2_501 });
    expect([beyond.status, JSON.stringify(beyond.body)]).toEqual([409, expect.stringContaining("2500")]);
    const rest = await refund({ paymentId });
    expect([rest.status, rest.body.data]).toMatchObject([201, { amount: 2_500, refundedAmount: 4_000 }]);
    await platform.drain();
    expect((await rows())[0]).toMatchObject({ id: paymentId, refunded: 40, status: "refunded" });
  });

  it("is rejected if the merchant lacks funds, and before the payment has succeeded", async () => {
    const waiting = await pay({ paymentMethodId: "pm_card_authenticationRequired" }, 20);
    expect((await refund({ paymentId: waiting })).status).toBe(409);
    const paymentId = await pay({ paymentMethodId: "pm_card_visa" }, 20);
    await platform.drain();
    expect(await availableMinor(owner.userId)).toBe(1_930n);
    await spend(965n);
    expect((await refund({ paymentId, amount: 1_002 })).status).toBe(400);
    expect((await refund({ paymentId, amount: 1_000 })).status).toBe(201);
  });

  it("can be made only by the merchant that received the payment", async () => {
    const paymentId = await pay({ paymentMethodId: "pm_card_visa" }, 20);
    await platform.drain();
    const other = await createUser("PROFESSIONNEL");
    await createShop("1", onWeb(other) as LiveActor);
    expect((await refund({ paymentId }, {}, await tokenOf(other))).status).toBe(404);
  });
});
