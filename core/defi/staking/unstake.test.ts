import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import {
  createStake,
  DAY,
  errorOf,
  findPosition,
  interest,
  outcomes,
  poolStake,
  tokens,
  unstakeAmount,
  withStoppedClock,
} from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Wallets from "../../wallets/index.ts";
import { claim } from "./index.ts";
import type { Claimed, Unstaked } from "./schema.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";
import { weightAt } from "./weight.ts";

describe("claims", () => {
  withDatabase();
  const clock = withStoppedClock();

  afterAll(async () => {
    expect((await audit()).differences).toEqual([]);
  });

  const code = (expected: string, details?: object) =>
    expect.objectContaining({
      code: expected,
      ...(details && { details: expect.objectContaining(details) }),
    });
  const take = (actor: UserActor, positionId: string, amount: string, forceEarly?: boolean) =>
    unstake(actor, { positionId, amount, forceEarly });

  describe("claiming", () => {
    it("pays the accrued rewards from the rewards account, once, and resets them", async () => {
      const { actor, wallet, id } = await createStake("locked-365", 1000);
      const pot = await Ledger.balance("rewards", token.symbol);
      clock.advance(30 * DAY);
      const due = interest(tokens(1000), 2500n, 30 * DAY);
      expect((await findPosition(actor, id))?.rewards).toBe(due);
      const paid = await claim(actor, id);
      expect(paid).toEqual({
        positionId: id,
        claimed: due,
        rewards: 0n,
        entryId: expect.stringMatching(/^txn_/),
        createdAt: expect.any(String),
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      });
      expect(await findPosition(actor, id)).toMatchObject({
        rewards: 0n,
        amount: tokens(1000),
        status: "active",
      });
      expect(await readBalances(wallet)).toEqual({ available: due, held: tokens(1000) });
      expect(await Ledger.balance("rewards", token.symbol)).toBe(pot - due);
      clock.advance(1);
      expect((await findPosition(actor, id))?.rewards).toBe(interest(tokens(1000), 2500n, 1));
    });

    it("without rewards pays 0 and posts no entry, also a second time within one second", async () => {
      const { actor, wallet, id } = await createStake("flexible", 100);
      const nothing = {
        positionId: id,
        claimed: 0n,
        rewards: 0n,
        transactionHash: "",
        entryId: "",
        createdAt: expect.any(String),
      };
      expect(await claim(actor, id)).toEqual(nothing);
      clock.advance(0.999);
      expect(await claim(actor, id)).toEqual(nothing);
      clock.advance(DAY);
      expect((await claim(actor, id)).claimed).toBe(interest(tokens(100), 800n, DAY));
      const { transactions } = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
      const before = await readBalances(wallet);
      expect(await claim(actor, id)).toEqual(nothing);
      expect(await readBalances(wallet)).toEqual(before);
      const after = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
      expect(after.transactions).toEqual(transactions);
      expect(after.stats.transactionCount).toBe(3);
    });

    it("without rewards returns the same result to all repetitions under one idempotency key", async () => {
      const { actor, id } = await createStake("flexible", 100);
      const key = Idempotency.claim<Claimed>(actor.userId, "claim", Ids.secret(), {});
      const all = await Promise.allSettled(Array.from({ length: 5 }, () => claim(actor, id, key)));
      expect(outcomes(all)).toEqual([...Array(4).fill("AlreadyDone"), "done"]);
      clock.advance(DAY);
      const again = await claim(actor, id, key).catch((error: Idempotency.AlreadyDone) => error);
      expect(again).toBeInstanceOf(Idempotency.AlreadyDone);
      expect(Idempotency.replay(key, (again as Idempotency.AlreadyDone).item)).toMatchObject({
        result: { claimed: 0n },
      });
      expect((await findPosition(actor, id))?.rewards).toBe(interest(tokens(100), 800n, DAY));
    });

    it("pays the rewards once for eight concurrent requests", async () => {
      const { actor, wallet, id } = await createStake("locked-90", 500);
      clock.advance(10 * DAY);
      const all = await Promise.all(Array.from({ length: 8 }, () => claim(actor, id)));
      const due = interest(tokens(500), 1500n, 10 * DAY);
      expect(all.filter(({ claimed }) => claimed > 0n)).toMatchObject([{ claimed: due }]);
      expect(await readBalances(wallet)).toEqual({ available: due, held: tokens(500) });
    });

    it("is rejected for another user's position and for an unknown one, as is an unstake", async () => {
      const { actor, id } = await createStake("flexible", 100);
      clock.advance(DAY);
      for (const positionId of [
        id,
        Ids.create("stake"),
        "stk_",
        "",
        `${id}#`,
        id.toUpperCase(),
        "__proto__",
      ]) {
        await expect(claim(newActor("ADMIN"), positionId)).rejects.toEqual(code("POSITION_NOT_FOUND"));
        await expect(take(newActor(), positionId, "1")).rejects.toEqual(code("POSITION_NOT_FOUND"));
      }
      expect((await claim(actor, id)).claimed).toBeGreaterThan(0n);
    });
  });
});

