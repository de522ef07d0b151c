import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import { createStaker, DAY, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import type { Patch } from "../parameters/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Pools from "./pools.ts";
import * as Stakes from "./positions.ts";
import { owedAt } from "./rewards.ts";
import type { PoolTerms } from "./schema.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";

describe("pools", () => {
  withDatabase();
  const clock = withStoppedClock();

  const change = async (poolId: string, patch: Patch<PoolTerms>) =>
    Table.commit([await Pools.changeWrite("live", poolId, patch)]);
  const find = async (poolId: string) => (await Funding.list("live")).pools.find(({ id }) => id === poolId);
  const interest = (amount: bigint, bpsSeconds: bigint) => (amount * bpsSeconds) / (10_000n * 31_536_000n);
  const day = BigInt(DAY);

  beforeEach(async () => {
    await change("flexible", { ...Pools.defaultOf("flexible"), apyBps: 800n });
  });
  afterAll(async () => {
    expect((await audit()).differences).toEqual([]);
  });

  it("have the rates, locks, multipliers and bounds of the specification", async () => {
    const all = (await Funding.list("live")).pools;
    expect(
      all.map(({ id, rate, lockDays, multiplierTenths }) => [id, rate.apyBps, lockDays, multiplierTenths]),
    ).toEqual([
      ["flexible", 800n, 0, 10n],
      ["locked-90", 1500n, 90, 15n],
      ["locked-365", 2500n, 365, 20n],
    ]);
    for (const one of all)
      expect(one).toMatchObject({ minStake: tokens(100), maxStake: tokens(10_000_000), active: true });
  });

  describe("changing a pool", () => {
    it("to another rate applies from that moment on, also to existing stakes", async () => {
      const { actor } = await createStaker(1000);
      const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
      clock.advance(10 * DAY);
      await change("flexible", { apyBps: 2000n });
      const rewards = async () => (await Stakes.list(actor)).totalRewards;
      expect(await rewards()).toBe(interest(tokens(1000), 800n * 10n * day));
      clock.advance(5 * DAY);
      expect(await rewards()).toBe(interest(tokens(1000), (800n * 10n + 2000n * 5n) * day));
      await change("flexible", { apyBps: 0n });
      clock.advance(100 * DAY);
      expect((await claim(actor, position.id)).claimed).toBe(
        interest(tokens(1000), (800n * 10n + 2000n * 5n) * day),
      );
      await change("flexible", { apyBps: 800n });
      clock.advance(DAY);
      expect(await rewards()).toBe(interest(tokens(1000), 800n * day));
    });

    it("without another rate does not affect the rewards", async () => {
      const { actor } = await createStaker(1000);
      await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
      for (let i = 0; i < 5; i++) {
        clock.advance(0.3);
        await change("flexible", { minStake: tokens(1 + i) });
      }
      expect((await Stakes.list(actor)).totalRewards).toBe(interest(tokens(1000), 800n));
    });

    it("to other bounds applies to the next stake", async () => {
      const { actor } = await createStaker(1000);
      await change("flexible", { minStake: tokens(5), maxStake: tokens(50) });
      const stake = (amount: string) => Staking.stake(actor, { poolId: "flexible", amount });
      await expect(stake("4")).rejects.toMatchObject({ code: "BELOW_MINIMUM", details: { minStake: "5" } });
      await expect(stake("51")).rejects.toMatchObject({ code: "ABOVE_MAXIMUM", details: { maxStake: "50" } });
      expect((await stake("5")).position.amount).toBe(tokens(5));
    });

    it("to inactive blocks new stakes, but no claim or unstake", async () => {
      const { actor } = await createStaker(1000);
      const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "200" });
      await change("flexible", { active: false });
      await expect(Staking.stake(actor, { poolId: "flexible", amount: "200" })).rejects.toMatchObject({
        code: "POOL_INACTIVE",
      });
      clock.advance(DAY);
      expect((await claim(actor, position.id)).claimed).toBe(interest(tokens(200), 800n * day));
      expect(await unstake(actor, { positionId: position.id, amount: "200" })).toMatchObject({
        received: tokens(200),
      });
      expect((await find("flexible"))?.active).toBe(false);
    });

    it("sets the terms in the patch, and no others", async () => {
      await change("locked-90", { apyBps: 1n, maxStake: undefined });
      await change("locked-90", { maxStake: tokens(7_000_000) });
      expect(await find("locked-90")).toMatchObject({
        rate: { apyBps: 1n },
        minStake: tokens(100),
        maxStake: tokens(7_000_000),
        active: true,
        lockDays: 90,
        multiplierTenths: 15n,
      });
    });

    it("is rejected after a concurrent change of the pool", async () => {
      const [one, other] = [
        await Pools.changeWrite("live", "locked-365", { apyBps: 1n }),
        await Pools.changeWrite("live", "locked-365", { apyBps: 2n }),
      ];
      await Table.commit([one]);
      await expect(Table.commit([other])).rejects.toBeInstanceOf(Table.ConditionFailed);
      expect((await find("locked-365"))?.rate.apyBps).toBe(1n);
    });

    it.each<[Patch<PoolTerms>, string]>([
      [{ apyBps: -1n }, "apyBps"],
      [{ apyBps: 10_001n }, "apyBps"],
      [{ minStake: 0n }, "minStake"],
      [{ minStake: tokens(10_000_001) }, "maxStake"],
      [{ maxStake: 1n }, "maxStake"],
      [{ maxStake: 10n ** 30n + 1n }, "maxStake"],
    ])("to %o is rejected, because the term is out of bounds", async (patch, field) => {
      await expect(Pools.changeWrite("live", "flexible", patch)).rejects.toMatchObject({
        code: "INVALID_POOL_TERMS",
        details: { field },
      });
    });

    it("is rejected for an unknown pool", async () => {
      await expect(Pools.changeWrite("live", "no-such", { apyBps: 1n })).rejects.toMatchObject({
        code: "POOL_NOT_FOUND",
      });
    });
  });

  it("show the sum of their positions, also after concurrent stakes and unstakes", async () => {
    const before = (await find("flexible"))?.staked ?? 0n;
    const stakers = await Promise.all(Array.from({ length: 12 }, () => createStaker(300)));
    await Promise.all(
      stakers.map(({ actor }) => Staking.stake(actor, { poolId: "flexible", amount: "300" })),
    );
    expect((await find("flexible"))?.staked).toBe(before + tokens(3600));
    await Promise.all(
      stakers.map(async ({ actor }, index) => {
        const [position] = (await Stakes.list(actor)).positions;
        return unstake(actor, { positionId: position?.id ?? "", amount: String(1 + index) });
      }),
    );
    expect((await find("flexible"))?.staked).toBe(before + tokens(3600 - 78));
  });
});

