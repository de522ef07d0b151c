import { testWithdrawal, withdrawal } from "../banking/withdrawals/entity.ts";
import { type Withdrawal, withdrawalItem } from "../banking/withdrawals/schema.ts";
import { isOver, isUndone } from "../banking/withdrawals/state.ts";
import { accountOf } from "../ledger/accounts.ts";
import type { Entry, Hold } from "../ledger/schema.ts";
import { type Checker, entryKind, holdKind, kindOf, reading } from "./kinds.ts";
import { show } from "./words.ts";

/**
 * Withdrawals: each has a hold of its amount and fee, of which all is left while it is under way and nothing
 * once it has ended, and the entries that its state says; and no withdrawal's hold is without one.
 */
export class Withdrawals implements Checker {
  readonly reads = [
    reading(kindOf(withdrawal, withdrawalItem), (one) => this.add(one)),
    reading(kindOf(testWithdrawal, withdrawalItem), (one) => this.add(one)),
    reading(holdKind, (hold) => this.addHold(hold)),
    reading(entryKind, (entry) => this.addEntry(entry)),
  ];

  private readonly withdrawals: Withdrawal[] = [];
  private readonly holds = new Map<string, Hold>();
  /** Holds that the journal's payouts opened, and the entries of payouts and of what was given back. */
  private readonly opened = new Set<string>();
  private readonly entries = new Set<string>();

  private add(withdrawal: Withdrawal): void {
    this.withdrawals.push(withdrawal);
  }

  private addHold(hold: Hold): void {
    this.holds.set(hold.holdId, hold);
  }

  private addEntry({ type, entryId, holds }: Entry): void {
    if (type !== "PAYOUT" && type !== "PAYOUT_RETURN") return;
    this.entries.add(entryId);
    for (const { holdId, change } of holds) if (change > 0n) this.opened.add(holdId);
  }

  compare(): string[] {
    const known = new Set(this.withdrawals.map(({ holdId }) => holdId));
    const lost = [...this.opened]
      .filter((holdId) => !known.has(holdId))
      .map((holdId) => `the hold ${holdId} is of a withdrawal that there is not`);
    return [...this.withdrawals.flatMap((one) => this.ofOne(one)), ...lost];
  }

  private ofOne(one: Withdrawal): string[] {
    const { withdrawalId, currency, state, amountMinor, feeMinor, holdId } = one;
    const wallet = accountOf(one, currency);
    const whole = amountMinor + feeMinor;
    const hold = this.holds.get(holdId);
    const isIts = hold?.account === wallet.account && hold.asset === currency;
    const said = (amount: bigint) => show(amount, { asset: currency });
    if (!hold || !isIts) return [`the withdrawal ${withdrawalId} has no hold ${holdId}`];
    const left = isOver(one) ? 0n : whole;
    const entries = [one.entryId, one.bookedEntryId, one.undoneEntryId].filter((id) => id !== undefined);
    const isBooked = one.bookedEntryId !== undefined;
    const isRight = (state !== "booked" || isBooked) && isUndone(one) === (one.undoneEntryId !== undefined);
    return [
      ...(hold.amount === whole && hold.remaining === left
        ? []
        : [
            `the withdrawal ${withdrawalId} is ${state}, with ${said(left)} of ${said(whole)} held, ` +
              `but its hold has ${said(hold.remaining)} of ${said(hold.amount)}`,
          ]),
      ...(isRight ? [] : [`the withdrawal ${withdrawalId} is ${state}, and its entries are not`]),
      ...entries
        .filter((entryId) => !this.entries.has(entryId))
        .map(
          (entryId) =>
            `the withdrawal ${withdrawalId} names the entry ${entryId}, which is none of a withdrawal`,
        ),
    ];
  }
}
