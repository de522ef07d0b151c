import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { books, cents, member, outbox, type Told, tell, transfer } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { funded } from "../../tests/support/ledger.ts";
import { audit } from "../audit/index.ts";
import { positionOf } from "../inbound/bank.ts";
import * as Transactions from "../payments/records/index.ts";

/** Whatever order the bank's events come in, the end is the same. */

withDatabase();

describe("the position of an event", () => {
  const at = (fields: object, receivedAt = "2026-03-01T12:00:00.000Z", eventId = "e") =>
    positionOf({ eventId, type: "t", data: {}, receivedAt, ...fields });

  it.each([
    ["occurredAt", "2026-03-01T11:00:00Z"],
    ["createdAt", "2026-03-01T12:00:00+01:00"],
    ["timestamp", Date.parse("2026-03-01T11:00:00Z")],
    ["timestamp", Date.parse("2026-03-01T11:00:00Z") / 1000],
  ])("is by %s %j, in whatever form it says when it happened", (name, value) => {
    expect(at({ [name]: value })).toMatch(/^2026-03-01T11:00:00\.000Z /);
  });

  it.each([
    ["no time", {}],
    ["a text that is none", { occurredAt: "yesterday" }],
    ["something else", { occurredAt: { at: 1 } }],
    ["a time below zero", { timestamp: -5 }],
    ["a time that there is not", { timestamp: 1e300 }],
    ["a time to come", { occurredAt: "9999-12-31T00:00:00Z" }],
  ])("with %s is by when it came", (_, fields) => {
    expect(at(fields)).toMatch(/^2026-03-01T12:00:00\.000Z /);
  });

  it("is never the same for two events, and always the same for one", () => {
    const same = { occurredAt: "2026-03-01T11:00:00Z" };
    expect(at(same, undefined, "a") < at(same, undefined, "b")).toBe(true);
    expect(at(same, "2026-03-01T12:00:00.000Z") < at(same, "2026-03-01T12:00:00.001Z")).toBe(true);
    expect(at(same)).toBe(at(same));
  });
});

const event = fc.record({
  state: fc.constantFrom("pending" as const, "booked" as const, "booked" as const, "rejected" as const),
  /** How the event says whose it is. */
  about: fc.constantFrom("user" as const, "account" as const, "nobody" as const),
});

it("of transfers: once all is told, wallet, books and what is shown are the same, at once or one by one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      fc.nat({ max: 1500 }),
      fc.infiniteStream(fc.nat()),
      async (events, isDebit, parallel, funds, dice) => {
        const before = await books();
        const run = async (shuffle: boolean) => {
          const user = await member();
          await funded(user, "EUR", BigInt(funds));
          const transactionId = randomUUID();
          const accountId = randomUUID();
          const value = isDebit ? "-10.00" : "10.00";
          const told: Told[] = [
            ...events.map(({ state, about }) =>
              transfer(state, transactionId, value, {
                ...(about === "user" && { userId: user.userId }),
                ...(about === "account" && { accountId }),
              }),
            ),
            // Sooner or later it is known whose it is.
            transfer("pending", transactionId, value, { accountId }),
            { type: "account.opened", data: { accountId, userId: user.userId } },
          ];
          const order = shuffle
            ? told
                .map((one) => ({ one, by: dice.next().value }))
                .sort((a, b) => a.by - b.by)
                .map(({ one }) => one)
            : told;
          if (parallel && shuffle) await Promise.all(order.map(tell));
          else for (const one of order) await tell(one);
          const { transactions } = await Transactions.list(user, {
            page: 1,
            limit: 9,
            sort: { field: "createdAt", order: "asc" },
          });
          const letters = (await outbox("bank-transfer-received")).filter(
            (one) => one["userId"] === user.userId,
          );
          return {
            cents: await cents(user),
            shown: transactions.map(({ status, amountMinor }) => ({ status, amountMinor })),
            isTold: letters.length <= 1,
          };
        };
        const straight = await run(false);
        const between = await books();
        const shuffled = await run(true);
        const after = await books();
        const states = events.map(({ state }) => state);
        const isBooked = states.includes("booked") && !states.includes("rejected");
        const wanted = isDebit ? (funds > 1000 ? funds - 1000 : 0) : funds + 1000;
        // A credit that another debit had spent cannot come back: nobody spends here, so all of it does.
        expect(straight.cents).toBe(BigInt(isBooked ? wanted : funds));
        expect(shuffled).toEqual(straight);
        expect(straight.shown).toHaveLength(1);
        expect(after.bank - between.bank).toBe(between.bank - before.bank);
        expect(after.receivable - between.receivable).toBe(between.receivable - before.receivable);
        expect(after.suspense).toBe(before.suspense);
      },
    ),
    // A failure is told at once: to make it smaller would take longer than the test may.
    { numRuns: 15, endOnFailure: true },
  );
  expect((await audit()).differences).toEqual([]);
});
