import { testWithdrawal, withdrawal } from "../banking/withdrawals/entity.ts";
import { type Withdrawal, withdrawalItem } from "../banking/withdrawals/schema.ts";
import { isOver, isUndone } from "../banking/withdrawals/state.ts";
import { accountOf, systemRef, walletRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { Hold } from "../ledger/schema.ts";
import {
  cardAuthorization,
  cardDispute,
  cardTransaction,
} from "../payments/issuing/authorizations/entity.ts";
import { authorizationOf, isOfCard } from "../payments/issuing/authorizations/schema.ts";
import { CARD_ASSET } from "../payments/issuing/schema.ts";
import * as Due from "../platform/due/index.ts";
import { openReservations, reservation } from "../transfers/reservations/entity.ts";
import { type Reservation, remaining } from "../transfers/reservations/schema.ts";
import { type Checker, entryKind, holdKind, kindOf, reading } from "./kinds.ts";
import { OpenSums, problemUnless, show } from "./texts.ts";

/** Records that hold money of a wallet: reservations, withdrawals and purchases with issued cards. */

/**
 * Each withdrawal has a hold of its amount and fee: whole while it is in progress, empty after its end. It also has the
 * entries that its state implies. Each hold of a withdrawal belongs to one.
 */
export function withdrawals(): Checker {
  const all: Withdrawal[] = [];
  const holds = new Map<string, Hold>();
  const opened = new Set<string>();
  /** The entries of payouts and of their returns. */
  const entries = new Set<string>();

  function problemsOf(one: Withdrawal): string[] {
    const { withdrawalId, currency, state, amountMinor, feeMinor, holdId } = one;
    const whole = amountMinor + feeMinor;
    const hold = holds.get(holdId);
    if (hold?.account !== accountOf(one, currency).account || hold.asset !== currency)
      return [`the withdrawal ${withdrawalId} has no hold ${holdId}`];
    const format = (amount: bigint) => show(amount, { asset: currency });
    const left = isOver(one) ? 0n : whole;
    const isBooked = one.bookedEntryId !== undefined;
    return [
      ...problemUnless(
        hold.amount === whole && hold.remaining === left,
        () =>
          `the withdrawal ${withdrawalId} is ${state}, with ${format(left)} of ${format(whole)} held, ` +
          `but its hold has ${format(hold.remaining)} of ${format(hold.amount)}`,
      ),
      ...problemUnless(
        (state !== "booked" || isBooked) && isUndone(one) === (one.undoneEntryId !== undefined),
        () => `the withdrawal ${withdrawalId} is ${state}, but its entries do not match`,
      ),
      ...[one.entryId, one.bookedEntryId, one.undoneEntryId]
        .filter((id) => id !== undefined && !entries.has(id))
        .map((id) => `the withdrawal ${withdrawalId} names the entry ${id}, which is not of a withdrawal`),
    ];
  }

  return {
    reads: [
      reading(kindOf(withdrawal, withdrawalItem), (one) => all.push(one)),
      reading(kindOf(testWithdrawal, withdrawalItem), (one) => all.push(one)),
      reading(holdKind, (hold) => holds.set(hold.holdId, hold)),
      reading(entryKind, ({ type, entryId, holds: changes }) => {
        if (type !== "PAYOUT" && type !== "PAYOUT_RETURN") return;
        entries.add(entryId);
        for (const { holdId, change } of changes) if (change > 0n) opened.add(holdId);
      }),
    ],
    compare: () => [
      ...all.flatMap(problemsOf),
      ...[...opened.difference(new Set(all.map(({ holdId }) => holdId)))].map(
        (holdId) => `the hold ${holdId} belongs to a withdrawal that does not exist`,
      ),
    ],
  };
}

/**
 * Each reservation has a hold with the stated remaining amount, and a status that matches its end. While it holds money,
 * it is in the list of its wallet and the schedule finds it at its end. Each such hold belongs to a reservation.
 */
export function reservations(): Checker {
  const problems: string[] = [];
  const all: Reservation[] = [];
  const listed = new Set<string>();
  const holds = new Map<string, Hold>();
  const opened = new Set<string>();

  /** @param dueAt its time in the schedule, by the clock of its ledger. Undefined if it is not scheduled */
  function add(one: Reservation, dueAt: string | undefined): void {
    all.push(one);
    const { mode, holdId, expiresAt } = one;
    // A reset sandbox has no due dates.
    const isLost = dueAt === undefined ? mode === "live" : dueAt !== expiresAt;
    if (remaining(one) > 0n && isLost)
      problems.push(
        `the reservation ${holdId} ends at ${expiresAt}, the schedule looks for it at ${dueAt ?? "no time"}`,
      );
  }

  function problemsOf(one: Reservation): string[] {
    const { holdId, asset, amount, status } = one;
    const ref = accountOf(one, asset);
    const hold = holds.get(holdId);
    if (hold?.account !== ref.account || hold.asset !== asset)
      return [`the reservation ${holdId} has no hold of ${ref.account}`];
    const left = remaining(one);
    const expected = left > 0n ? ["active"] : one.released > 0n ? ["released", "expired"] : ["captured"];
    return [
      ...problemUnless(
        hold.amount === amount && hold.remaining === left,
        () =>
          `the reservation ${holdId} has ${show(left, { asset })} of ${show(amount, { asset })} left, ` +
          `but its hold has ${show(hold.remaining, { asset })} of ${show(hold.amount, { asset })}`,
      ),
      ...problemUnless(
        expected.includes(status),
        () => `the reservation ${holdId} is ${status}, but its amounts do not match`,
      ),
    ];
  }

  return {
    reads: [
      reading(kindOf(reservation, reservation.schema), (one, item) => add(one, Due.timeOf(item))),
      reading(kindOf(openReservations, openReservations.schema), (open) => {
        for (const holdId of open.holdIds) listed.add(reservationName({ ...open, holdId }));
      }),
      reading(holdKind, (hold) => holds.set(hold.holdId, hold)),
      reading(entryKind, ({ type, reference }) => {
        if (type === "HOLD" && reference?.kind === "hold") opened.add(reference.id);
      }),
    ],
    compare() {
      const open = new Set(all.filter((one) => remaining(one) > 0n).map(reservationName));
      return [
        ...problems,
        ...all.flatMap(problemsOf),
        ...[...open.symmetricDifference(listed)].map(
          (name) =>
            `the reservation ${name} is ${open.has(name) ? "open" : "not open"}, but the list of its wallet states the opposite`,
        ),
        ...[...opened.difference(new Set(all.map(({ holdId }) => holdId)))].map(
          (holdId) => `the hold ${holdId} belongs to a reservation that does not exist`,
        ),
      ];
    },
  };
}

const reservationName = (of: Pick<Reservation, "mode" | "userId" | "asset" | "holdId">): string =>
  `${accountOf(of, of.asset).account} ${of.holdId}`;

/**
 * Each card authorization states the remaining amounts of its holds and the sum of its transactions. Each hold of a card
 * belongs to an authorization. All transactions and disputes sum to the balance of `clearing:issuing`.
 */
export function cards(): Checker {
  const format = (amount: bigint): string => show(amount, { asset: CARD_ASSET });
  const problems: string[] = [];
  /** `held`: the stated amounts less the holds' remaining amounts. `taken`: the stated amounts less the transactions. */
  const open = new OpenSums({ held: 0n, taken: 0n });
  /** The amount due to the provider. */
  let owed = 0n;
  return {
    reads: [
      reading(kindOf(cardAuthorization, cardAuthorization.schema), (one) => {
        const { authorizationId, holds, capturedMinor, refundedMinor, walletId } = one;
        for (const { holdId, leftMinor } of holds) {
          if (leftMinor < 0n || authorizationOf(holdId) !== authorizationId)
            problems.push(`the purchase ${authorizationId} has the hold ${holdId} of ${format(leftMinor)}`);
          open.add(`${holdId} ${walletRef(walletId).account}`, { held: leftMinor });
        }
        open.add(authorizationId, { taken: capturedMinor - refundedMinor });
      }),
      reading(kindOf(cardTransaction, cardTransaction.schema), ({ authorizationId, amountMinor }) => {
        owed -= amountMinor;
        if (authorizationId !== undefined) open.add(authorizationId, { taken: amountMinor });
      }),
      reading(kindOf(cardDispute, cardDispute.schema), ({ returnedMinor }) => {
        owed -= returnedMinor;
      }),
      reading(holdKind, ({ holdId, account, remaining: left }) => {
        if (isOfCard(holdId)) open.add(`${holdId} ${account}`, { held: -left });
      }),
    ],
    compare(accounts) {
      const clearing = refName(systemRef("live", "clearing:issuing", CARD_ASSET));
      const stored = [...accounts].find(({ ref }) => refName(ref) === clearing)?.stored.available ?? 0n;
      return [
        ...problems,
        ...[...open].map(([name, { held, taken }]) =>
          held === 0n
            ? `the purchase ${name} states ${format(taken)} more than its transactions`
            : `the purchase of the hold ${name} states ${format(held)} more than the hold has left`,
        ),
        ...problemUnless(
          stored === owed,
          () =>
            `the transactions of cards come to ${format(owed)}, but the account clearing:issuing has ${format(stored)}`,
        ),
      ];
    },
  };
}
