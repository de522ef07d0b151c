import fc from "fast-check";
import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import type { Totals } from "./schema.ts";
import { totalsKey, totalsOf, totalsWrites, weightAt } from "./weight.ts";

withDatabase();

const T = Date.parse("2026-03-01T08:00:00.000Z");

/** Writes a change to the current totals. */
async function change(owner: Owner, staked: bigint, tenths: bigint, atMs: number): Promise<Totals> {
  const before = totalsOf(await Table.get(totalsKey(owner)));
  await Table.commit(totalsWrites(owner, before, { staked, tenths, open: 0n }, BigInt(atMs)));
  return totalsOf(await Table.get(totalsKey(owner)));
}

it("the weight is zero for a user who never staked", async () => {
  expect(await weightAt(newActor(), T)).toEqual({ staked: 0n, weighted: 0n });
});

it("the weight at an instant includes changes up to and at that instant", async () => {
  const owner = newActor();
  await change(owner, 100n, 1500n, T);
  await change(owner, 50n, 1000n, T + 5);
  await change(owner, -150n, -2500n, T + 90_000);
  const at = async (ms: number) => Object.values(await weightAt(owner, ms));
  expect(await at(T - 1)).toEqual([0n, 0n]);
  expect(await at(T)).toEqual([100n, 150n]);
  expect(await at(T + 4)).toEqual([100n, 150n]);
  expect(await at(T + 5)).toEqual([150n, 250n]);
  expect(await at(T + 89_999)).toEqual([150n, 250n]);
  expect(await at(T + 10 ** 10)).toEqual([0n, 0n]);
});

it("the weight at an instant includes all of 12 changes in one millisecond", async () => {
  const owner = newActor();
  for (let i = 0; i < 12; i++) await change(owner, 1n, 15n, T);
  expect(await weightAt(owner, T)).toEqual({ staked: 12n, weighted: 18n });
  expect(await weightAt(owner, T - 1)).toEqual({ staked: 0n, weighted: 0n });
});

it("the weight is floored once for the sum, not for each stake", async () => {
  const owner = newActor();
  await change(owner, 1n, 15n, T);
  expect((await weightAt(owner, T)).weighted).toBe(1n);
  await change(owner, 1n, 15n, T + 1);
  expect((await weightAt(owner, T + 1)).weighted).toBe(3n);
});

it("a change is applied at the time of the previous one if a process's clock is behind", async () => {
  const owner = newActor();
  await change(owner, 5n, 50n, T);
  const totals = await change(owner, 5n, 50n, T - 60_000);
  expect(totals).toMatchObject({ staked: 10n, atMs: BigInt(T), version: 2n });
  expect((await weightAt(owner, T - 1)).staked).toBe(0n);
  expect((await weightAt(owner, T)).staked).toBe(10n);
});

it("a change that was planned from outdated totals is rejected", async () => {
  const owner = newActor();
  const none = totalsOf(undefined);
  const write = (before: Totals) =>
    Table.commit(totalsWrites(owner, before, { staked: 1n, tenths: 10n, open: 1n }, BigInt(T)));
  await write(none);
  await expect(write(none)).rejects.toBeInstanceOf(Table.ConditionFailed);
  const first = totalsOf(await Table.get(totalsKey(owner)));
  await write(first);
  await expect(write(first)).rejects.toBeInstanceOf(Table.ConditionFailed);
  expect((await weightAt(owner, T)).staked).toBe(2n);
});

it("the weight at an instant is the sum of the changes up to it, for any history", async () => {
  const step = fc.record({ afterMs: fc.nat({ max: 3 }), staked: fc.bigInt(1n, 10n ** 25n) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const owner = newActor();
      const history: { at: number; staked: bigint }[] = [];
      let at = T;
      for (const { afterMs, staked } of steps) {
        at += afterMs;
        await change(owner, staked, staked * 20n, at);
        history.push({ at, staked });
      }
      for (let instant = T - 1; instant <= at + 1; instant++) {
        const sum = history.filter((one) => one.at <= instant).reduce((all, one) => all + one.staked, 0n);
        expect(await weightAt(owner, instant)).toEqual({ staked: sum, weighted: sum * 2n });
      }
    }),
    { numRuns: 10 },
  );
});
