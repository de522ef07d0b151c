import { expect } from "vitest";
import { audit } from "../../../core/audit/index.ts";
import { walletId, walletRef } from "../../../core/ledger/accounts.ts";
import { balanceNow } from "../../../core/ledger/balance-at.ts";
import * as Ledger from "../../../core/ledger/index.ts";
import { merchant } from "../../../core/payments/merchants/entity.ts";
import type { Shares } from "../../../core/payments/payments/fees.ts";
import * as Table from "../../../core/platform/table/index.ts";
import * as Debts from "../../../core/policy/debts.ts";
import { cents, computeShares, type Facts, type Sold } from "./facts.ts";

/** Checks the whole ledger against the records of third parties. */

/** Returns the balances of the platform's accounts. Before the test they contain the seed's movements. */
export async function readAccounts() {
  const names = ["clearing:psp", "clearing:issuing", "clearing:bank", "suspense", "receivable"] as const;
  const others = ["treasury", "saveback"] as const;
  const all = [...names, ...others].map(async (name) => [name, await Ledger.balance(name, "EUR")] as const);
  return Object.fromEntries(await Promise.all(all)) as Record<
    (typeof names)[number] | (typeof others)[number],
    bigint
  >;
}
export type Accounts = Awaited<ReturnType<typeof readAccounts>>;

/** Checks that a merchant's owner, who spends nothing, has received the right amount. @returns the shares */
async function checkShop(merchantId: string, sold: readonly Sold[]): Promise<readonly Shares[]> {
  const { userId, commissionRate } = (await Table.find(merchant, { merchantId })) ?? {};
  if (userId === undefined || commissionRate === undefined) throw new Error(`there is no shop ${merchantId}`);
  const shares = sold.map((it) => computeShares(it, commissionRate));
  const ref = walletRef(walletId("live", userId, "EUR"));
  const net = (await balanceNow(ref)).available - (await Debts.owed(ref));
  expect(Number(net), `the balance of the shop ${merchantId}`).toBe(
    shares.reduce((sum, { receiver }) => sum + Number(receiver), 0),
  );
  return shares;
}

/** Checks that no money is created or lost: the platform's accounts match the provider and the bank. */
export async function checkLedger({ books, sold, shops }: Facts, before: Accounts): Promise<void> {
  const now = await readAccounts();
  const moved = (name: keyof Accounts) => Number(now[name] - before[name]);
  const total = (all: Iterable<number>) => [...all].reduce((sum, n) => sum + n, 0);
  const paidOut = books.orders
    .filter(({ status }) => status === "booked")
    .map(({ amount }) => cents(Number(amount.value)));
  const all: Shares[] = [];
  for (const { merchantId } of shops) {
    const of = sold.filter(({ shop, paid }) => shop.merchantId === merchantId && paid > 0);
    all.push(...(await checkShop(merchantId, of)));
  }
  expect(
    {
      psp: moved("clearing:psp"),
      issuing: moved("clearing:issuing"),
      bank: moved("clearing:bank"),
      suspense: moved("suspense"),
      treasury: moved("treasury"),
      saveback: moved("saveback"),
    },
    "the platform's accounts",
  ).toEqual({
    psp: 0 - books.balance,
    issuing: 0 - total(books.cards.values()),
    bank: total(paidOut),
    suspense: 0,
    treasury: total(all.map(({ commission }) => Number(commission))),
    saveback: total(all.map(({ reward }) => Number(reward))),
  });
  const report = await audit();
  expect(report.differences).toEqual([]);
  const euros = report.assets.get("EUR");
  expect((euros?.users ?? 0n) + (euros?.system ?? 0n), "all euros of the ledger").toBe(0n);
}
