import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import {
  createStake,
  createStaker,
  DAY,
  errorOf,
  interest,
  outcomes,
  poolStake,
  tokens,
  unstakeAmount,
  withStoppedClock,
} from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Wallets from "../../wallets/index.ts";
import * as Funding from "./funding.ts";
import * as Staking from "./index.ts";
import { claim } from "./index.ts";
import * as Stakes from "./positions.ts";
import type { Staked } from "./schema.ts";
import { token } from "./token.ts";
import { totalsKey, weightAt } from "./weight.ts";

withDatabase();
const clock = withStoppedClock();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

describe("staking", () => {
  it("holds the amount in the wallet and opens a position", async () => {
    const before = await poolStake("locked-90");
    const { actor, wallet } = await createStaker(1000);
    clock.advance(1);
    const { position, transactionHash } = await Staking.stake(actor, {
      poolId: "locked-90",
      amount: "400.5",
    });
    expect(transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    const amount = tokens(400) + tokens(1) / 2n;
    expect(position).toEqual({
      id: expect.stringMatching(Ids.pattern("stake")),
      poolId: "locked-90",
      amount,
      rewards: 0n,
      startDate: new Date(clock.now()).toISOString(),
      unlockDate: new Date(clock.now() + 90 * DAY * 1000).toISOString(),
      status: "active",
      powerTenths: amount * 15n,
    });
    expect(await readBalances(wallet)).toEqual({ available: tokens(1000) - amount, held: amount });
    expect((await poolStake("locked-90")) - before).toBe(amount);
    expect(await Stakes.list(actor)).toEqual({
      positions: [position],
      totalStaked: amount,
      totalRewards: 0n,
      totalPowerTenths: amount * 15n,
    });
    expect(await weightAt(actor, clock.now())).toEqual({
      staked: amount,
      weighted: (amount * 15n) / 10n,
    });
    const { transactions } = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
    expect(transactions[0]).toMatchObject({ type: "LOCK", held: amount });
  });

  it("lists the owner's positions of all pools, newest first, with their totals", async () => {
    const { actor } = await createStaker(1000);
    const ids: string[] = [];
    for (const poolId of ["flexible", "locked-90", "locked-365"]) {
      clock.advance(1);
      ids.push((await Staking.stake(actor, { poolId, amount: "200" })).position.id);
    }
    clock.advance(100);
    const { positions, totalStaked, totalRewards, totalPowerTenths } = await Stakes.list(actor);
    expect(positions.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(positions.map(({ unlockDate }) => unlockDate === undefined)).toEqual([false, false, true]);
    expect(totalStaked).toBe(tokens(600));
    expect(totalPowerTenths).toBe(tokens(200) * 45n);
    expect(totalRewards).toBe(
      interest(tokens(200), 2500n, 100) +
        interest(tokens(200), 1500n, 101) +
        interest(tokens(200), 800n, 102),
    );
    expect((await Stakes.list(newActor())).positions).toEqual([]);
  });

  it("is rejected outside of the pool's bounds, beyond the balance, and for an unknown pool", async () => {
    const { actor, wallet } = await createStaker(500);
    const stake = (poolId: string, amount: string, by = actor) => Staking.stake(by, { poolId, amount });
    await expect(stake("flexible", "99.999999999999999999")).rejects.toEqual(
      errorOf("BELOW_MINIMUM", { minStake: "100", poolId: "flexible" }),
    );
    await expect(stake("flexible", "0")).rejects.toEqual(errorOf("BELOW_MINIMUM"));
    await expect(stake("flexible", "10000000.000000000000000001")).rejects.toEqual(
      errorOf("ABOVE_MAXIMUM", { maxStake: "10000000" }),
    );
    for (const amount of ["-100", "", "1e3", "100.0000000000000000001", "abc", "9".repeat(60)])
      await expect(stake("flexible", amount)).rejects.toEqual(errorOf("INVALID_AMOUNT"));
    for (const poolId of ["flexibl", "LOCKED-90", "a#b", "__proto__"])
      await expect(stake(poolId, "100")).rejects.toEqual(errorOf("POOL_NOT_FOUND"));
    await expect(stake("flexible", "500.1")).rejects.toEqual(
      errorOf("INSUFFICIENT_BALANCE", { required: "500.1", available: "500", currency: token.symbol }),
    );
    await expect(stake("flexible", "100", newActor())).rejects.toEqual(
      errorOf("INSUFFICIENT_BALANCE", { required: "100", available: "0", currency: token.symbol }),
    );
    expect(await readBalances(wallet)).toEqual({ available: tokens(500), held: 0n });
  });

  it("accepts the pool's minimum and maximum", async () => {
    const { actor, wallet } = await createStaker(10_000_100);
    await Staking.stake(actor, { poolId: "flexible", amount: "100" });
    await Staking.stake(actor, { poolId: "flexible", amount: "10000000.00" });
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: tokens(10_000_100) });
  });

  it("is rejected beyond 1,000 open positions, until one is completed", async () => {
    const { actor, id } = await createStake("flexible", 100, 200);
    const setOpen = (count: bigint) => Table.update(totalsKey(actor), { set: { open: count } });
    await setOpen(Staking.MAX_OPEN);
    const again = () => Staking.stake(actor, { poolId: "flexible", amount: "100" });
    await expect(again()).rejects.toEqual(errorOf("POSITION_LIMIT_REACHED", { limit: 1000 }));
    await unstakeAmount(actor, id, "100");
    await again();
    await expect(again()).rejects.toEqual(errorOf("POSITION_LIMIT_REACHED"));
    // Restores the true number, for the audit.
    await setOpen(1n);
  });

  it("opens four positions under ten concurrent requests if the balance suffices for four", async () => {
    const { actor, wallet } = await createStaker(450);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => Staking.stake(actor, { poolId: "flexible", amount: "100" })),
    );
    expect(outcomes(all)).toEqual([...Array(6).fill("INSUFFICIENT_BALANCE"), ...Array(4).fill("done")]);
    expect((await Stakes.list(actor)).positions).toHaveLength(4);
    expect(await readBalances(wallet)).toEqual({ available: tokens(50), held: tokens(400) });
    expect((await weightAt(actor, clock.now())).staked).toBe(tokens(400));
  });

  it("is executed once if the request is repeated under one idempotency key, concurrently or later", async () => {
    const { actor, wallet } = await createStaker(100);
    const key = Idempotency.claim<Staked>(actor.userId, "stake", Ids.secret(), {});
    const work = () => Staking.stake(actor, { poolId: "flexible", amount: "100" }, key);
    const all = await Promise.all(Array.from({ length: 5 }, () => isReplayed(key, work)));
    expect(all.toSorted()).toEqual([false, ...Array(4).fill(true)]);
    expect(await isReplayed(key, work)).toBe(true);
    expect(await readBalances(wallet)).toEqual({ available: 0n, held: tokens(100) });
  });
});

describe("the database calls of staking", () => {
  it("are one read and one transaction for a stake, a claim and an unstake each", async () => {
    const { actor } = await createStaker(1000);
    const trips = async <T>(work: () => Promise<T>): Promise<[string[], T]> => {
      const calls: string[] = [];
      Table.observe(({ operation }) => calls.push(operation));
      const result = await work();
      Table.observe(undefined);
      return [calls.sort(), result];
    };
    const readAndWrite = ["BatchGetItem", "TransactWriteItems"];
    const [staking, { position }] = await trips(() =>
      Staking.stake(actor, { poolId: "flexible", amount: "100" }),
    );
    expect(staking).toEqual(readAndWrite);
    clock.advance(60);
    expect((await trips(() => Stakes.list(actor)))[0]).toEqual(["BatchGetItem", "Query", "Query"]);
    expect((await trips(() => claim(actor, position.id)))[0]).toEqual(readAndWrite);
    expect((await trips(() => unstakeAmount(actor, position.id, "100")))[0]).toEqual(readAndWrite);
    expect((await trips(() => Funding.list("live")))[0]).toEqual(["BatchGetItem"]);
  });
});
