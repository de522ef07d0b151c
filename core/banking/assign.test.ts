import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  availableCents,
  createMember,
  handleBankEvent,
  outboxPayloads,
  platformBalances,
  transferEvent,
} from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { createFundedWallet, newActor } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import { isStaff, type LiveActor, type StaffActor } from "../identity/actor.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Transactions from "../payments/records/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import * as Banking from "./index.ts";

/** Tests the assignment of unassigned transfers to users. */

const database = withDatabase();

let staff: StaffActor;
let user: LiveActor;
let id: string;
let before: Awaited<ReturnType<typeof platformBalances>>;
beforeEach(async () => {
  const employee = newActor("EMPLOYE");
  if (!isStaff(employee)) throw new Error("an employee is staff");
  staff = employee;
  user = await createMember();
  id = `bt-${randomUUID()}`;
  before = await platformBalances();
});
afterEach(async () => expect((await audit()).differences).toEqual([]));

async function changed() {
  const now = await platformBalances();
  return {
    bank: now.bank - before.bank,
    suspense: now.suspense - before.suspense,
    receivable: now.receivable - before.receivable,
  };
}

const shown = async () =>
  (await Transactions.list(user, { page: 1, limit: 9, sort: { field: "createdAt", order: "asc" } }))
    .transactions;

/** Books an unassigned debit of the balance of `suspense` and an additional amount. */
const drain = async (more: bigint): Promise<string> => {
  const drainId = `drain-${randomUUID()}`;
  const all = ((await platformBalances()).suspense + more).toString().padStart(3, "0");
  await handleBankEvent(transferEvent("booked", drainId, `-${all.slice(0, -2)}.${all.slice(-2)}`));
  return drainId;
};

/**
 * Takes money from a wallet, without the wallet's local mutex, which the interrupted call holds. Ignores that the money
 * may be spent already.
 */
const spend = (wallet: AccountRef, amount: bigint): Promise<void> =>
  Policy.post({
    type: "TRANSFER",
    postings: Ledger.move(wallet, { account: "clearing:bank", asset: wallet.asset }, amount),
    actorId: "test",
    reason: "a test",
    result: () => undefined,
  }).catch((error: { code?: string }) => expect(error.code).toBe("INSUFFICIENT_BALANCE"));

it("assigns a credit once: from suspense to a new wallet, with one record and one notification", async () => {
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  await Promise.all(Array.from({ length: 4 }, () => Banking.assign(staff, id, user.userId)));
  const assigned = await Banking.assign(staff, id, user.userId);
  expect(assigned).toMatchObject({ userId: user.userId, assignedBy: staff.userId });
  expect((await Banking.find(id))?.flagged).toBeUndefined();
  expect(await availableCents(user)).toBe(1000n);
  expect(await changed()).toEqual({ bank: -1000n, suspense: 0n, receivable: 0n });
  expect(await Ledger.find(assigned.booking?.entryId ?? "")).toMatchObject({
    type: "DEPOSIT",
    actorId: staff.userId,
  });
  expect(await shown()).toEqual([
    expect.objectContaining({ transactionId: id, status: "SUCCEEDED", amountMinor: 1000n }),
  ]);
  const notifications = (await outboxPayloads("bank-transfer-received")).filter(
    (one) => one["userId"] === user.userId,
  );
  expect(notifications).toHaveLength(1);
});

it("assigns a credit from receivable as far as suspense no longer has its money", async () => {
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  await drain(-400n);
  await Banking.assign(staff, id, user.userId);
  expect(await availableCents(user)).toBe(1000n);
  expect(await changed()).toMatchObject({ suspense: -before.suspense, receivable: -600n });
});

it("takes an assigned credit back from the wallet when it is rejected", async () => {
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  await Banking.assign(staff, id, user.userId);
  await handleBankEvent(transferEvent("rejected", id, "10.00"));
  expect(await availableCents(user)).toBe(0n);
  expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  expect(await shown()).toEqual([expect.objectContaining({ status: "FAILED" })]);
});

