import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../local/database.ts";
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
import { createFundedWallet, deposit } from "../../tests/support/ledger.ts";
import { loseResponses } from "../../tests/support/lost-responses.ts";
import { audit } from "../audit/index.ts";
import type { LiveActor } from "../identity/actor.ts";
import { walletId } from "../ledger/accounts.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction, Transaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import * as Transfers from "./index.ts";

const database = withDatabase();

let user: LiveActor;
let id: string;
let before: Awaited<ReturnType<typeof platformBalances>>;
beforeEach(async () => {
  user = await createMember();
  id = `bt-${randomUUID()}`;
  before = await platformBalances();
});
afterEach(async () => {
  Table.configure(clientConfig(database.endpoint));
  expect((await audit()).differences).toEqual([]);
});

/** Returns how the platform's accounts have changed since the test began. */
async function changed() {
  const now = await platformBalances();
  return {
    bank: now.bank - before.bank,
    suspense: now.suspense - before.suspense,
    receivable: now.receivable - before.receivable,
  };
}

const shown = async (): Promise<readonly Transaction[]> =>
  (
    await Transactions.list(user, {
      page: 1,
      limit: 100,
      sort: { field: "createdAt", order: "asc" },
    })
  ).transactions;

const ofUser = () => ({ userId: user.userId });

describe("a credit", () => {
  it("opens the user's wallet and is booked to it, with a record and a notification", async () => {
    const outcome = await handleBankEvent(
      transferEvent("booked", id, "12.50", { ...ofUser(), reference: "Rent", counterparty: { name: "Ada" } }),
    );
    expect(outcome).toBe("booked, booked to user");
    expect(await availableCents(user)).toBe(1250n);
    expect(await changed()).toEqual({ bank: -1250n, suspense: 0n, receivable: 0n });
    const [line] = await Ledger.history(walletId("live", user.userId, "EUR"), 10);
    expect(line).toMatchObject({ type: "DEPOSIT", available: 1250n, from: "clearing:bank" });
    expect(await shown()).toEqual([
      expect.objectContaining({
        transactionId: id,
        type: "bank_transfer",
        status: "SUCCEEDED",
        amountMinor: 1250n,
        currency: "EUR",
        description: "Rent",
        completedAt: expect.any(String),
        entryId: line?.entryId,
      }),
    ]);
    expect(await Transactions.readMetadata({ transactionId: id })).toEqual({
      direction: "credit",
      counterparty: "Ada",
    });
    expect(await outboxPayloads("bank-transfer-received")).toContainEqual({
      userId: user.userId,
      settled: "0",
      amount: "12.5",
      currency: "EUR",
    });
  });

  it("is booked once by many repeated and concurrent events", async () => {
    await Promise.all(
      Array.from({ length: 6 }, () => handleBankEvent(transferEvent("booked", id, "10.00", ofUser()))),
    );
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(1000n);
    expect(await shown()).toHaveLength(1);
    const notifications = (await outboxPayloads("bank-transfer-received")).filter(
      (one) => one["userId"] === user.userId,
    );
    expect(notifications).toHaveLength(1);
  });

  it("is booked once if the database's responses are lost", async () => {
    let calls = 0;
    const { lost } = loseResponses(database.endpoint, () => ++calls <= 2, 1);
    // A call without a response fails, and the queue delivers the event again.
    for (let delivery = 0; delivery < 5; delivery++)
      await handleBankEvent(transferEvent("booked", id, "10.00", ofUser())).catch(() => undefined);
    expect(lost()).toBe(2);
    expect(await availableCents(user)).toBe(1000n);
    expect(await shown()).toHaveLength(1);
  });

  it("retains its amount and is flagged after a later event with another amount", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "99.00", ofUser()));
    expect(await availableCents(user)).toBe(1000n);
    const [one] = await shown();
    expect(one).toMatchObject({ amountMinor: 1000n, flagged: expect.stringContaining("another amount") });
  });

  it("retains its user and is flagged after a later event with another user", async () => {
    const other = await createMember();
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "10.00", { userId: other.userId }));
    expect([await availableCents(user), await availableCents(other)]).toEqual([1000n, 0n]);
    expect((await Transfers.find(id))?.flagged).toContain("another user");
  });

  it("is booked with its own amount if its announcement stated another", async () => {
    await handleBankEvent(transferEvent("pending", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "9.99", ofUser()));
    expect(await availableCents(user)).toBe(999n);
    const [one] = await shown();
    expect(one).toMatchObject({ amountMinor: 999n, status: "SUCCEEDED" });
    expect(one?.flagged).toBeUndefined();
  });

  it("in dollars is booked to a dollar wallet", async () => {
    await handleBankEvent(
      transferEvent("booked", id, "5", { ...ofUser(), amount: { value: "5", currency: "usd" } }),
    );
    expect([await availableCents(user, "USD"), await availableCents(user)]).toEqual([500n, 0n]);
  });

  it("has a record with another id if a transaction with the bank's id exists", async () => {
    const other: NewTransaction = {
      transactionId: id,
      userId: user.userId,
      type: "payment",
      status: "PENDING",
      amountMinor: 1n,
      currency: "EUR",
      description: "",
      metadata: {},
      refundedMinor: 0n,
      needsApproval: false,
      createdAt: "2026-01-01T00:00:00.000Z",
    };
    await Table.commit(Transactions.openWrites(other));
    await handleBankEvent(transferEvent("pending", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect((await shown()).map((one) => [one.transactionId, one.type, one.status])).toEqual([
      [id, "payment", "PENDING"],
      [`bank_${id}`, "bank_transfer", "SUCCEEDED"],
    ]);
    expect(await availableCents(user)).toBe(1000n);
  });
});

