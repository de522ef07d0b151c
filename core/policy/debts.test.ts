import { expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet, newActor, readBalances } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import type { WebActor } from "../identity/actor.ts";
import { accountOf, systemRef } from "../ledger/accounts.ts";
import { move } from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Debts from "./debts.ts";
import * as Policy from "./index.ts";

// Without the local mutex, as for requests of different processes.
vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"));

withDatabase();

const by = { actorId: "test", reason: "a test", result: () => undefined };
const outside = (asset: string) => systemRef("live", "clearing:bank", asset);

/** Creates a debt of the user, as if spent money were taken back. */
const owe = (wallet: AccountRef, amount: bigint): Promise<void> =>
  Policy.post({
    ...by,
    type: "WITHDRAWAL",
    postings: move(systemRef("live", "receivable", wallet.asset), outside(wallet.asset), amount),
    extraWrites: Debts.debtWrites(wallet, amount),
  });

const credit = (wallet: AccountRef, amount: bigint): Promise<void> =>
  Policy.post({
    ...by,
    type: "DEPOSIT",
    postings: move(outside(wallet.asset), wallet, amount),
    payDebtsFirst: true,
  });

it("pays a debt of 100 exactly once under six parallel credits of 100 that all read the debt", async () => {
  const wallet = await createFundedWallet(newActor(), "EUR", 0n);
  await owe(wallet, 100n);
  const allHaveRead = Promise.withResolvers<void>();
  let readers = 0;
  const creditAfterAllHaveRead = () =>
    Policy.post({ opens: [wallet], payDebtsFirst: true }, async () => {
      if (++readers === 6) allHaveRead.resolve();
      await allHaveRead.promise;
      return { ...by, type: "DEPOSIT", postings: move(outside("EUR"), wallet, 100n) };
    });
  await Promise.all(Array.from({ length: 6 }, creditAfterAllHaveRead));
  expect(await Debts.owed(wallet)).toBe(0n);
  expect(await readBalances(wallet)).toMatchObject({ available: 500n });
  expect((await audit()).differences).toEqual([]);
});

it("sums parallel debts and parallel credits exactly", async () => {
  const wallet = await createFundedWallet(newActor(), "EUR", 0n);
  await Promise.all([
    ...Array.from({ length: 4 }, () => owe(wallet, 70n)),
    ...Array.from({ length: 4 }, () => credit(wallet, 50n)),
  ]);
  const [owed, { available }] = [await Debts.owed(wallet), await readBalances(wallet)];
  expect(owed - available).toBe(80n);
  expect((await audit()).differences).toEqual([]);
});

async function debtor(assets: readonly string[]): Promise<WebActor> {
  const user = newActor();
  for (const asset of ["EUR", "USD", "BTC"]) await createFundedWallet(user, asset, 1000n);
  for (const asset of assets) await owe(accountOf(user, asset), 10n);
  return user;
}

const send = (user: WebActor, into?: string): Promise<void> =>
  Policy.post({
    ...by,
    type: "TRANSFER",
    postings: move(accountOf(user, "BTC"), systemRef("live", "treasury", "BTC"), 1n),
    initiator: accountOf(user, "BTC").account,
    rejectIfInDebt: into === undefined ? true : { into },
  });

it("rejects a debtor's payment, and lists each debt in the error", async () => {
  await expect(send(await debtor(["EUR", "USD"]))).rejects.toMatchObject({
    code: "ACCOUNT_IN_DEBT",
    details: { owed: { EUR: "0.1", USD: "0.1" } },
  });
});

it("allows a debtor of two assets to exchange money into either of the two, but not into another", async () => {
  const user = await debtor(["EUR", "USD"]);
  await send(user, "EUR");
  await send(user, "USD");
  await expect(send(user, "BTC")).rejects.toMatchObject({ code: "ACCOUNT_IN_DEBT" });
});

it("reads no debts for an entry without an option for debts", () => {
  const user = newActor();
  const plain = { initiator: accountOf(user, "EUR").account };
  const keys = (needs: Policy.Needs) => Policy.readsOf(needs).keys?.map(({ sk }) => sk);
  expect(keys(plain)).toEqual(["WALLET#live#EUR"]);
  expect(keys({ ...plain, payDebtsFirst: true })).toEqual([
    "WALLET#live#EUR",
    ...Debts.keysOf(user).map(({ sk }) => sk),
  ]);
});
