import fc from "fast-check";
import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { changed, type Totals, totalsKey, totalsOf, weightAt } from "./weight.ts";

withDatabase();

const T = Date.parse("2026-03-01T08:00:00.000Z");

/** Writes a change over what is there. */
async function change(userId: string, staked: bigint, tenths: bigint, atMs: number): Promise<Totals> {
  const seen = totalsOf(await Table.get(totalsKey(userId)));
  await Table.transact(changed(userId, seen, { staked, tenths, open: 0n }, BigInt(atMs)));
  return totalsOf(await Table.get(totalsKey(userId)));
}

it("a user who never staked weighs nothing at any time", async () => {
  expect(await weightAt(Ids.create("user"), T)).toEqual({ staked: 0n, weighted: 0n });
});

it("the weight at an instant is that of the last change up to it, that instant included", async () => {
  const userId = Ids.create("user");
  await change(userId, 100n, 1500n, T);
  await change(userId, 50n, 1000n, T + 5);
  await change(userId, -150n, -2500n, T + 90_000);
  const at = async (ms: number) => Object.values(await weightAt(userId, ms));
  expect(await at(T - 1)).toEqual([0n, 0n]);
  expect(await at(T)).toEqual([100n, 150n]);
  expect(await at(T + 4)).toEqual([100n, 150n]);
  expect(await at(T + 5)).toEqual([150n, 250n]);
  expect(await at(T + 89_999)).toEqual([150n, 250n]);
  expect(await at(T + 10 ** 10)).toEqual([0n, 0n]);
});

it("of several changes in one millisecond the last counts, past the tenth too", async () => {
  const userId = Ids.create("user");
  for (let i = 0; i < 12; i++) await change(userId, 1n, 15n, T);
  expect(await weightAt(userId, T)).toEqual({ staked: 12n, weighted: 18n });
  expect(await weightAt(userId, T - 1)).toEqual({ staked: 0n, weighted: 0n });
});

it("the weight is floored once, over the sum", async () => {
  const userId = Ids.create("user");
  await change(userId, 1n, 15n, T);
  expect((await weightAt(userId, T)).weighted).toBe(1n);
  await change(userId, 1n, 15n, T + 1);
  expect((await weightAt(userId, T + 1)).weighted).toBe(3n);
});

it("a change by a process whose clock is behind does not go back in time", async () => {
  const userId = Ids.create("user");
  await change(userId, 5n, 50n, T);
  const totals = await change(userId, 5n, 50n, T - 60_000);
  expect(totals).toMatchObject({ staked: 10n, atMs: BigInt(T), version: 2n });
  expect((await weightAt(userId, T - 1)).staked).toBe(0n);
  expect((await weightAt(userId, T)).staked).toBe(10n);
});

it("a change over totals that are no longer what was read is refused", async () => {
  const userId = Ids.create("user");
  const none = totalsOf(undefined);
  const write = (seen: Totals) =>
    Table.transact(changed(userId, seen, { staked: 1n, tenths: 10n, open: 1n }, BigInt(T)));
  await write(none);
  await expect(write(none)).rejects.toBeInstanceOf(Table.TransactionRefused);
  const first = totalsOf(await Table.get(totalsKey(userId)));
  await write(first);
  await expect(write(first)).rejects.toBeInstanceOf(Table.TransactionRefused);
  expect((await weightAt(userId, T)).staked).toBe(2n);
});

it("for any history, the weight at any instant is the sum of the changes up to it", async () => {
  const step = fc.record({ afterMs: fc.nat({ max: 3 }), staked: fc.bigInt(1n, 10n ** 25n) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const userId = Ids.create("user");
      const history: { at: number; staked: bigint }[] = [];
      let at = T;
      for (const { afterMs, staked } of steps) {
        at += afterMs;
        await change(userId, staked, staked * 20n, at);
        history.push({ at, staked });
      }
      for (let instant = T - 1; instant <= at + 1; instant++) {
        const sum = history.filter((one) => one.at <= instant).reduce((all, one) => all + one.staked, 0n);
        expect(await weightAt(userId, instant)).toEqual({ staked: sum, weighted: sum * 2n });
      }
    }),
    { numRuns: 10 },
  );
});