describe("a debit", () => {
  const debit = (value: string) => transferEvent("booked", id, value, { ...ofUser(), direction: "DBIT" });

  it("is taken from the wallet", async () => {
    await createFundedWallet(user, "EUR", 5000n);
    await handleBankEvent(debit("12.50"));
    expect(await availableCents(user)).toBe(3750n);
    expect(await changed()).toEqual({ bank: -5000n + 1250n, suspense: 0n, receivable: 0n });
    const [one] = await shown();
    expect(one).toMatchObject({ status: "SUCCEEDED", amountMinor: 1250n });
    expect(await Transactions.readMetadata({ transactionId: id })).toEqual({ direction: "debit" });
    const [line] = await Ledger.history(walletId("live", user.userId, "EUR"), 1);
    expect(line).toMatchObject({ type: "WITHDRAWAL", available: -1250n });
    await handleBankEvent(debit("12.50"));
    const notifications = (await outboxPayloads("bank-transfer-debited")).filter(
      (one) => one["userId"] === user.userId,
    );
    expect(notifications).toEqual([{ userId: user.userId, amount: "12.5", currency: "EUR" }]);
  });

  it("is recognized by an amount below zero", async () => {
    await createFundedWallet(user, "EUR", 5000n);
    await handleBankEvent(transferEvent("booked", id, "-0.01", ofUser()));
    expect(await availableCents(user)).toBe(4999n);
  });

  it("is not booked if its direction is credit and its amount below zero, but flagged", async () => {
    await createFundedWallet(user, "EUR", 5000n);
    await handleBankEvent(transferEvent("booked", id, "-0.01", { ...ofUser(), direction: "CRDT" }));
    expect(await availableCents(user)).toBe(5000n);
    expect(await Transfers.find(id)).toMatchObject({ flagged: expect.stringContaining("below zero") });
  });

  it("is owed as far as the wallet cannot pay it, because the bank has paid it", async () => {
    await createFundedWallet(user, "EUR", 300n);
    await handleBankEvent(debit("10.00"));
    expect(await availableCents(user)).toBe(0n);
    expect(await changed()).toEqual({ bank: -300n + 1000n, suspense: 0n, receivable: -700n });
    expect((await Transfers.find(id))?.booking).toMatchObject({ holder: "user", paid: 300n, owed: 700n });
  });

  it("is settled by later credits if the wallet cannot pay it, and its rejection returns their money", async () => {
    const wallet = await createFundedWallet(user, "EUR", 300n);
    await handleBankEvent(debit("10.00"));
    expect(await Debts.owed(wallet)).toBe(700n);
    await Promise.all(
      [1, 2, 3].map(() => handleBankEvent(transferEvent("booked", `${id}-in`, "4.00", ofUser()))),
    );
    expect(await availableCents(user)).toBe(0n);
    expect(await Debts.owed(wallet)).toBe(300n);
    const { booking } = (await Transfers.find(`${id}-in`)) ?? {};
    expect((await Ledger.find(booking?.entryId ?? ""))?.reason).toBe(`bank transfer ${id}-in`);
    await handleBankEvent(transferEvent("rejected", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(700n);
    expect(await Debts.owed(wallet)).toBe(0n);
    expect(await changed()).toEqual({ bank: -700n, suspense: 0n, receivable: 0n });
  });

  it("of a user without a wallet is owed entirely", async () => {
    await handleBankEvent(debit("10.00"));
    expect(await changed()).toEqual({ bank: 1000n, suspense: 0n, receivable: -1000n });
  });

  it("returns its paid part to the wallet and cancels the debt when it is rejected", async () => {
    await createFundedWallet(user, "EUR", 300n);
    await handleBankEvent(debit("10.00"));
    await handleBankEvent(transferEvent("rejected", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(300n);
    expect(await changed()).toEqual({ bank: -300n, suspense: 0n, receivable: 0n });
    expect(await outboxPayloads("bank-transfer-returned")).toContainEqual({
      userId: user.userId,
      amount: "10",
      currency: "EUR",
      direction: "debit",
    });
  });
});

describe("a rejection", () => {
  it("of a pending transfer moves no money, and states the reason", async () => {
    await handleBankEvent(transferEvent("pending", id, "10.00", ofUser()));
    expect((await shown())[0]).toMatchObject({ status: "PENDING" });
    await handleBankEvent(transferEvent("rejected", id, "10.00", { ...ofUser(), reason: "no such account" }));
    expect(await shown()).toEqual([
      expect.objectContaining({ status: "FAILED", failureReason: "no such account" }),
    ]);
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });

  it("prevents a later booking", async () => {
    await handleBankEvent(transferEvent("rejected", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("pending", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(0n);
    expect(await shown()).toEqual([
      expect.objectContaining({ status: "FAILED", failureReason: "The bank has rejected the transfer." }),
    ]);
  });

  it("of a booked credit takes the money back once, also if it is delivered concurrently", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await Promise.all(
      Array.from({ length: 4 }, () => handleBankEvent(transferEvent("rejected", id, "10.00", ofUser()))),
    );
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(0n);
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
    expect(await shown()).toEqual([
      expect.objectContaining({ status: "FAILED", failureReason: "The bank has returned the transfer." }),
    ]);
    const notifications = (await outboxPayloads("bank-transfer-returned")).filter(
      (one) => one["userId"] === user.userId,
    );
    expect(notifications).toEqual([
      { userId: user.userId, amount: "10", currency: "EUR", direction: "credit" },
    ]);
  });

  it("of a partly spent credit makes the user owe the spent part", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await handleBankEvent(transferEvent("booked", `${id}-spent`, "-7.00", ofUser()));
    await handleBankEvent(transferEvent("rejected", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(0n);
    expect(await changed()).toEqual({ bank: 700n, suspense: 0n, receivable: -700n });
    expect((await Transfers.find(id))?.reversal).toMatchObject({ paid: 300n, owed: 700n });
  });

  it.each([
    ["no amount", undefined],
    ["an invalid amount", "7"],
    ["another amount", { value: "7.00", currency: "EUR" }],
    ["an amount in an unsupported currency", { value: "7.00", currency: "GBP" }],
  ])("with %s takes back the booked amount", async (_, amount) => {
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    await handleBankEvent({ type: "transaction.rejected", data: { transactionId: id, amount } });
    expect(await availableCents(user)).toBe(0n);
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });

  it("without an amount gets a record once a later event states the amount", async () => {
    await handleBankEvent({ type: "transaction.rejected", data: { transactionId: id, ...ofUser() } });
    expect(await shown()).toEqual([]);
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect(await shown()).toEqual([expect.objectContaining({ status: "FAILED", amountMinor: 1000n })]);
    expect(await availableCents(user)).toBe(0n);
  });

  it("concurrent with the booking leaves no money with the user", async () => {
    await Promise.all([
      handleBankEvent(transferEvent("booked", id, "10.00", ofUser())),
      handleBankEvent(transferEvent("rejected", id, "10.00", ofUser())),
      handleBankEvent(transferEvent("pending", id, "10.00", ofUser())),
    ]);
    expect(await availableCents(user)).toBe(0n);
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
    expect(await shown()).toEqual([expect.objectContaining({ status: "FAILED" })]);
  });
});

describe("a transfer of an unknown user", () => {
  it("is booked to suspense once if it is a credit", async () => {
    const outcome = await handleBankEvent(transferEvent("booked", id, "10.00", { userId: "usr_unknown" }));
    await handleBankEvent(transferEvent("booked", id, "10.00"));
    expect(outcome).toBe("booked, booked to suspense");
    expect((await Transfers.find(id))?.flagged).toBe("nobody knows whose it is");
    expect(await changed()).toEqual({ bank: -1000n, suspense: 1000n, receivable: 0n });
  });

  it("is taken back from suspense when it is rejected", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.00"));
    await handleBankEvent(transferEvent("rejected", id, "10.00"));
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });

  it("takes the balance of suspense and owes the rest if it is a debit, until it is rejected", async () => {
    const has = before.suspense;
    await handleBankEvent(transferEvent("booked", `${id}-in`, "4.00"));
    const more = (has + 1000n).toString().replace(/(..)$/, ".$1");
    await handleBankEvent(transferEvent("booked", id, `-${more}`));
    expect(await changed()).toEqual({ bank: has + 600n, suspense: -has, receivable: -600n });
    await handleBankEvent(transferEvent("rejected", id, `-${more}`));
    expect(await changed()).toEqual({ bank: -400n, suspense: 400n, receivable: 0n });
  });

  it("is paid back from receivable if it is rejected after a debit has taken its money", async () => {
    const all = before.suspense + 1000n;
    await handleBankEvent(transferEvent("booked", id, "10.00"));
    await handleBankEvent(transferEvent("booked", `${id}-out`, `-${all.toString().replace(/(..)$/, ".$1")}`));
    await handleBankEvent(transferEvent("rejected", id, "10.00"));
    expect((await changed()).receivable).toBe(-1000n);
  });

  it("is assigned to the user as soon as an event names the user", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.00"));
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(1000n);
    expect(await changed()).toEqual({ bank: -1000n, suspense: 0n, receivable: 0n });
    expect(await shown()).toEqual([expect.objectContaining({ status: "SUCCEEDED" })]);
    expect((await Transfers.find(id))?.flagged).toBeUndefined();
  });
});

describe("a transfer that cannot be booked", () => {
  it.each([
    ["more decimals than the currency has", "10.001", "EUR"],
    ["a text", "ten", "EUR"],
    ["a comma", "10,00", "EUR"],
    ["zero", "0.00", "EUR"],
    ["a negative zero", "-0", "EUR"],
    ["an empty text", "", "EUR"],
    ["more than the limit of a transfer", "1000000000.00", "EUR"],
    ["5000 digits", "9".repeat(5000), "EUR"],
    ["an unsupported currency", "10.00", "GBP"],
    ["an asset that is no currency", "1", "BTC"],
  ])("is stored as refused, and flagged, because of %s", async (_, value, currency) => {
    const event = transferEvent("booked", id, value, { ...ofUser(), amount: { value, currency } });
    expect(await handleBankEvent(event)).toMatch(/^refused: ./);
    expect(await handleBankEvent(event)).toMatch(/^refused: ./);
    expect(await Transfers.find(id)).toMatchObject({ state: "refused", flagged: expect.any(String) });
    expect(await shown()).toEqual([]);
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });

  it("is booked by a later valid event, and stays flagged", async () => {
    await handleBankEvent(transferEvent("booked", id, "10.001", ofUser()));
    await handleBankEvent(transferEvent("booked", id, "10.00", ofUser()));
    expect(await availableCents(user)).toBe(1000n);
    expect(await Transfers.find(id)).toMatchObject({ state: "booked", flagged: expect.any(String) });
  });

  it.each([
    ["no transactionId", { amount: { value: "1", currency: "EUR" } }],
    ["an empty transactionId", { transactionId: " ", amount: { value: "1", currency: "EUR" } }],
    [
      "a transactionId of 256 characters",
      { transactionId: "x".repeat(256), amount: { value: "1", currency: "EUR" } },
    ],
    ["no amount", { transactionId: "t" }],
    ["an amount that is a number", { transactionId: "t", amount: 10 }],
    ["a value that is a number", { transactionId: "t", amount: { value: 10, currency: "EUR" } }],
    ["no currency", { transactionId: "t", amount: { value: "10" } }],
    [
      "an unknown direction",
      { transactionId: "t", amount: { value: "1", currency: "EUR" }, direction: "up" },
    ],
  ])("is not stored if its event has %s, which makes the event fail", async (_, data) => {
    await expect(
      handleBankEvent({ type: "transaction.booked", data: { ...data, ...ofUser() } }),
    ).rejects.toThrow();
    expect(await changed()).toEqual({ bank: 0n, suspense: 0n, receivable: 0n });
  });
});

describe("an event that is concurrent with another one at any moment", () => {
  /**
   * Repeats `work`, and runs `concurrent` before its first call to the table, then before its second, and so on. `check`
   * verifies each result.
   */
  async function atEach(
    prepare: () => Promise<{
      readonly work: () => Promise<unknown>;
      readonly concurrent: () => Promise<unknown>;
      readonly check: () => Promise<void>;
    }>,
  ): Promise<void> {
    for (let moment = 0; ; moment++) {
      const { work, concurrent, check } = await prepare();
      let call = 0;
      await interleave(database.endpoint, work, async () => {
        if (call++ === moment) await concurrent();
      });
      if (call <= moment) {
        expect(moment).toBeGreaterThanOrEqual(3);
        return;
      }
      await check();
    }
  }

  it.each([
    ["a credit", "10.00", "booked", "rejected"],
    ["a credit", "10.00", "rejected", "booked"],
    ["a debit", "-10.00", "booked", "rejected"],
    ["a debit", "-10.00", "rejected", "booked"],
  ] as const)(
    "leaves the balance unchanged for %s of %s that is %s and %s",
    async (_, value, first, second) => {
      await atEach(async () => {
        const one = await createMember();
        await createFundedWallet(one, "EUR", 1500n);
        const transactionId = randomUUID();
        const event = (state: "booked" | "rejected") =>
          transferEvent(state, transactionId, value, { userId: one.userId });
        return {
          work: () => handleBankEvent(event(first)),
          concurrent: () => handleBankEvent(event(second)),
          check: async () => {
            expect(await availableCents(one)).toBe(1500n);
            expect((await Transfers.find(transactionId))?.state).toBe("rejected");
          },
        };
      });
    },
  );

  it("takes a debit from the wallet's current balance", async () => {
    await atEach(async () => {
      const one = await createMember();
      const wallet = await createFundedWallet(one, "EUR", 700n);
      const transactionId = randomUUID();
      return {
        work: () => handleBankEvent(transferEvent("booked", transactionId, "-10.00", { userId: one.userId })),
        concurrent: () => credit(wallet, 100n),
        check: async () => {
          const { paid = 0n, owed = 0n } = (await Transfers.find(transactionId))?.booking ?? {};
          expect(paid + owed).toBe(1000n);
          expect(paid === 700n || paid === 800n).toBe(true);
          expect(await availableCents(one)).toBe(800n - paid);
        },
      };
    });
  });

  /** Credits a wallet without its local mutex, which the interrupted call holds. */
  const credit = (wallet: AccountRef, amount: bigint) =>
    Policy.post({
      type: "TRANSFER",
      postings: Ledger.move({ account: "clearing:bank", asset: wallet.asset }, wallet, amount),
      actorId: "test",
      reason: "a test",
      result: () => undefined,
    });

  it("never takes more from suspense than its balance for unassigned debits", async () => {
    await handleBankEvent(transferEvent("booked", `${id}-in`, "10.00"));
    const { suspense } = await platformBalances();
    await Promise.all(
      Array.from({ length: 5 }, (_, nth) =>
        handleBankEvent(transferEvent("booked", `${id}-${nth}`, "-4.00")),
      ),
    );
    const all = suspense < 2000n ? suspense : 2000n;
    expect((await platformBalances()).suspense).toBe(suspense - all);
    expect((await changed()).receivable).toBe(all - 2000n);
  });
});

it("books the largest possible bank transfer to the cent", async () => {
  await deposit(await createFundedWallet(user, "EUR", 0n), 1n);
  await handleBankEvent(transferEvent("booked", id, "999999999.99", ofUser()));
  expect(await availableCents(user)).toBe(100_000_000_000n);
});
