import { expect } from "vitest";
import { walletRef } from "../../../core/ledger/accounts.ts";
import * as Table from "../../../core/platform/table/index.ts";
import * as Debts from "../../../core/policy/debts.ts";
import type { Scheduled } from "./acknowledged.ts";
import { type Intent, readBooks } from "./books.ts";
import { cents, type Facts, repeat, type Sold, UNPAID } from "./facts.ts";
import { checkHistory, checkPayments } from "./histories.ts";
import { type Accounts, checkLedger } from "./ledger.ts";
import { checkCashback, checkPoints, checkReferrals } from "./loyalty.ts";
import { FUNDS, type Player } from "./people.ts";
import { readView, type UserView } from "./seen.ts";
import type { Mix } from "./works.ts";

/**
 * Checks the final state: every balance matches the acknowledged operations, and the ledger matches the
 * records of the provider and the bank. Reads the table directly, so the platform must be idle.
 */

export async function check(mix: Mix, before: Accounts): Promise<void> {
  const books = await readBooks(mix.world);
  const seen: UserView[] = [];
  for (const one of mix.players) seen.push(await readView(one));
  const intents = new Map(books.intents.map((one) => [one.id, one]));
  const sold = mix.acknowledged.purchases.map((one): Sold => {
    const intent = intents.get(one.paymentId);
    return one.byCard
      ? { ...one, paid: intent?.received ?? 0, reversed: intent?.reversed ?? 0 }
      : { ...one, paid: one.cents, reversed: one.returned };
  });
  const runs = new Map(seen.flatMap(({ scheduled }) => scheduled.map(({ id, runs: n }) => [id, n])));
  const facts = { ...mix, books, sold, runs, debtors: await findDebtors(mix.players) };
  checkEvidence(facts);
  for (const all of seen) {
    checkHistory(all, facts);
    checkPayments(all, facts);
    checkPoints(all, facts);
    checkCashback(all, facts);
    checkReferrals(all, seen, facts);
    checkScheduled(all, mix.acknowledged.scheduled);
  }
  for (const { one } of seen) await checkBalance(one, facts);
  await checkLedger(facts, before);
}

/** Returns all players who ever had a debt, because a debt's item remains after it is paid. */
async function findDebtors(players: readonly Player[]): Promise<ReadonlySet<Player>> {
  const items = await Table.getMany(players.map(({ eur }) => Debts.keyOf(walletRef(eur))));
  return new Set(players.filter((_, index) => items[index] !== undefined));
}

/** Checks that every captured payment and bank transfer was acknowledged, and vice versa. */
function checkEvidence({ books, acknowledged, runs }: Facts): void {
  const known = [...acknowledged.topUps, ...acknowledged.purchases.filter(({ byCard }) => byCard)];
  const taken = books.intents.filter(({ received }) => received > 0).map(({ id }) => id);
  const ids = new Set(known.map(({ paymentId }) => paymentId));
  expect(
    taken.filter((id) => !ids.has(id)),
    "taken by card, and acknowledged to no client",
  ).toEqual([]);
  const toBank = acknowledged.scheduled
    .filter(({ to }) => !to)
    .flatMap(({ id, cents: n }) => repeat(runs.get(id), n));
  const ordered = [
    ...acknowledged.withdrawals.filter(({ outcome }) => outcome !== "refused").map(({ cents: n }) => n),
    ...toBank,
  ];
  const of = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b);
  expect(of(books.orders.map(({ amount }) => cents(Number(amount.value)))), "ordered at the bank").toEqual(
    of(ordered),
  );
}

/** Returns a user's expected balance minus debts. */
function expectedNet(one: Player, { books, acknowledged, runs }: Facts): number {
  const ofTopUps = (all: readonly Intent[]) =>
    all.filter((intent) => intent.userId === one.userId && intent.merchantId === undefined);
  const parts = [
    FUNDS,
    ...acknowledged.transfers.flatMap(({ from, to, cents: n }) => [
      from === one ? -n : 0,
      to === one ? n : 0,
    ]),
    ...ofTopUps(books.intents).map(({ received, reversed: gone }) => received - gone),
    ...acknowledged.withdrawals.map((it) => (it.by === one && !UNPAID.includes(it.outcome) ? -it.cents : 0)),
    ...acknowledged.purchases.map((it) => (it.by === one && !it.byCard ? it.returned - it.cents : 0)),
    ...acknowledged.scheduled.flatMap(({ id, by, to, cents: n }) =>
      repeat(runs.get(id), (to === one ? n : 0) - (by === one ? n : 0)),
    ),
    books.cards.get(one.pspCardId) ?? 0,
  ];
  return parts.reduce((sum, n) => sum + n, 0);
}

async function checkBalance(one: Player, facts: Facts): Promise<void> {
  const { accounts } = await one.get<{
    accounts: { id: string; balance: number; lockedBalance: number }[];
  }>("/wallet/accounts");
  const { balance = 0, lockedBalance = 0 } = accounts.find(({ id }) => id === one.eur) ?? {};
  const owed = Number(await Debts.owed(walletRef(one.eur)));
  const has = { net: cents(balance) - owed, held: cents(lockedBalance) };
  const held = facts.books.held.get(one.pspCardId) ?? 0;
  expect(has, `the balance of ${one.email}`).toEqual({ net: expectedNet(one, facts), held });
}

/** Checks that each scheduled payment has ended. */
function checkScheduled({ one, scheduled }: UserView, acknowledged: readonly Scheduled[]): void {
  const mine = acknowledged.filter(({ by }) => by === one).map(({ id }) => id);
  expect(scheduled.map(({ id }) => id).toSorted(), `schedules of ${one.email}`).toEqual(mine.toSorted());
  for (const { id, status } of scheduled) expect(["completed", "failed", "canceled"], id).toContain(status);
}
