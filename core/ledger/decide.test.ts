import { expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import { funded, has, someone } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { HoldClosed } from "./errors.ts";
import * as Ledger from "./index.ts";
import { type Policy, withPolicies } from "./post.ts";
import { withoutPolicies as Kernel } from "./verbs.ts";

// Requests of other processes do not wait for each other.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

withDatabase();

/** A counter that every entry of these tests raises by one, over exactly what it read. */
const key = bare({ pk: "TEST#COUNTER", sk: "COUNTER" });
const countOf = (item: Table.Item | undefined): bigint => (item?.["count"] as bigint | undefined) ?? 0n;

const raising = (seen: bigint): Table.Write => ({
  put: { ...key, count: seen + 1n },
  where: Where.any(Where.absent, Where.is({ count: seen })),
});

const treasury = { account: "treasury", asset: "EUR" };
const by = { type: "TRANSFER", actorId: "test", reason: "a test" } as const;

it("an entry that depends on an item of the caller's is made anew of what the refusal shows", async () => {
  const wallet = await funded(someone(), "EUR", 100n);
  await Table.put({ ...key, count: 0n });
  const seen: bigint[] = [];
  const calls: string[] = [];
  const told = await Kernel.post(
    { initiator: wallet.account, reads: { counter: key } },
    async ({ items }) => {
      const count = countOf(items.counter);
      seen.push(count);
      // Another writer is faster, the first time.
      if (seen.length === 1) await Table.put({ ...key, count: 7n });
      if (seen.length === 1) Table.observe(({ operation }) => calls.push(operation));
      return {
        ...by,
        postings: Ledger.move(wallet, treasury, 1n + count),
        extraWrites: [raising(count)],
        result: () => count,
      };
    },
  );
  Table.observe(undefined);
  expect([told, seen]).toEqual([7n, [0n, 7n]]);
  expect(await has(wallet)).toMatchObject({ available: 92n });
  expect(countOf(await Table.get(key))).toBe(8n);
  // The refused transaction itself said what there is: nothing was read again.
  expect(calls).toEqual(["TransactWriteItems"]);
});

it("a refused write that says what this means to the caller is not tried again", async () => {
  const wallet = await funded(someone(), "EUR", 100n);
  const post = (refused: Table.OnConditionFailed) =>
    Kernel.post({ initiator: wallet.account, reads: { counter: key } }, () => ({
      ...by,
      postings: Ledger.move(wallet, treasury, 1n),
      extraWrites: [{ ...raising(1000n), onConditionFailed: refused }],
      result: () => undefined,
    }));
  await expect(post(() => new RangeError("mine"))).rejects.toThrow("mine");
  await expect(post(HoldClosed)).rejects.toMatchObject({ code: "HOLD_CLOSED" });
  expect(await has(wallet)).toMatchObject({ available: 100n });
});

it("32 that depend on one item at once all get through, each once", async () => {
  const wallets = await Promise.all(Array.from({ length: 32 }, () => funded(someone(), "EUR", 100n)));
  const before = countOf(await Table.get(key));
  const told = await Promise.all(
    wallets.map((wallet) =>
      Kernel.post({ initiator: wallet.account, reads: { counter: key } }, ({ items }) => ({
        ...by,
        postings: Ledger.move(wallet, treasury, 1n),
        extraWrites: [raising(countOf(items.counter))],
        result: () => countOf(items.counter),
      })),
    ),
  );
  expect(countOf(await Table.get(key))).toBe(before + 32n);
  expect(new Set(told).size).toBe(32);
  expect((await audit()).differences).toEqual([]);
});

it("is made again if its account moved and came back to the same balance", async () => {
  const [wallet, other] = [await funded(someone(), "EUR", 100n), await funded(someone(), "EUR", 100n)];
  const plain = { actorId: "test", reason: "a test", result: () => undefined };
  let attempts = 0;
  await Kernel.post({ initiator: wallet.account }, async () => {
    if (attempts++ === 0) {
      await Kernel.transfer(wallet, other, 5n, plain);
      await Kernel.transfer(other, wallet, 5n, plain);
    }
    return { ...by, postings: Ledger.move(wallet, treasury, 1n), result: () => undefined };
  });
  expect(attempts).toBe(2);
  expect(await has(wallet)).toMatchObject({ available: 99n });
  expect((await audit()).differences).toEqual([]);
});

it("never commits writes that do not sum to zero, whatever a policy makes of the draft", async () => {
  const wallet = await funded(someone(), "EUR", 100n);
  const broken: Policy<object> = {
    name: "broken",
    apply: (draft) => ({ ...draft, postings: draft.postings.slice(0, 1) }),
  };
  const draft = { ...by, postings: Ledger.move(wallet, treasury, 1n), result: () => undefined };
  await expect(withPolicies([broken]).post(draft)).rejects.toThrow(TypeError);
  expect(await has(wallet)).toMatchObject({ available: 100n });
});
