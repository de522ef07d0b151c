import { expect } from "vitest";
import type { Scheduled } from "./acknowledged.ts";
import { cents, type Facts, repeat, UNPAID } from "./facts.ts";
import type { Player } from "./people.ts";
import type { ShownScheduled, UserView } from "./seen.ts";

/** Checks the lists of movements and payments: each entry occurs exactly once. */

/** Checks that the history contains every acknowledged movement once, and no other. */
export function checkHistory(
  { one, rows, scheduled }: UserView,
  { acknowledged, books, debtors }: Facts,
): void {
  const ids = rows.map(({ id }) => id);
  expect(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    `twice in the history of ${one.email}`,
  ).toEqual([]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Incoming money pays a debtor's debt first: the history shows the remainder, or nothing.
  const hasOwed = debtors.has(one);
  for (const { from, to, cents: n, transactionId } of acknowledged.transfers) {
    if ((from !== one && to !== one) || transactionId === undefined) continue;
    const direction = from === one ? "out" : "in";
    const found = byId.get(transactionId);
    if (direction === "in" && hasOwed && cents(found?.amount ?? 0) < n) continue;
    const row = { type: "transfer", direction, amount: n / 100, status: "completed" };
    expect(found, `${transactionId} of ${one.email}`).toMatchObject(row);
  }
  for (const { by, transactionId, outcome, cents: n } of acknowledged.withdrawals) {
    if (by !== one) continue;
    const status = outcome === "returned" ? "refunded" : UNPAID.includes(outcome) ? "failed" : "completed";
    const row = { type: "withdrawal", direction: "out", amount: n / 100, status };
    expect(byId.get(transactionId), `${transactionId} (${outcome}) of ${one.email}`).toMatchObject(row);
  }
  const own = books.intents.filter((it) => it.userId === one.userId && !it.merchantId && it.received > 0);
  for (const { id, received } of own) {
    const found = rows.filter((row) => row.type === "top_up" && row.reference === id);
    const amount = found.map((row) => cents(row.amount)).at(-1);
    if (hasOwed && (amount ?? 0) < received) continue;
    expect(amount, `the top-up ${id} of ${one.email}`).toBe(received);
  }
  const count = (type: string, direction: string) =>
    rows.filter((row) => row.type === type && row.direction === direction && row.status !== "canceled")
      .length;
  const countRuns = (all: readonly Scheduled[]) =>
    all.reduce((sum, { id, by }) => sum + (runsOf(id, by, scheduled, one) ?? 0), 0);
  const mine = acknowledged.withdrawals.filter(({ by }) => by === one);
  expect(
    {
      transfers: count("transfer", "out"),
      withdrawals: count("withdrawal", "out"),
    },
    `how much is in the history of ${one.email}`,
  ).toEqual({
    transfers:
      acknowledged.transfers.filter(({ from }) => from === one).length +
      countRuns(acknowledged.scheduled.filter(({ to }) => to)),
    withdrawals: mine.length + countRuns(acknowledged.scheduled.filter(({ to }) => !to)),
  });
  // A withdrawal that the bank returned before it was booked was only held, so no return appears.
  expect(count("withdrawal_return", "in"), `withdrawal returns of ${one.email}`).toBeLessThanOrEqual(
    mine.filter(({ outcome }) => outcome === "returned").length,
  );
}

const runsOf = (id: string, by: Player, scheduled: readonly ShownScheduled[], one: Player) =>
  by === one ? scheduled.find((shown) => shown.id === id)?.runs : 0;

/** Checks that every payment occurs once in the lists of its payer and of its recipient. */
export function checkPayments({ one, payments, rows }: UserView, { acknowledged, sold, runs }: Facts): void {
  const made = acknowledged.transfers.flatMap(({ from, to, paymentId, cents: n }) =>
    paymentId === undefined
      ? []
      : [...(from === one ? [`${paymentId} out ${n}`] : []), ...(to === one ? [`${paymentId} in ${n}`] : [])],
  );
  const bought = sold.filter(({ by }) => by === one).map((it) => `${it.paymentId} out ${it.cents}`);
  const shown = payments.filter(({ method }) => method !== "scheduled");
  const isBought = (id: string) => acknowledged.purchases.some(({ paymentId }) => paymentId === id);
  // The list also contains rejected card payments, although nothing was acknowledged.
  const listed = shown.filter(({ method, id }) => method !== "card" || isBought(id));
  expect(
    listed.map(({ id, direction, amount }) => `${id} ${direction} ${cents(amount)}`).toSorted(),
    `payments of ${one.email}`,
  ).toEqual([...made, ...bought].toSorted());
  const due = acknowledged.scheduled
    .flatMap(({ id, by, to, cents: n }) => [
      ...repeat(runs.get(id), by === one ? n : 0),
      ...repeat(runs.get(id), to === one ? -n : 0),
    ])
    .filter((n) => n !== 0);
  const paid = payments
    .filter(({ method }) => method === "scheduled")
    .map(({ direction, amount }) => (direction === "out" ? 1 : -1) * cents(amount));
  const inOrder = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  expect(inOrder(paid), `scheduled payments of ${one.email}`).toEqual(inOrder(due));
  const ids = new Set(rows.map(({ id }) => id));
  expect(
    payments.filter(({ transactionId }) => transactionId !== null && !ids.has(transactionId)),
    `payments without their line in the history of ${one.email}`,
  ).toEqual([]);
}
