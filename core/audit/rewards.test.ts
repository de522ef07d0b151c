import { beforeAll, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { accrue, enrollMerchant, succeededPayment } from "../../tests/support/saveback.ts";
import { walletOf } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import { audit } from "./index.ts";

/** Pending saveback compared with its funding by merchants, and users' debts compared with the ledger. */

withDatabase();

let items: Table.Item[] = [];
let wallet: AccountRef;

beforeAll(async () => {
  const { merchantId } = await enrollMerchant("5");
  await accrue([
    succeededPayment({ amountMinor: 1000n, merchantId }),
    succeededPayment({ amountMinor: 500n, merchantId }),
  ]);
  wallet = await createFundedWallet(newActor(), "EUR", 300n);
  await Policy.post({
    type: "REFUND",
    postings: [
      ...Ledger.move(wallet, { account: "clearing:psp", asset: "EUR" }, 300n),
      ...Ledger.move(
        { account: "receivable", asset: "EUR" },
        { account: "clearing:psp", asset: "EUR" },
        700n,
      ),
    ],
    initiator: wallet.account,
    actorId: "test",
    reason: "taken back",
    extraWrites: Debts.debtWrites(wallet, 700n),
    result: () => undefined,
  });
  for await (const item of Table.scan()) items = [...items, item];
});

const isReward = (item: Table.Item) => String(item["pk"]).startsWith("SAVEBACK#");
const isDebt = (item: Table.Item) => String(item["sk"]).startsWith("OWED#");

const when = async (
  which: (item: Table.Item) => boolean,
  change: (item: Table.Item) => readonly Table.Item[],
): Promise<readonly string[]> => {
  expect(items.filter(which).length).toBeGreaterThan(0);
  return (await audit(() => items.flatMap((item) => (which(item) ? change(item) : [item])))).differences;
};

it("the audit finds no difference if all pending rewards are funded and all debts match the ledger", async () => {
  expect(await Debts.owed(wallet)).toBe(700n);
  expect((await audit(() => items)).differences).toEqual([]);
});

it("the audit reports pending rewards that differ from the rewards account, with both figures", async () => {
  expect(await when(isReward, () => [])).toEqual([
    "pending rewards come to 0 EUR, but the account saveback has 0.75 EUR",
  ]);
  const more = await when(isReward, (item) => [
    { ...item, amountMinor: (item["amountMinor"] as bigint) + 1n },
  ]);
  expect(more).toEqual(["pending rewards come to 0.77 EUR, but the account saveback has 0.75 EUR"]);
  const other = await when(isReward, (item) => [{ ...item, asset: "USD" }]);
  expect(other).toContain("pending rewards come to 0.75 USD, but the account saveback has 0 USD");
});

it("the audit reports debts that exceed the receivable account, and negative debts", async () => {
  expect(await when(isDebt, (item) => [{ ...item, owedMinor: 701n }])).toEqual([
    "users owe 7.01 EUR, but by the account receivable only 7 EUR",
  ]);
  const { userId } = items.find(isDebt) as { userId: string };
  expect(await when(isDebt, (item) => [{ ...item, owedMinor: -1n }])).toEqual([
    `${userId} owes -0.01 EUR: below zero`,
  ]);
  expect(await when(isDebt, () => [])).toEqual([]);
  expect(walletOf(wallet.account)).toContain(userId.slice("usr_".length));
});

it("the audit reports rewards and debts that are damaged, zero, or stored under a wrong key", async () => {
  const cases: [(item: Table.Item) => boolean, Table.Item, string][] = [
    [isReward, { amountMinor: "50" }, "is damaged: amountMinor"],
    [isReward, { userId: "usr_other" }, "holds what belongs to SAVEBACK#"],
    [isReward, { status: "CANCELED" }, "is listed as pending, but is of 0.25 EUR and CANCELED"],
    [isReward, { amountMinor: 0n }, "is of 0 EUR and PENDING"],
    [isDebt, { owedMinor: "7" }, "is damaged: owedMinor"],
    [isDebt, { asset: "USD" }, "holds what belongs to USER#"],
  ];
  for (const [which, change, expected] of cases)
    expect((await when(which, (item) => [{ ...item, ...change }])).join("\n")).toContain(expected);
});
