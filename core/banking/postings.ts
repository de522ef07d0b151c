import { type BaseUnits, min } from "../kernel/money/index.ts";
import { systemRef } from "../ledger/accounts.ts";
import { mergePostings, posting } from "../ledger/draft.ts";
import type { AccountRef, EntryType } from "../ledger/schema.ts";
import * as Debts from "../policy/debts.ts";
import type { Priced } from "./schema.ts";
import type { Due } from "./transfer-state.ts";

/**
 * Plans the postings of a bank transfer. The bank has already moved the money, so an entry cannot be rejected: an amount
 * that a wallet or `suspense` lacks is owed (`receivable`). Pure.
 */

/** The money that can pay a transfer. */
interface Funds {
  /** The user's wallet of the currency; undefined if the user is unknown. */
  readonly wallet: AccountRef | undefined;
  readonly available: BaseUnits;
  /** The part of this transfer that is in `suspense` because the user is erased. */
  readonly suspended: BaseUnits;
  /** The unassigned money in `suspense`. */
  readonly suspense: BaseUnits;
}

/**
 * Returns the accounts that a transfer moves money between, and the part of the amount that settles an unpaid debit
 * instead of being posted to `to`.
 */
function directionOf({ money, booking }: Priced, due: Due, wallet: AccountRef | undefined) {
  const { currency: asset, direction } = money;
  const bank = systemRef("live", "clearing:bank", asset);
  const suspense = systemRef("live", "suspense", asset);
  const holder = due === "reverse" && booking?.holder === "nobody" ? suspense : (wallet ?? suspense);
  const isCredit = direction === "credit";
  const other = due === "assign" ? suspense : bank;
  const [from, to] = isCredit === (due !== "reverse") ? [other, holder] : [holder, other];
  const type: EntryType = due === "reverse" ? "REVERSAL" : isCredit ? "DEPOSIT" : "WITHDRAWAL";
  // The unpaid part of an unassigned debit is no longer owed once the debit is reversed or assigned. A user's unpaid
  // part is the user's debt, which every later credit and the reversal itself pay first.
  const settles = isCredit || booking?.holder !== "nobody" ? 0n : booking.owed;
  return { type, from, to, settles };
}

/**
 * Returns whether a credit to the user pays the user's debts first. False if the money comes from `suspense` and `suspense`
 * holds less than the amount: after the debts, the entry might have nothing left to move.
 */
export function paysDebtsFirst(transfer: Priced, due: Due, wallet: AccountRef, suspense: BaseUnits): boolean {
  const { from } = directionOf(transfer, due, wallet);
  return from.account !== "suspense" || suspense >= transfer.money.amountMinor;
}

/**
 * Returns the entry of a transfer: its postings, which are empty if only the debtor changes, the part that `suspense` pays
 * instead of a closed wallet, and the writes of the user's new debt.
 */
export function movementOf(transfer: Priced, due: Due, funds: Funds) {
  const { type, from, to, settles } = directionOf(transfer, due, funds.wallet);
  const { amountMinor: amount, currency } = transfer.money;
  const isFromWallet = from.account === funds.wallet?.account;
  const ofSuspense = isFromWallet ? min(funds.suspended, amount) : 0n;
  const covered = isFromWallet ? funds.available : from.account === "suspense" ? funds.suspense : amount;
  const own = min(covered, amount - ofSuspense);
  const paid = ofSuspense + own;
  const owed = amount - paid;
  return {
    ...{ type, paid, owed, ofSuspense },
    postings: mergePostings([
      posting(systemRef("live", "suspense", currency), -ofSuspense),
      posting(from, -own),
      posting(systemRef("live", "receivable", currency), settles - owed),
      posting(to, amount - settles),
    ]),
    debtWrites: isFromWallet ? Debts.debtWrites(from, owed) : [],
  };
}
