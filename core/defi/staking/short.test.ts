import { afterAll, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { has } from "../../../tests/support/ledger.ts";
import { DAY, staker, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Policy from "../../policy/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Stakes from "./positions.ts";
import { owedAt } from "./rewards.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";

/** The rewards account is short: nothing that was earned is lost, and nobody's stake waits for it. */

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

/** Leaves that much in the rewards account. */
async function leave(amount: bigint): Promise<void> {
  const there = await pot();
  if (there > amount) await move(rewards, treasury, there - amount);
  if (there < amount) await move(treasury, rewards, amount - there);
}

/** A stake of a day's rewards, while stakes are taken. */
async function grown() {
  await leave(tokens(200_000_000));
  const { actor, wallet } = await staker(1000);
  const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
  clock.advance(DAY);
  return { actor, wallet, id: position.id, due: (tokens(1000) * 800n * 86_400n) / (10_000n * 31_536_000n) };
}

it("a claim is paid what there is, and the rest stays owed until the account is filled", async () => {
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
  expect(await has(wallet)).toEqual({ available: 5n, held: tokens(1000) });
  expect(await pot()).toBe(0n);
  await leave(due);
  expect(await claim(actor, id)).toMatchObject({ claimed: due - 5n, rewards: 0n });
  expect(await pot()).toBe(5n);
});

it("95 claims at once share what there is to the base unit, nobody is turned away, and the rest is paid later", async () => {
  await leave(tokens(200_000_000));
  const stakers = await Promise.all(
    Array.from({ length: 95 }, async () => {
      const { actor } = await staker(1000);
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

it("stakes are taken while the rewards of all are funded for the longest lock, and pools say how far it is", async () => {
  const until = async () => (await Funding.list("live")).fundedUntil;
  await leave(tokens(200_000_000));
  expect(await until()).toBeUndefined();
  const { actor } = await staker(3000);
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

it("a part of a stake comes back as ever", async () => {
  const { actor, id, due } = await grown();
  await leave(5n);
  expect(await unstake(actor, { positionId: id, amount: "1" })).toMatchObject({ position: { rewards: due } });
});

it("all of a stake comes back, the position is completed, and the rewards are claimed when the account is filled", async () => {
  const { actor, wallet, id, due: all } = await grown();
  await leave(5n);
  const due = all - 5n;
  expect(await unstake(actor, { positionId: id, amount: "1000" })).toMatchObject({
    received: tokens(1000),
    rewardsPaid: 5n,
    position: { status: "completed", amount: 0n, rewards: due },
  });
  expect(await has(wallet)).toEqual({ available: tokens(1000) + 5n, held: 0n });
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
  expect(await has(wallet)).toEqual({ available: tokens(1000) + all, held: 0n });
  expect(await Stakes.list(actor)).toMatchObject({
    positions: [{ id, rewards: 0n }],
    totalRewards: 0n,
  });
  expect(await claim(actor, id)).toMatchObject({ claimed: 0n });
});