describe("a short rewards account", () => {
  /** If the rewards account is short, no earned reward is lost, and every stake can still be withdrawn. */

  withDatabase();
  const clock = withStoppedClock();

  const rewards = { account: "rewards", asset: token.symbol };
  const treasury = { account: "treasury", asset: token.symbol };
  const pot = () => Ledger.balance("rewards", token.symbol);
  const move = (from: typeof rewards, to: typeof rewards, amount: bigint) =>
    Policy.post({
      type: "TREASURY_TRANSFER",
      postings: Ledger.move(from, to, amount),
      actorId: "test",
      reason: "a test",
      result: () => undefined,
    });

  afterAll(async () => {
    expect((await audit()).differences).toEqual([]);
  });

  /** Sets the balance of the rewards account. */
  async function leave(amount: bigint): Promise<void> {
    const there = await pot();
    if (there > amount) await move(rewards, treasury, there - amount);
    if (there < amount) await move(treasury, rewards, amount - there);
  }

  /** Creates a stake with a day's rewards while the account is funded. */
  async function grown() {
    await leave(tokens(200_000_000));
    const { actor, wallet } = await createStaker(1000);
    const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
    clock.advance(DAY);
    return { actor, wallet, id: position.id, due: (tokens(1000) * 800n * 86_400n) / (10_000n * 31_536_000n) };
  }

  it("pays a claim its whole balance, and the rest of the rewards after it is funded again", async () => {
    const { actor, wallet, id, due } = await grown();
    await leave(5n);
    expect(await claim(actor, id)).toMatchObject({ claimed: 5n, rewards: due - 5n });
    expect(await claim(actor, id)).toEqual({
      positionId: id,
      claimed: 0n,
      rewards: due - 5n,
      transactionHash: "",
      entryId: "",
      createdAt: expect.any(String),
    });
    expect((await Stakes.list(actor)).totalRewards).toBe(due - 5n);
    expect(await readBalances(wallet)).toEqual({ available: 5n, held: tokens(1000) });
    expect(await pot()).toBe(0n);
    await leave(due);
    expect(await claim(actor, id)).toMatchObject({ claimed: due - 5n, rewards: 0n });
    expect(await pot()).toBe(5n);
  });

  it("pays its whole balance to 95 concurrent claims, rejects none of them, and pays the rest later", async () => {
    await leave(tokens(200_000_000));
    const stakers = await Promise.all(
      Array.from({ length: 95 }, async () => {
        const { actor } = await createStaker(1000);
        const { position } = await Staking.stake(actor, { poolId: "locked-90", amount: "1000" });
        return { actor, id: position.id };
      }),
    );
    clock.advance(DAY);
    const due = (tokens(1000) * 1500n * 86_400n) / (10_000n * 31_536_000n);
    const there = due * 79n + 7n;
    await leave(there);
    const claims = await Promise.all(stakers.map(({ actor, id }) => claim(actor, id)));
    const sum = (of: readonly { readonly claimed: bigint; readonly rewards: bigint }[]) =>
      of.reduce(
        (total, one) => ({ claimed: total.claimed + one.claimed, rewards: total.rewards + one.rewards }),
        {
          claimed: 0n,
          rewards: 0n,
        },
      );
    expect(sum(claims)).toEqual({ claimed: there, rewards: due * 95n - there });
    expect(await pot()).toBe(0n);
    await leave(due * 20n);
    const rest = await Promise.all(stakers.map(({ actor, id }) => claim(actor, id)));
    expect(sum(rest)).toEqual({ claimed: due * 95n - there, rewards: 0n });
  }, 60_000);

  it("blocks a stake whose rewards are not funded until the end of the longest lock", async () => {
    const until = async () => (await Funding.list("live")).fundedUntil;
    await leave(tokens(200_000_000));
    expect(await until()).toBeUndefined();
    const { actor } = await createStaker(3000);
    const funding = async () => {
      const { pools } = await Funding.list("live");
      const nowMs = BigInt(clock.now());
      return {
        owed: pools.reduce((sum, pool) => sum + owedAt(pool, pool.rate, nowMs), 0n),
        perYear: pools.reduce((sum, pool) => sum + (pool.staked * pool.rate.apyBps) / 10_000n, 0n),
      };
    };
    const { owed, perYear } = await funding();
    // Of 1,000 tokens at 25 % a year.
    const more = tokens(250);
    await leave(owed + perYear + more - 1n);
    const order = { poolId: "locked-365", amount: "1000" };
    const fundedUntil = await until();
    await expect(Staking.stake(actor, order)).rejects.toMatchObject({
      code: "REWARDS_NOT_FUNDED",
      details: { poolId: "locked-365", rewardsFundedUntil: fundedUntil },
    });
    await leave(owed + perYear + more);
    const { position } = await Staking.stake(actor, order);
    const end = clock.now() + 365 * DAY * 1000;
    expect(Math.abs(Date.parse((await until()) ?? "") - end)).toBeLessThanOrEqual(1000);
    clock.advance(100 * DAY);
    expect(Math.abs(Date.parse((await until()) ?? "") - end)).toBeLessThanOrEqual(1000);
    await leave(0n);
    expect(await until()).toBe(new Date(clock.now()).toISOString());
    expect(position.status).toBe("active");
  });

  it("does not affect an unstake of a part of a position", async () => {
    const { actor, id, due } = await grown();
    await leave(5n);
    expect(await unstake(actor, { positionId: id, amount: "1" })).toMatchObject({
      position: { rewards: due },
    });
  });

  it("does not block the withdrawal of a whole stake, and pays its rewards once it is funded again", async () => {
    const { actor, wallet, id, due: all } = await grown();
    await leave(5n);
    const due = all - 5n;
    expect(await unstake(actor, { positionId: id, amount: "1000" })).toMatchObject({
      received: tokens(1000),
      rewardsPaid: 5n,
      position: { status: "completed", amount: 0n, rewards: due },
    });
    expect(await readBalances(wallet)).toEqual({ available: tokens(1000) + 5n, held: 0n });
    clock.advance(DAY);
    expect(await Stakes.list(actor)).toMatchObject({
      positions: [{ id, status: "completed", rewards: due }],
      totalStaked: 0n,
      totalRewards: due,
    });
    await expect(unstake(actor, { positionId: id, amount: "1" })).rejects.toMatchObject({
      code: "POSITION_COMPLETED",
    });
    expect(await claim(actor, id)).toMatchObject({ claimed: 0n, rewards: due });

    const before = await pot();
    await move(treasury, rewards, due);
    const outcomes = await Promise.all([1, 2, 3].map(() => claim(actor, id)));
    expect(outcomes.map(({ claimed }) => claimed).sort()).toEqual([0n, 0n, due]);
    expect(await pot()).toBe(before);
    expect(await readBalances(wallet)).toEqual({ available: tokens(1000) + all, held: 0n });
    expect(await Stakes.list(actor)).toMatchObject({
      positions: [{ id, rewards: 0n }],
      totalRewards: 0n,
    });
    expect(await claim(actor, id)).toMatchObject({ claimed: 0n });
  });
});
