import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { createFundedWallet, newActor, readBalances } from "../../../tests/support/ledger.ts";
import {
  accrue,
  accrueMany,
  enrollMerchant,
  pendingRewards,
  planReward,
  planRewardChange,
  refund,
  succeededPayment,
} from "../../../tests/support/saveback.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import type { Transaction } from "../../payments/records/schema.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { MAX_CARDS } from "../cards/schema.ts";
import * as Loyalty from "../programs/index.ts";
import { loyaltyCards } from "./cashback.ts";
import { closedReward } from "./entity.ts";
import * as Rewards from "./rewards.ts";

withDatabase();

const admin: LiveActor = newActor("ADMIN");
const closed = (one: Transaction) =>
  Table.get(closedReward.key({ userId: one.userId, paymentId: one.transactionId }));

describe("a payment to an enrolled merchant", () => {
  it("earns its payer a reward at the program's rate, rounded down", async () => {
    const { programId, merchantId } = await enrollMerchant("2.5");
    const one = succeededPayment({ amountMinor: 1999n, merchantId });
    await accrue([one]);
    expect(await pendingRewards(one.userId)).toEqual([
      {
        paymentId: one.transactionId,
        userId: one.userId,
        programId,
        merchantId,
        asset: "EUR",
        amountMinor: 49n,
        paidMinor: 1999n,
        refundedMinor: 0n,
        rate: "2.5",
        status: "PENDING",
        createdAt: expect.any(String),
      },
    ]);
  });

  it("earns a reward in its own asset", async () => {
    const { merchantId } = await enrollMerchant("10");
    const one = succeededPayment({ amountMinor: 500n, currency: "USD", merchantId });
    await accrue([one]);
    expect(await pendingRewards(one.userId)).toMatchObject([{ asset: "USD", amountMinor: 50n }]);
  });

  it("has a reward at the rate of the time of its credit, even after a refund under a new rate", async () => {
    const { merchantId, programId } = await enrollMerchant("5");
    const one = succeededPayment({ amountMinor: 1000n, merchantId });
    await accrue([one]);
    await Loyalty.change(admin, programId, { rate: "20" });
    const two = succeededPayment({ amountMinor: 1000n, merchantId, userId: one.userId });
    await accrue([two]);
    await refund(one, 500n);
    await Loyalty.end(admin, programId);
    const rewards = new Map((await pendingRewards(one.userId)).map((reward) => [reward.paymentId, reward]));
    expect(rewards.get(one.transactionId)).toMatchObject({ rate: "5", amountMinor: 25n });
    expect(rewards.get(two.transactionId)).toMatchObject({ rate: "20", amountMinor: 200n });
  });

  it("earns at most the amount left after the commission, since the merchant pays both", async () => {
    const { merchantId } = await enrollMerchant("20");
    const one = succeededPayment({ amountMinor: 1000n, commissionMinor: 900n, merchantId });
    await accrue([one]);
    expect(await pendingRewards(one.userId)).toMatchObject([{ amountMinor: 100n }]);
    await refund(one, 500n);
    expect(await pendingRewards(one.userId)).toMatchObject([{ amountMinor: 50n }]);
    const none = succeededPayment({ amountMinor: 1000n, commissionMinor: 1000n, merchantId });
    expect(await planReward(none)).toEqual({ rewardMinor: 0n, writes: [] });
  });

  it("earns nothing without an active program, below a minor unit, and for the program's owner", async () => {
    const { merchantId, programId, ownerId } = await enrollMerchant("5");
    const ended = await enrollMerchant("5");
    await Loyalty.end(admin, ended.programId);
    for (const one of [
      succeededPayment({ amountMinor: 1000n }),
      succeededPayment({ amountMinor: 1000n, merchantId: Ids.create("merchant") }),
      succeededPayment({ amountMinor: 1000n, merchantId: ended.merchantId }),
      succeededPayment({ amountMinor: 19n, merchantId }),
      succeededPayment({ amountMinor: 1000n, merchantId, userId: ownerId }),
    ]) {
      expect(await planReward(one), `${one.amountMinor} to ${one.merchantId}`).toEqual({
        rewardMinor: 0n,
        writes: [],
      });
    }
    expect(await planReward(succeededPayment({ amountMinor: 20n, merchantId }))).toMatchObject({
      rewardMinor: 1n,
    });
    expect((await Loyalty.fromId(programId))?.status).toBe("active");
  });
});

