import { afterAll, beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { has } from "../../../tests/support/ledger.ts";
import { DAY, staker, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Ledger from "../../ledger/index.ts";
import { claim } from "./claim.ts";
import * as Staking from "./index.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";

/** The rewards account is short: nothing that was earned is lost, and nobody's stake waits for it. */

withDatabase();
const clock = withStoppedClock();

const rewards = { account: "rewards", asset: token.symbol };
const treasury = { account: "treasury", asset: token.symbol };
const pot = () => Ledger.balance("rewards", token.symbol);
const move = (from: typeof rewards, to: typeof rewards, amount: bigint) =>
  Ledger.post({
    type: "TREASURY_TRANSFER",
    postings: Ledger.move(from, to, amount),
    actorId: "test",
    reason: "a test",
    result: () => undefined,
  });

beforeAll(async () => {
  await move(rewards, treasury, (await pot()) - 5n);
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

async function grown() {
  const { actor, wallet } = await staker(1000);
  const { position } = await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
  clock.advance(DAY);
  return { actor, wallet, id: position.id, due: (tokens(1000) * 800n * 86_400n) / (10_000n * 31_536_000n) };
}

it("a claim is refused as unavailable, and the rewards stay and go on", async () => {
  const { actor, wallet, id, due } = await grown();
  await expect(claim(actor, id)).rejects.toMatchObject({
    code: "PLATFORM_ACCOUNT_SHORT",
    kind: "unavailable",
  });
  expect((await Staking.positions(actor)).totalRewards).toBe(due);
  expect(await has(wallet)).toEqual({ available: 0n, held: tokens(1000) });
  expect(await pot()).toBe(5n);
});

it("a part of a stake comes back as ever", async () => {
  const { actor, id, due } = await grown();
  expect(await unstake(actor, { positionId: id, amount: "1" })).toMatchObject({ position: { rewards: due } });
});

it("all of a stake comes back, the position is completed, and the rewards are claimed when the account is filled", async () => {
  const { actor, wallet, id, due } = await grown();
  expect(await unstake(actor, { positionId: id, amount: "1000" })).toMatchObject({
    received: tokens(1000),
    rewardsPaid: 0n,
    position: { status: "completed", amount: 0n, rewards: due },
  });
  expect(await has(wallet)).toEqual({ available: tokens(1000), held: 0n });
  clock.advance(DAY);
  expect(await Staking.positions(actor)).toMatchObject({
    positions: [{ id, status: "completed", rewards: due }],
    totalStaked: 0n,
    totalRewards: due,
  });
  await expect(unstake(actor, { positionId: id, amount: "1" })).rejects.toMatchObject({
    code: "POSITION_COMPLETED",
  });
  await expect(claim(actor, id)).rejects.toMatchObject({ code: "PLATFORM_ACCOUNT_SHORT" });

  const before = await pot();
  await move(treasury, rewards, due);
  const outcomes = await Promise.all([1, 2, 3].map(() => claim(actor, id)));
  expect(outcomes.map(({ claimed }) => claimed).sort()).toEqual([0n, 0n, due]);
  expect(await pot()).toBe(before);
  expect(await has(wallet)).toEqual({ available: tokens(1000) + due, held: 0n });
  expect(await Staking.positions(actor)).toMatchObject({
    positions: [{ id, rewards: 0n }],
    totalRewards: 0n,
  });
  expect(await claim(actor, id)).toMatchObject({ claimed: 0n });
});
