import { afterAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { DAY, staked, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import { audit } from "../../audit/index.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Table from "../../platform/table/index.ts";
import { openPosition } from "./entity.ts";
import * as Staking from "./index.ts";
import { token } from "./token.ts";
import { unlock } from "./unlock.ts";
import { unstake } from "./unstake.ts";

withDatabase();
const clock = withStoppedClock();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** The events that wait in the outbox, of one user or of all. */
async function events(userId?: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for await (const item of Table.scan())
    if (item["type"] === "stake-unlocked") found.push(JSON.parse(String(item["payload"])));
  return found.filter((event) => userId === undefined || event["userId"] === userId);
}

const item = (actor: UserActor, positionId: string) => Table.get(openPosition.key({ ...actor, positionId }));

describe("a stake's unlock date", () => {
  it("is told to its owner once when it has come, and the stake goes on as before", async () => {
    const { actor, position } = await staked("locked-90", 200);
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
    const [shown] = (await Staking.positions(actor)).positions;
    expect(shown?.status).toBe("active");
    expect(shown?.rewards).toBe((tokens(200) * 1500n * 91n * 86_400n) / (10_000n * 31_536_000n));
    expect(await unstake(actor, { positionId: position.id, amount: "200" })).toMatchObject({ penalty: 0n });
  });

  it("is not told of a stake that does not lock, nor of one that was taken back before", async () => {
    const [flexible, early] = [await staked("flexible", 200), await staked("locked-90", 200)];
    await unstake(early.actor, { positionId: early.position.id, amount: "200", forceEarly: true });
    clock.advance(400 * DAY);
    expect(await unlock()).toBe(0);
    expect(await events(flexible.actor.userId)).toEqual([]);
    expect(await events(early.actor.userId)).toEqual([]);
  });

  it("is told with what is left, after a part was taken back early", async () => {
    const { actor, position } = await staked("locked-365", 200);
    await unstake(actor, { positionId: position.id, amount: "50.5", forceEarly: true });
    clock.advance(365 * DAY);
    expect(await unlock()).toBe(1);
    expect(await events(actor.userId)).toMatchObject([{ amount: "149.5" }]);
  });

  it("is told once however many runs come at once, and while the stake is being taken back", async () => {
    const { actor, position } = await staked("locked-90", 200);
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
