import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { readBalances } from "../../../tests/support/ledger.ts";
import {
  createStake,
  DAY,
  errorOf,
  findPosition,
  interest,
  poolStake,
  tokens,
  unstakeAmount,
  withStoppedClock,
} from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { powerNow } from "../governance/power.ts";
import * as Compounding from "./compounding.ts";
import { claim } from "./index.ts";
import * as Pools from "./pools.ts";
import { rewards } from "./positions.ts";
import { compound, unlock } from "./schedules.ts";

withDatabase();
const clock = withStoppedClock();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Returns the stake after days of compounding, by the formula. */
function afterDays(amount: bigint, apyBps: bigint, days: number): bigint {
  let now = amount;
  for (let day = 0; day < days; day++) now += interest(now, apyBps, DAY);
  return now;
}

/** A stake that compounds from now on. */
async function compounding(poolId: string, amount: number) {
  const made = await createStake(poolId, amount, 100);
  await Compounding.set(made.actor, made.id, true);
  return made;
}

const shown = async ({ actor, id }: Awaited<ReturnType<typeof compounding>>) => {
  const one = await findPosition(actor, id);
  if (!one) throw new Error("the position is gone");
  return one;
};

describe("compounding", () => {
  it("adds a day's rewards to the stake, the wallet's held amount, the pool's sum and the voting power", async () => {
    const one = await compounding("flexible", 1000);
    const before = await poolStake("flexible");
    clock.advance(DAY - 0.001);
    expect(await compound()).toBe(0);
    clock.advance(0.001);
    expect(await compound()).toBe(1);
    expect(await compound()).toBe(0);
    const due = interest(tokens(1000), 800n, DAY);
    expect(await shown(one)).toMatchObject({ amount: tokens(1000) + due, rewards: 0n });
    expect(await readBalances(one.wallet)).toEqual({ available: tokens(100), held: tokens(1000) + due });
    expect((await poolStake("flexible")) - before).toBe(due);
    expect(await powerNow(one.actor)).toMatchObject({ staked: tokens(1000) + due });
    const listed = await rewards(one.actor, { limit: 10 });
    expect(listed.rewards).toMatchObject([{ kind: "compounded", amount: due, positionId: one.id }]);
    expect(listed.pools[0]).toMatchObject({ poolId: "flexible", paid: due, compounded: due, pending: 0n });
  });

  it("has the same result if several processes catch up five days later as with daily runs", async () => {
    const [late, daily] = [await compounding("flexible", 1000), await compounding("flexible", 1000)];
    for (let day = 0; day < 5; day++) {
      clock.advance(DAY);
      await Compounding.catchUp({ ...daily.actor, positionId: daily.id });
    }
    clock.advance(3600);
    await Promise.all([1, 2, 3, 4].map(() => compound()));
    await compound();
    const due = afterDays(tokens(1000), 800n, 5);
    for (const one of [late, daily])
      expect(await shown(one)).toMatchObject({ amount: due, rewards: interest(due, 800n, 3600) });
    expect((await rewards(late.actor, { limit: 10 })).rewards).toHaveLength(5);
    await unstakeAmount(late.actor, late.id, "1");
  });

  it("uses the lock's rate until the unlock date, then the flexible pool's", async () => {
    const [one, two] = [await compounding("locked-90", 1000), await compounding("locked-90", 1000)];
    clock.advance(92 * DAY);
    await unlock();
    await compound();
    await compound();
    const locked = afterDays(tokens(1000), 1500n, 90);
    for (const position of [one, two])
      expect(await shown(position)).toMatchObject({
        poolId: "flexible",
        amount: afterDays(locked, 800n, 2),
        rewards: 0n,
      });
    await unstakeAmount(one.actor, one.id, "1000");
  });

  it("can be turned off and on only by the position's owner, and ends with the position", async () => {
    const one = await compounding("flexible", 1000);
    const { compoundsAt } = await shown(one);
    expect(compoundsAt).toBe(new Date(clock.now() + DAY * 1000).toISOString());
    clock.advance(60);
    expect((await Compounding.set(one.actor, one.id, true)).compoundsAt).toBe(compoundsAt);
    const key = Idempotency.claim<Awaited<ReturnType<typeof Compounding.set>>>(
      one.actor.userId,
      "x",
      "k",
      {},
    );
    await Compounding.set(one.actor, one.id, false, key);
    await expect(Compounding.set(one.actor, one.id, false, key)).rejects.toBeInstanceOf(
      Idempotency.AlreadyDone,
    );
    clock.advance(2 * DAY);
    expect(await compound()).toBeGreaterThanOrEqual(0);
    expect(await shown(one)).toMatchObject({ amount: tokens(1000), compoundsAt: undefined });

    await Compounding.set(one.actor, one.id, true);
    await unstakeAmount(one.actor, one.id, "1000");
    clock.advance(DAY);
    await compound();
    expect(await shown(one)).toMatchObject({ amount: 0n, status: "completed", compoundsAt: undefined });
    await expect(Compounding.set(one.actor, one.id, true)).rejects.toEqual(errorOf("POSITION_COMPLETED"));
    const stranger = (await createStake("flexible", 100)).actor;
    await expect(Compounding.set(stranger, one.id, true)).rejects.toEqual(errorOf("POSITION_NOT_FOUND"));
    await expect(Compounding.set(stranger, Ids.create("stake"), true)).rejects.toEqual(
      errorOf("POSITION_NOT_FOUND"),
    );
  });

  it("adds rewards up to the pool's maximum and only while the pool is active, and leaves the rest claimable", async () => {
    const one = await compounding("locked-365", 1000);
    const change = async (terms: Parameters<typeof Pools.changeWrite>[2]) =>
      Table.commit([await Pools.changeWrite("live", "locked-365", terms)]);
    await change({ active: false });
    clock.advance(DAY);
    await compound();
    const perDay = interest(tokens(1000), 2500n, DAY);
    expect(await shown(one)).toMatchObject({ amount: tokens(1000), rewards: perDay });
    await change({ active: true, maxStake: tokens(1000) + perDay });
    clock.advance(DAY);
    await compound();
    const after = await shown(one);
    const due = interest(tokens(1000), 2500n, 2 * DAY);
    expect(after).toMatchObject({ amount: tokens(1000) + perDay, rewards: due - perDay });
    clock.advance(DAY);
    await compound();
    const left = await shown(one);
    expect(left.amount).toBe(after.amount);
    expect(await claim(one.actor, one.id)).toMatchObject({ claimed: left.rewards });
    await change({ maxStake: tokens(10_000_000) });
  });

  it("adds no rewards that were claimed before the schedule ran", async () => {
    const one = await compounding("flexible", 1000);
    clock.advance(DAY + 60);
    const { claimed } = await claim(one.actor, one.id);
    expect(claimed).toBe(interest(tokens(1000), 800n, DAY + 60));
    await compound();
    expect(await shown(one)).toMatchObject({ amount: tokens(1000), rewards: 0n });
  });

  it("keeps the stake's amount correct under concurrent unstakes, claims and runs of the schedule", async () => {
    const one = await compounding("flexible", 1000);
    clock.advance(3 * DAY + 1);
    await Promise.all([
      ...[1, 2, 3].map(() => compound()),
      ...[1, 2, 3].map(() => unstakeAmount(one.actor, one.id, "10")),
      claim(one.actor, one.id),
    ]);
    await compound();
    const { pools } = await rewards(one.actor, { limit: 10 });
    const at = await shown(one);
    expect(at.amount).toBe(tokens(970) + (pools[0]?.compounded ?? 0n));
    expect(at.compoundsAt && Date.parse(at.compoundsAt)).toBeGreaterThan(clock.now());
  });
});
