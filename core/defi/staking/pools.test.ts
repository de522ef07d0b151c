import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { DAY, staker, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { Patch } from "../parameters/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Pools from "./pools.ts";
import * as Stakes from "./positions.ts";
import type { PoolTerms } from "./schema.ts";
import { unstake } from "./unstake.ts";

withDatabase();
const clock = withStoppedClock();

const change = async (poolId: string, patch: Patch<PoolTerms>) =>
  Table.commit([await Pools.changing("live", poolId, patch)]);
const find = async (poolId: string) => (await Funding.list("live")).pools.find(({ id }) => id === poolId);
const interest = (amount: bigint, bpsSeconds: bigint) => (amount * bpsSeconds) / (10_000n * 31_536_000n);
const day = BigInt(DAY);

beforeEach(async () => {
  await change("flexible", { ...Pools.defaultOf("flexible"), apyBps: 800n });
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

it("the pools are those of the specification", async () => {
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
  it("by rate counts from that moment on, for stakes that there are too", async () => {
    const { actor } = await staker(1000);
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

  it("by anything else leaves what accrues alone", async () => {
    const { actor } = await staker(1000);
    await Staking.stake(actor, { poolId: "flexible", amount: "1000" });
    for (let i = 0; i < 5; i++) {
      clock.advance(0.3);
      await change("flexible", { minStake: tokens(1 + i) });
    }
    expect((await Stakes.list(actor)).totalRewards).toBe(interest(tokens(1000), 800n));
  });

  it("by bounds holds for the next stake", async () => {
    const { actor } = await staker(1000);
    await change("flexible", { minStake: tokens(5), maxStake: tokens(50) });
    const stake = (amount: string) => Staking.stake(actor, { poolId: "flexible", amount });
    await expect(stake("4")).rejects.toMatchObject({ code: "BELOW_MINIMUM", details: { minStake: "5" } });
    await expect(stake("51")).rejects.toMatchObject({ code: "ABOVE_MAXIMUM", details: { maxStake: "50" } });
    expect((await stake("5")).position.amount).toBe(tokens(5));
  });

  it("to inactive refuses stakes, and never a claim or an unstake", async () => {
    const { actor } = await staker(1000);
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

  it("changes what the patch names and nothing else", async () => {
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

  it("is refused once the pool has changed in between", async () => {
    const [one, other] = [
      await Pools.changing("live", "locked-365", { apyBps: 1n }),
      await Pools.changing("live", "locked-365", { apyBps: 2n }),
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
  ])("to %o is refused by its bounds", async (patch, field) => {
    await expect(Pools.changing("live", "flexible", patch)).rejects.toMatchObject({
      code: "INVALID_POOL_TERMS",
      details: { field },
    });
  });

  it("is refused of a pool that there is not", async () => {
    await expect(Pools.changing("live", "no-such", { apyBps: 1n })).rejects.toMatchObject({
      code: "POOL_NOT_FOUND",
    });
  });
});

it("what is staked in a pool is the sum of its positions, whoever stakes at once", async () => {
  const before = (await find("flexible"))?.staked ?? 0n;
  const stakers = await Promise.all(Array.from({ length: 12 }, () => staker(300)));
  await Promise.all(stakers.map(({ actor }) => Staking.stake(actor, { poolId: "flexible", amount: "300" })));
  expect((await find("flexible"))?.staked).toBe(before + tokens(3600));
  await Promise.all(
    stakers.map(async ({ actor }, index) => {
      const [position] = (await Stakes.list(actor)).positions;
      return unstake(actor, { positionId: position?.id ?? "", amount: String(1 + index) });
    }),
  );
  expect((await find("flexible"))?.staked).toBe(before + tokens(3600 - 78));
});