describe("a refund", () => {
  it("reduces the reward to that of the amount not refunded, and increases it if it is undone", async () => {
    const { merchantId } = await enrollMerchant("3.33");
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(100n, 100_000n),
        fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 6 }),
        async (amountMinor, percents) => {
          const one = succeededPayment({ amountMinor, merchantId });
          await accrue([one]);
          for (const percent of percents) {
            const refunded = (amountMinor * BigInt(percent)) / 100n;
            await refund(one, refunded);
            const expected = ((amountMinor - refunded) * 333n) / 10_000n;
            const [now] = await pendingRewards(one.userId);
            expect(now?.amountMinor).toBe(expected > 0n ? expected : undefined);
          }
          await refund(one, 0n);
          expect(await pendingRewards(one.userId)).toMatchObject([
            { amountMinor: (amountMinor * 333n) / 10_000n },
          ]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("in full cancels the reward", async () => {
    const { merchantId } = await enrollMerchant("5");
    const one = succeededPayment({ amountMinor: 1000n, merchantId });
    await accrue([one]);
    await refund(one, 400n);
    expect(await closed(one)).toBeUndefined();
    await refund(one, 1000n);
    expect(await pendingRewards(one.userId)).toEqual([]);
    expect(await closed(one)).toMatchObject({
      status: "CANCELED",
      amountMinor: 0n,
      paidMinor: 1000n,
      refundedMinor: 1000n,
      canceledAt: expect.any(String),
    });
    await refund(one, 1000n);
    expect(await pendingRewards(one.userId)).toEqual([]);
  });

  it("cancels the reward if less than a minor unit of it is left", async () => {
    const { merchantId } = await enrollMerchant("1");
    const one = succeededPayment({ amountMinor: 200n, merchantId });
    await accrue([one]);
    await refund(one, 101n);
    expect(await pendingRewards(one.userId)).toEqual([]);
    expect(await closed(one)).toMatchObject({ status: "CANCELED", refundedMinor: 101n });
  });

  it("in full makes the reward pending again if it fails", async () => {
    const { merchantId } = await enrollMerchant("5");
    const one = succeededPayment({ amountMinor: 1000n, merchantId });
    await accrue([one]);
    const before = await pendingRewards(one.userId);
    await refund(one, 1000n);
    await refund(one, 1000n);
    expect(await closed(one)).toMatchObject({ status: "CANCELED" });
    await refund(one, 0n);
    expect(await pendingRewards(one.userId)).toEqual(before);
    expect(await closed(one)).toBeUndefined();
  });

  it.each([
    [7000n, 2000n],
    [2000n, 7000n],
    [10_000n, 2000n],
    [2000n, 10_000n],
  ])(
    "of %d makes a concurrent refund of %d fail, which then succeeds when retried",
    async (first, second) => {
      const { merchantId } = await enrollMerchant("10");
      const one = succeededPayment({ amountMinor: 10_000n, merchantId });
      await accrue([one]);
      const slower = await planRewardChange(one, second);
      await refund(one, first);
      await expect(Table.commit(slower.writes)).rejects.toThrow(Table.ConditionFailed);
      await refund(one, second);
      const left = (await pendingRewards(one.userId)).map(({ amountMinor }) => amountMinor);
      expect(left).toEqual(second === 10_000n ? [] : [(10_000n - second) / 10n]);
    },
  );

  it("of a payment without a reward changes nothing", async () => {
    const one = succeededPayment({ amountMinor: 1000n });
    await refund(one, 1000n);
    expect(await closed(one)).toBeUndefined();
  });
});

describe("rewards", () => {
  it("accrue once per payment with its credit, under parallel deliveries", async () => {
    const { merchantId } = await enrollMerchant("5");
    const payer = newActor();
    const wallet = await createFundedWallet(payer, "EUR", 0n);
    const paid = Array.from({ length: 6 }, () =>
      succeededPayment({ amountMinor: 1000n, merchantId, userId: payer.userId }),
    );
    const credit = async (one: Transaction) => {
      const { rewardMinor, writes } = await planReward(one);
      const clearing = { account: "clearing:psp", asset: "EUR" };
      return Policy.post({
        type: "PAYMENT",
        postings: [
          ...Ledger.move(clearing, wallet, one.amountMinor),
          ...Ledger.move(clearing, { account: "saveback", asset: "EUR" }, rewardMinor),
        ],
        actorId: payer.userId,
        reason: one.transactionId,
        extraWrites: writes,
        result: () => undefined,
      });
    };
    const outcomes = await Promise.allSettled([...paid, ...paid, ...paid].map(credit));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(paid.length);
    const rewards = await pendingRewards(payer.userId);
    expect(rewards.map(({ paymentId }) => paymentId)).toEqual(
      paid.map(({ transactionId }) => transactionId).sort(),
    );
    expect((await readBalances(wallet)).available).toBe(6000n);
    expect((await audit()).differences).toEqual([]);
  });

  it("are all stored for 200 parallel payments, half of them of one payer", async () => {
    const { merchantId, programId } = await enrollMerchant("5");
    const payer = Ids.create("user");
    const payments = Array.from({ length: 200 }, (_, i) =>
      succeededPayment({ amountMinor: 1000n + BigInt(i), merchantId, ...(i % 2 === 0 && { userId: payer }) }),
    );
    await Promise.all(payments.map((one) => accrue([one])));
    const stored = (await pendingRewards()).filter((reward) => reward.programId === programId);
    expect(stored.map(({ paymentId }) => paymentId)).toEqual(
      payments.map(({ transactionId }) => transactionId).sort(),
    );
    expect(await pendingRewards(payer)).toHaveLength(100);
  });
});

describe("loyalty cards", () => {
  it("are listed for one user: one per program and currency, each with its total, largest first", async () => {
    const { userId } = newActor();
    const [bakery, café] = [await enrollMerchant("10", "Bakery"), await enrollMerchant("5")];
    const paid = (amountMinor: bigint, currency: string, to = bakery, by = userId) => ({
      ...succeededPayment({ amountMinor, currency, userId: by, merchantId: to.merchantId }),
      program: to,
    });
    await accrueMany([
      paid(100_00n, "EUR"),
      paid(50_00n, "EUR"),
      paid(30_00n, "USD"),
      paid(900_00n, "EUR", café),
      paid(7_00n, "EUR", café, newActor().userId),
    ]);
    const card = (program: typeof bakery, asset: string, amountMinor: bigint, rewards: number) => ({
      programId: program.programId,
      merchantId: program.merchantId,
      program,
      asset,
      amountMinor,
      rewards,
    });
    expect(await loyaltyCards({ userId })).toEqual({
      cards: [card(café, "EUR", 45_00n, 1), card(bakery, "EUR", 15_00n, 2), card(bakery, "USD", 3_00n, 1)],
      count: 3,
      totals: [
        { asset: "EUR", amount: "60" },
        { asset: "USD", amount: "3" },
      ],
    });
  });

  it("are at most 50, with the count and the totals of all", async () => {
    const { userId } = newActor();
    const reward = (at: number) => ({
      paymentId: `pi_${at}`,
      userId,
      programId: `lop_${at}`,
      merchantId: `mer_${at}`,
      asset: "EUR",
      amountMinor: BigInt(at),
      paidMinor: 100n,
      refundedMinor: 0n,
      rate: "1",
      status: "PENDING" as const,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    const pages = vi.spyOn(Rewards, "readPending").mockImplementation(async (_, take) => {
      const page: ReturnType<typeof reward>[] = [];
      for (let round = 0; round < 100; round++)
        for (let at = 1; at <= 60; at++) {
          page.push(reward(at));
          if (page.length < 7 && at < 60) continue;
          take(page);
          // Code that retains rewards instead of their sums finds them empty.
          for (const one of page.splice(0)) one.amountMinor = 0n;
        }
      return 1;
    });
    const { cards, count, totals } = await loyaltyCards({ userId });
    pages.mockRestore();
    expect(count).toBe(60);
    expect(cards).toHaveLength(MAX_CARDS);
    expect(cards[0]).toMatchObject({
      programId: "lop_60",
      program: undefined,
      amountMinor: 6000n,
      rewards: 100,
    });
    expect(totals).toEqual([{ asset: "EUR", amount: "1830" }]);
  });
});
