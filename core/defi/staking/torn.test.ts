import { expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { has, someone } from "../../../tests/support/ledger.ts";
import { staked, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { holdKey } from "../../ledger/holds.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { holdOf, positionKeys } from "./position.ts";
import { walletOf } from "./token.ts";
import { unstake } from "./unstake.ts";

/** A read of several items that another writer cuts through: each key may be shown as it was or as it is. */

const cut = vi.hoisted(() => ({ reads: 0, show: new Map<string, unknown>() }));

vi.mock("../../platform/table/index.ts", async (original) => {
  const real = await original<typeof Table>();
  return {
    ...real,
    getMany: async (keys: readonly Key[]) => {
      const items = await real.getMany(keys);
      cut.reads++;
      const shown = items.map((item, index) =>
        cut.show.has(keys[index]?.sk ?? "") ? cut.show.get(keys[index]?.sk ?? "") : item,
      );
      if (keys.some(({ sk }) => cut.show.has(sk))) cut.show.clear();
      return shown;
    },
  };
});

withDatabase();
withStoppedClock();

it("a position as it was beside its hold as it is: it is read again, and the amount is taken", async () => {
  const { actor, wallet, id } = await staked("flexible", 100);
  const { holdId } = holdOf(id, wallet);
  const hold = {
    ...holdKey(holdId),
    holdId,
    ...wallet,
    amount: tokens(100),
    remaining: tokens(40),
    createdAt: "",
  };
  cut.show.set("HOLD", hold);
  expect(await unstake(actor, { positionId: id, amount: "60" })).toMatchObject({
    position: { amount: tokens(40) },
  });
  expect(await has(walletOf(actor))).toEqual({ available: tokens(60), held: tokens(40) });
});

it("a position that was seen neither where it was nor where it moved: it is read again", async () => {
  const { actor, id } = await staked("flexible", 100);
  await unstake(actor, { positionId: id, amount: "100" });
  for (const { sk } of positionKeys(actor.userId, id)) cut.show.set(sk, undefined);
  await expect(unstake(actor, { positionId: id, amount: "1" })).rejects.toMatchObject({
    code: "POSITION_COMPLETED",
  });
});

it("a position that is nowhere is looked for twice, no more", async () => {
  cut.reads = 0;
  await expect(unstake(someone(), { positionId: Ids.create("stake"), amount: "1" })).rejects.toMatchObject({
    code: "POSITION_NOT_FOUND",
  });
  expect(cut.reads).toBe(2);
});