it.each([
  ["can pay all", 100_000n],
  ["can pay a part", 700n],
  ["can pay as much as is owed", 600n],
  ["has nothing", 0n],
])("assigns a debit to the wallet of a user who %s, and restores the balance of suspense", async (_, has) => {
  await createFundedWallet(user, "EUR", has);
  await handleBankEvent(transferEvent("booked", `${id}-in`, "4.00"));
  const start = await platformBalances();
  const debitId = await drain(600n);
  const amount = start.suspense + 600n;
  await Banking.assign(staff, debitId, user.userId);
  const paid = has < amount ? has : amount;
  expect(await availableCents(user)).toBe(has - paid);
  const now = await platformBalances();
  expect(now.suspense).toBe(start.suspense);
  expect(now.receivable - start.receivable).toBe(paid - amount);
  // A rejection restores all balances.
  await handleBankEvent({ type: "transaction.rejected", data: { transactionId: debitId } });
  expect(await availableCents(user)).toBe(has);
  expect(await platformBalances()).toEqual(start);
});

it("assigns an entirely unpaid debit as a debt of a user without money", async () => {
  await drain(0n);
  const start = await platformBalances();
  const debitId = await drain(500n);
  const assigned = await Banking.assign(staff, debitId, user.userId);
  expect(assigned.booking).toMatchObject({ holder: "user", paid: 0n, owed: 500n });
  expect((await platformBalances()).receivable - start.receivable).toBe(-500n);
  expect(await Debts.owed(walletRef(walletId("live", user.userId, "EUR")))).toBe(500n);
  await createFundedWallet(user, "EUR", 200n);
  await handleBankEvent({ type: "transaction.rejected", data: { transactionId: debitId } });
  expect(await availableCents(user)).toBe(200n);
  expect((await platformBalances()).receivable).toBe(start.receivable);
});

it("assigns an entirely unpaid debit to the wallet of a user with enough money", async () => {
  await drain(0n);
  await createFundedWallet(user, "EUR", 2000n);
  const start = await platformBalances();
  const debitId = await drain(500n);
  await Banking.assign(staff, debitId, user.userId);
  expect(await availableCents(user)).toBe(1500n);
  expect((await platformBalances()).receivable).toBe(start.receivable);
});

it("assigns an unpaid debit completely, paid or owed, if the user's money is spent at any moment of the assignment", async () => {
  await drain(0n);
  for (let moment = 0; ; moment++) {
    const one = await createMember();
    const wallet = await createFundedWallet(one, "EUR", 200n);
    const debitId = await drain(500n);
    const start = await platformBalances();
    let call = 0;
    await interleave(
      database.endpoint,
      () => Banking.assign(staff, debitId, one.userId),
      async () => {
        if (call++ === moment) await spend(wallet, 200n);
      },
    );
    if (call <= moment) {
      expect(moment).toBeGreaterThan(4);
      return;
    }
    const { paid, owed } = (await Banking.find(debitId))?.booking ?? { paid: -1n, owed: -1n };
    expect(paid + owed).toBe(500n);
    expect((await platformBalances()).receivable - start.receivable).toBe(paid);
    expect(await availableCents(one)).toBe(0n);
  }
});

it("assigns a pending transfer, which is later booked to its user", async () => {
  await handleBankEvent(transferEvent("pending", id, "10.00"));
  await Banking.assign(staff, id, user.userId);
  expect(await shown()).toEqual([expect.objectContaining({ status: "PENDING" })]);
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  expect(await availableCents(user)).toBe(1000n);
});

it("assigns no money to the user if the transfer is rejected concurrently", async () => {
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  await Promise.allSettled([
    Banking.assign(staff, id, user.userId),
    handleBankEvent(transferEvent("rejected", id, "10.00")),
  ]);
  expect(await availableCents(user)).toBe(0n);
  expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
});

it("assigns no unknown transfer, no transfer to an unknown user, and no assigned, rejected or refused transfer", async () => {
  const rejectionCode = (transactionId: string, userId = user.userId) =>
    Banking.assign(staff, transactionId, userId).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
  expect(await rejectionCode("nothing")).toBe("BANK_TRANSFER_NOT_FOUND");
  await handleBankEvent(transferEvent("booked", id, "10.00"));
  expect(await rejectionCode(id, "usr_unknown")).toBe("RECIPIENT_NOT_FOUND");
  await Banking.assign(staff, id, (await createMember()).userId);
  expect(await rejectionCode(id)).toBe("BANK_TRANSFER_ASSIGNED");
  await handleBankEvent(transferEvent("rejected", `${id}-2`, "10.00"));
  expect(await rejectionCode(`${id}-2`)).toBe("NOTHING_TO_ASSIGN");
  await handleBankEvent(transferEvent("booked", `${id}-3`, "0"));
  expect(await rejectionCode(`${id}-3`)).toBe("NOTHING_TO_ASSIGN");
  expect(await availableCents(user)).toBe(0n);
});
