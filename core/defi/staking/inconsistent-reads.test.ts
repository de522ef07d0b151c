import { expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor, readBalances } from "../../../tests/support/ledger.ts";
import { createStake, tokens, withStoppedClock } from "../../../tests/support/staking.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { holdKey } from "../../ledger/holds.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { holdOf, positionKeys } from "./position.ts";
import { walletOf } from "./token.ts";
import { unstake } from "./unstake.ts";

/** A read of several items while another writer commits: each item may be old or new. */

const stale = vi.hoisted(() => ({ reads: 0, items: new Map<string, unknown>() }));

vi.mock("../../platform/table/index.ts", async (original) => {
  const real = await original<typeof Table>();
  return {
    ...real,
    getMany: async (keys: readonly Key[]) => {
      const items = await real.getMany(keys);
      stale.reads++;
      const read = items.map((item, index) =>
        stale.items.has(keys[index]?.sk ?? "") ? stale.items.get(keys[index]?.sk ?? "") : item,
      );
      if (keys.some(({ sk }) => stale.items.has(sk))) stale.items.clear();
      return read;
    },
    get: (key: Key) => {
      stale.reads++;
      return real.get(key);
    },
  };
});

withDatabase();
withStoppedClock();

it("an unstake reads a position again that is older than its hold, and succeeds", async () => {
  const { actor, wallet, id } = await createStake("flexible", 100);
  const { holdId } = holdOf(id, wallet);
  const hold = {
    ...holdKey(holdId),
    holdId,
    ...wallet,
    amount: tokens(100),
    remaining: tokens(40),
    createdAt: "",
  };
  stale.items.set("HOLD", hold);
  expect(await unstake(actor, { positionId: id, amount: "60" })).toMatchObject({
    position: { amount: tokens(40) },
  });
  expect(await readBalances(walletOf(actor))).toEqual({ available: tokens(60), held: tokens(40) });
});

it("an unstake reads a position once more that was found neither open nor completed", async () => {
  const { actor, id } = await createStake("flexible", 100);
  await unstake(actor, { positionId: id, amount: "100" });
  for (const { sk } of positionKeys(actor, id)) stale.items.set(sk, undefined);
  await expect(unstake(actor, { positionId: id, amount: "1" })).rejects.toMatchObject({
    code: "POSITION_COMPLETED",
  });
});

it("an unstake reads a position that does not exist twice, and then rejects the request", async () => {
  stale.reads = 0;
  await expect(unstake(newActor(), { positionId: Ids.create("stake"), amount: "1" })).rejects.toMatchObject({
    code: "POSITION_NOT_FOUND",
  });
  expect(stale.reads).toBe(2);
});
