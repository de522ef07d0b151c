import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  availableCents,
  type BankEvent,
  createMember,
  handleBankEvent,
  outboxPayloads,
  platformBalances,
  transferEvent,
} from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { createFundedWallet } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import { positionOf } from "../inbound/bank.ts";
import * as Transactions from "../payments/records/index.ts";

/** Tests that the result does not depend on the order of the bank's events. */

withDatabase();

describe("the position of an event", () => {
  const at = (fields: object, receivedAt = "2026-03-01T12:00:00.000Z", eventId = "e") =>
    positionOf({ eventId, type: "t", data: {}, receivedAt, ...fields });

  it.each([
    ["occurredAt", "2026-03-01T11:00:00Z"],
    ["createdAt", "2026-03-01T12:00:00+01:00"],
    ["timestamp", Date.parse("2026-03-01T11:00:00Z")],
    ["timestamp", Date.parse("2026-03-01T11:00:00Z") / 1000],
  ])("begins with the time in %s, %j, in any format", (name, value) => {
    expect(at({ [name]: value })).toMatch(/^2026-03-01T11:00:00\.000Z /);
  });

  it.each([
    ["no time", {}],
    ["a text that is no time", { occurredAt: "yesterday" }],
    ["an object", { occurredAt: { at: 1 } }],
    ["a time below zero", { timestamp: -5 }],
    ["an impossible time", { timestamp: 1e300 }],
    ["a future time", { occurredAt: "9999-12-31T00:00:00Z" }],
  ])("begins with the time of receipt for an event with %s", (_, fields) => {
    expect(at(fields)).toMatch(/^2026-03-01T12:00:00\.000Z /);
  });

  it("differs between two events of the same time, and is constant for one event", () => {
    const same = { occurredAt: "2026-03-01T11:00:00Z" };
    expect(at(same, undefined, "a") < at(same, undefined, "b")).toBe(true);
    expect(at(same, "2026-03-01T12:00:00.000Z") < at(same, "2026-03-01T12:00:00.001Z")).toBe(true);
    expect(at(same)).toBe(at(same));
  });
});

const event = fc.record({
  state: fc.constantFrom("pending" as const, "booked" as const, "booked" as const, "rejected" as const),
  /** How the event identifies the user. */
  about: fc.constantFrom("user" as const, "account" as const, "unknown" as const),
});

it("books a transfer with the same balances and record in any order of its events, also in parallel", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      fc.nat({ max: 1500 }),
      fc.infiniteStream(fc.nat()),
      async (events, isDebit, parallel, funds, dice) => {
        const before = await platformBalances();
        const run = async (shuffle: boolean) => {
          const user = await createMember();
          await createFundedWallet(user, "EUR", BigInt(funds));
          const transactionId = randomUUID();
          const accountId = randomUUID();
          const value = isDebit ? "-10.00" : "10.00";
          const planned: BankEvent[] = [
            ...events.map(({ state, about }) =>
              transferEvent(state, transactionId, value, {
                ...(about === "user" && { userId: user.userId }),
                ...(about === "account" && { accountId }),
              }),
            ),
            // The owner becomes known eventually.
            transferEvent("pending", transactionId, value, { accountId }),
            { type: "account.opened", data: { accountId, userId: user.userId } },
          ];
          const order = shuffle
            ? planned
                .map((one) => ({ one, by: dice.next().value }))
                .sort((a, b) => a.by - b.by)
                .map(({ one }) => one)
            : planned;
          if (parallel && shuffle) await Promise.all(order.map(handleBankEvent));
          else for (const one of order) await handleBankEvent(one);
          const { transactions } = await Transactions.list(user, {
            page: 1,
            limit: 9,
            sort: { field: "createdAt", order: "asc" },
          });
          const notifications = (await outboxPayloads("bank-transfer-received")).filter(
            (one) => one["userId"] === user.userId,
          );
          return {
            cents: await availableCents(user),
            shown: transactions.map(({ status, amountMinor }) => ({ status, amountMinor })),
            isNotifiedOnce: notifications.length <= 1,
          };
        };
        const straight = await run(false);
        const between = await platformBalances();
        const shuffled = await run(true);
        const after = await platformBalances();
        const states = events.map(({ state }) => state);
        const isBooked = states.includes("booked") && !states.includes("rejected");
        const wanted = isDebit ? (funds > 1000 ? funds - 1000 : 0) : funds + 1000;
        // No other debit spends the credit, so all of it is returned.
        expect(straight.cents).toBe(BigInt(isBooked ? wanted : funds));
        expect(shuffled).toEqual(straight);
        expect(straight.shown).toHaveLength(1);
        expect(after.bank - between.bank).toBe(between.bank - before.bank);
        expect(after.receivable - between.receivable).toBe(between.receivable - before.receivable);
        expect(after.suspense).toBe(before.suspense);
      },
    ),
    // Shrinking a failure would take longer than the timeout.
    { numRuns: 15, endOnFailure: true },
  );
  expect((await audit()).differences).toEqual([]);
});
