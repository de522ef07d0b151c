import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { createStake, DAY, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { powerNow } from "../governance/power.ts";
import { openPosition } from "./entity.ts";
import { claim } from "./index.ts";
import { defaultOf } from "./pools.ts";
import { createWrite, newPosition } from "./position.ts";
import * as Stakes from "./positions.ts";
import { unlock } from "./schedules.ts";
import { token } from "./token.ts";
import { unstake } from "./unstake.ts";

describe("unlock dates", () => {
  withDatabase();
  const clock = withStoppedClock();

  afterAll(async () => {
    expect((await audit()).differences).toEqual([]);
  });

  /** Returns the outbox's events, of one user or of all. */
  async function events(userId?: string): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    for await (const item of Table.scan())
      if (item["type"] === "stake-unlocked") found.push(JSON.parse(String(item["payload"])));
    return found.filter((event) => userId === undefined || event["userId"] === userId);
  }

  const item = (actor: UserActor, positionId: string) =>
    Table.get(openPosition.key({ ...actor, positionId }));

  /** Returns the rewards of an amount at a rate. */
  const earned = (amount: number, apyBps: bigint, days: bigint): bigint =>
    (tokens(amount) * apyBps * days * 86_400n) / (10_000n * 31_536_000n);

  describe("a stake's unlock date", () => {
    it("is published once when it is reached, and the stake continues in the flexible pool", async () => {
      const { actor, position } = await createStake("locked-90", 200);
      expect(await unlock()).toBe(0);
      clock.advance(90 * DAY - 0.001);
      expect(await unlock()).toBe(0);
      expect(await events(actor.userId)).toEqual([]);
      clock.advance(0.001);
      expect(await unlock()).toBe(1);
      expect(await unlock()).toBe(0);
      expect(await events(actor.userId)).toEqual([
        {
          mode: "live",
          userId: actor.userId,
          positionId: position.id,
          poolId: "locked-90",
          amount: "200",
          asset: token.symbol,
          unlockDate: position.unlockDate,
        },
      ]);
      clock.advance(DAY);
      const [shown] = (await Stakes.list(actor)).positions;
      expect(shown).toMatchObject({ status: "active", poolId: "flexible", unlockDate: position.unlockDate });
      expect(shown?.rewards).toBe(earned(200, 1500n, 90n) + earned(200, 800n, 1n));
      expect(await unstake(actor, { positionId: position.id, amount: "200" })).toMatchObject({ penalty: 0n });
    });

    it("ends the lock's rate to the second, and its multiplier in votes, also if the schedule runs late", async () => {
      const { actor, id } = await createStake("locked-365", 200);
      const other = await createStake("locked-365", 200);
      expect((await powerNow(actor)).total).toBe(tokens(400));
      clock.advance(375 * DAY);
      // The schedule is ten days late: a claim before it pays the lock's rewards, and a later one the rest.
      expect(await claim(other.actor, other.id)).toMatchObject({ claimed: earned(200, 2500n, 365n) });
      expect(await unlock()).toBe(2);
      clock.advance(DAY);
      const due = earned(200, 2500n, 365n) + earned(200, 800n, 11n);
      expect((await Stakes.list(actor)).totalRewards).toBe(due);
      expect(await claim(other.actor, other.id)).toMatchObject({ claimed: earned(200, 800n, 11n) });
      expect((await powerNow(actor)).total).toBe(tokens(200));
      expect((await Stakes.list(actor)).totalPowerTenths).toBe(tokens(200) * 10n);
      expect(await unstake(actor, { positionId: id, amount: "200" })).toMatchObject({ rewardsPaid: due });
      expect((await powerNow(actor)).staked).toBe(0n);
    });

    it("is not published for a stake without a lock, nor for a stake that was withdrawn before", async () => {
      const [flexible, early] = [await createStake("flexible", 200), await createStake("locked-90", 200)];
      await unstake(early.actor, { positionId: early.position.id, amount: "200", forceEarly: true });
      clock.advance(400 * DAY);
      expect(await unlock()).toBe(0);
      expect(await events(flexible.actor.userId)).toEqual([]);
      expect(await events(early.actor.userId)).toEqual([]);
    });

    it("is published with the remaining amount after an early withdrawal of a part", async () => {
      const { actor, position } = await createStake("locked-365", 200);
      await unstake(actor, { positionId: position.id, amount: "50.5", forceEarly: true });
      clock.advance(365 * DAY);
      expect(await unlock()).toBe(1);
      expect(await events(actor.userId)).toMatchObject([{ amount: "149.5" }]);
    });

    it("is published once by several concurrent runs of the schedule, also during unstakes", async () => {
      const { actor, position } = await createStake("locked-90", 200);
      clock.advance(90 * DAY);
      const runs = [1, 2, 3, 4].map(() => unlock());
      const parts = [1, 2, 3].map(() => unstake(actor, { positionId: position.id, amount: "10" }));
      await Promise.all([...runs, ...parts]);
      await unlock();
      expect(await events(actor.userId)).toHaveLength(1);
      expect(await item(actor, position.id)).toMatchObject({
        amount: tokens(170),
        unlockedAt: expect.any(String),
      });
      expect((await item(actor, position.id))?.["duePk"]).toBeUndefined();
    });
  });
});

describe("many unlock dates", () => {
  withDatabase();
  const clock = withStoppedClock();

  /** Returns the number of events of unlocked stakes in the outbox. */
  async function events(): Promise<number> {
    let count = 0;
    for await (const item of Table.scan()) if (item["type"] === "stake-unlocked") count++;
    return count;
  }

  it("are all published in one run of several pages", { timeout: 60_000 }, async () => {
    // Positions without money, since only their dates matter.
    const many = 470;
    await Promise.all(
      Array.from({ length: many }, async () => {
        const owner = { mode: "live", userId: Ids.create("user") } as const;
        const position = newPosition(owner, Ids.create("stake"), defaultOf("locked-90"), 1n, clock.now());
        await Table.commit([createWrite(position)]);
      }),
    );
    clock.advance(90 * DAY);
    expect(await unlock()).toBe(many);
    expect(await unlock()).toBe(0);
    expect(await events()).toBe(many);
  });
});
