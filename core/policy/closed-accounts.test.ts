import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { flag } from "../flags/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import { systemRef } from "../ledger/accounts.ts";
import { balance, move } from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import { closable, closingWrites } from "./closed-accounts.ts";
import * as Policy from "./index.ts";
import * as Suspense from "./suspense.ts";

withDatabase();

const source = { kind: "payment_intent", id: "pi_1" } as const;
const outside = systemRef("live", "clearing:psp", "EUR");
const by = { actorId: "test", reason: "a test", result: () => undefined };

async function closedWallet(): Promise<AccountRef> {
  const user = newActor();
  const wallet = await createFundedWallet(user, "EUR", 0n);
  await Table.commit(closingWrites(user, await closable(user), Clock.nowIso(), true));
  return wallet;
}

const credit = (wallet: AccountRef, options: Policy.Options) =>
  Policy.post({ ...by, ...options, type: "TOP_UP", postings: move(outside, wallet, 100n) });

const take = async (amount: bigint) => {
  const key = Suspense.flagKey(source);
  const item = await Table.get(key);
  await Policy.post({
    ...by,
    type: "REFUND",
    postings: move(systemRef("live", "suspense", "EUR"), outside, amount),
    extraWrites: Suspense.takeWrites(item, amount, { by: "test", note: "sent back" }),
  });
  return flag.parse((await Table.get(key)) ?? {});
};

it("posts a credit to a closed account to suspense with a flag, which is resolved when the money is used up", async () => {
  const wallet = await closedWallet();
  await credit(wallet, { payDebtsFirst: true, suspendAs: source });
  expect(await balance("suspense", "EUR")).toBe(100n);
  const left = await take(99n);
  expect([left.amount, left.resolution]).toEqual([1n, undefined]);
  expect(await take(1n)).toMatchObject({ amount: 0n, resolution: { by: "test", note: "sent back" } });
});

it("names the flag after the entry by default", async () => {
  const wallet = await closedWallet();
  await credit(wallet, { payDebtsFirst: true });
  const flags = await Table.queryAll({ pk: flag.partition({}) });
  expect(flags.map(({ id }) => String(id)).filter((id) => id.startsWith("entry:"))).toHaveLength(1);
});