describe("unstakes", () => {
  withDatabase();
  const clock = withStoppedClock();

  afterAll(async () => {
    expect((await audit()).differences).toEqual([]);
  });

  describe("a withdrawal", () => {
    it("of a whole flexible stake is free, pays the rewards in the same entry and completes the position", async () => {
      const before = await poolStake("flexible");
      const { actor, wallet, id, position } = await createStake("flexible", 1000);
      clock.advance(DAY);
      const rewards = interest(tokens(1000), 800n, DAY);
      const { stats } = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
      expect(await unstakeAmount(actor, id, "1000", true)).toEqual({
        entryId: expect.stringMatching(/^txn_/),
        createdAt: new Date(clock.now()).toISOString(),
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        amount: tokens(1000),
        penalty: 0n,
        received: tokens(1000),
        rewardsPaid: rewards,
        position: { ...position, amount: 0n, rewards: 0n, status: "completed", powerTenths: 0n },
      });
      expect(await readBalances(wallet)).toEqual({ available: tokens(1000) + rewards, held: 0n });
      const after = await Wallets.fromId(actor, wallet.account.slice("wallet:".length));
      expect(after.stats.transactionCount).toBe(stats.transactionCount + 1);
      expect(await poolStake("flexible")).toBe(before);
      expect(await weightAt(actor, clock.now())).toEqual({ staked: 0n, weighted: 0n });
      expect((await weightAt(actor, clock.now() - 1)).staked).toBe(tokens(1000));
    });

    it("of the whole stake ends the accrual, and rejects further withdrawals", async () => {
      const { actor, wallet, id } = await createStake("flexible", 1000);
      clock.advance(DAY);
      await unstakeAmount(actor, id, "1000");
      const before = await readBalances(wallet);
      clock.advance(365 * DAY);
      expect(await findPosition(actor, id)).toMatchObject({ status: "completed", rewards: 0n, amount: 0n });
      expect(await claim(actor, id)).toMatchObject({ claimed: 0n });
      await expect(unstakeAmount(actor, id, "1")).rejects.toEqual(
        errorOf("POSITION_COMPLETED", { positionId: id }),
      );
      expect(await readBalances(wallet)).toEqual(before);
    });

    it("of a part keeps the accrued rewards, and the remaining stake accrues further", async () => {
      const { actor, wallet, id } = await createStake("flexible", 1000);
      clock.advance(10 * DAY);
      const first = interest(tokens(1000), 800n, 10 * DAY);
      expect(await unstakeAmount(actor, id, "400")).toMatchObject({
        amount: tokens(400),
        received: tokens(400),
        rewardsPaid: 0n,
        position: { amount: tokens(600), rewards: first, status: "active", powerTenths: tokens(6000) },
      });
      expect(await readBalances(wallet)).toEqual({ available: tokens(400), held: tokens(600) });
      expect((await weightAt(actor, clock.now())).weighted).toBe(tokens(600));
      clock.advance(5 * DAY);
      const second = interest(tokens(600), 800n, 5 * DAY);
      expect((await findPosition(actor, id))?.rewards).toBe(first + second);
      // The rest may be below the pool's minimum.
      await unstakeAmount(actor, id, "599.5");
      expect(await unstakeAmount(actor, id, "0.5")).toMatchObject({ rewardsPaid: first + second });
      expect(await readBalances(wallet)).toEqual({ available: tokens(1000) + first + second, held: 0n });
    });

    it("is rejected for zero, for more than the stake, and for invalid amounts", async () => {
      const { actor, wallet, id } = await createStake("flexible", 100);
      for (const amount of ["0", "0.00", "-1", "1e2", "", "1.0000000000000000001"])
        await expect(unstakeAmount(actor, id, amount)).rejects.toEqual(errorOf("INVALID_AMOUNT"));
      await expect(unstakeAmount(actor, id, "100.000000000000000001")).rejects.toEqual(
        errorOf("AMOUNT_EXCEEDS_STAKE", { amount: "100.000000000000000001", staked: "100" }),
      );
      expect(await readBalances(wallet)).toEqual({ available: 0n, held: tokens(100) });
    });

    it("of a single base unit before the unlock date is taken completely by the penalty", async () => {
      const { actor, wallet, id } = await createStake("locked-90", 100);
      const unit = "0.000000000000000001";
      expect(await unstakeAmount(actor, id, unit, true)).toMatchObject({ penalty: 1n, received: 0n });
      expect(await readBalances(wallet)).toEqual({ available: 0n, held: tokens(100) - 1n });
    });

    it("is rejected until the unlock date, and free of a penalty from exactly that time on", async () => {
      const { actor, wallet, id, position } = await createStake("locked-90", 100);
      clock.advance(90 * DAY - 0.001);
      const before = await findPosition(actor, id);
      await expect(unstakeAmount(actor, id, "100")).rejects.toEqual(
        errorOf("POSITION_LOCKED", { unlockDate: position.unlockDate, penalty: "10" }),
      );
      await expect(unstakeAmount(actor, id, "1", false)).rejects.toEqual(errorOf("POSITION_LOCKED"));
      expect(await findPosition(actor, id)).toEqual(before);
      clock.advance(0.001);
      const rewards = interest(tokens(100), 1500n, 90 * DAY);
      expect(await unstakeAmount(actor, id, "100", true)).toMatchObject({
        penalty: 0n,
        rewardsPaid: rewards,
      });
      expect(await readBalances(wallet)).toEqual({ available: tokens(100) + rewards, held: 0n });
    });

    it("before the unlock date with forceEarly pays a tenth, rounded up, to the treasury", async () => {
      const { actor, wallet, id } = await createStake("locked-365", 1000);
      const treasury = await Ledger.balance("treasury", token.symbol);
      clock.advance(DAY);
      expect(await unstakeAmount(actor, id, "123.000000000000000019", true)).toMatchObject({
        amount: tokens(123) + 19n,
        penalty: tokens(123) / 10n + 2n,
        received: tokens(123) + 19n - tokens(123) / 10n - 2n,
        rewardsPaid: 0n,
        position: { status: "active" },
      });
      expect(await Ledger.balance("treasury", token.symbol)).toBe(treasury + tokens(123) / 10n + 2n);
      const rest = tokens(877) - 19n;
      const out = await unstakeAmount(actor, id, "876.999999999999999981", true);
      expect(out).toMatchObject({
        penalty: rest / 10n + 1n,
        rewardsPaid: interest(tokens(1000), 2500n, DAY),
        position: { status: "completed" },
      });
      const penalties = tokens(123) / 10n + 2n + rest / 10n + 1n;
      expect(await Ledger.balance("treasury", token.symbol)).toBe(treasury + penalties);
      expect(await readBalances(wallet)).toEqual({
        available: tokens(1000) - penalties + out.rewardsPaid,
        held: 0n,
      });
    });

    it("of the whole stake is executed once by six concurrent requests, of which five are rejected", async () => {
      const { actor, wallet, id } = await createStake("flexible", 100);
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => unstakeAmount(actor, id, "100")));
      expect(outcomes(all)).toEqual([...Array(5).fill("POSITION_COMPLETED"), "done"]);
      expect(await readBalances(wallet)).toEqual({ available: tokens(100), held: 0n });
    });

    it("of 30 from a stake of 100 is executed three times by six concurrent requests", async () => {
      const { actor, wallet, id } = await createStake("flexible", 100);
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => unstakeAmount(actor, id, "30")));
      expect(outcomes(all)).toEqual([...Array(3).fill("AMOUNT_EXCEEDS_STAKE"), ...Array(3).fill("done")]);
      expect(await readBalances(wallet)).toEqual({ available: tokens(90), held: tokens(10) });
    });

    it("is executed once if the request is repeated under one idempotency key, concurrently or later", async () => {
      const { actor, wallet, id } = await createStake("flexible", 100);
      const key = Idempotency.claim<Unstaked>(actor.userId, "unstake", Ids.secret(), {});
      const work = () => unstake(actor, { positionId: id, amount: "100" }, key);
      const all = await Promise.all(Array.from({ length: 4 }, () => isReplayed(key, work)));
      expect(all.toSorted()).toEqual([false, ...Array(3).fill(true)]);
      expect(await isReplayed(key, work)).toBe(true);
      expect(await readBalances(wallet)).toEqual({ available: tokens(100), held: 0n });
    });
  });
});
