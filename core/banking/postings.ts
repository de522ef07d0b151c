import type { BaseUnits } from "../kernel/money/index.ts";
import { systemRef } from "../ledger/accounts.ts";
import type { AccountRef, EntryType, Posting } from "../ledger/schema.ts";
import type * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import type { Priced, Split } from "./schema.ts";
import type { Due } from "./transfer-state.ts";

/**
 * What the ledger posts for a bank transfer. Pure. The bank has moved the money already, so nothing of it can
 * be refused: what nobody's account (`suspense`) or a user's wallet lacks is owed (`receivable`).
 */

/** What there is to pay with. */
export interface Funds {
  /** The user's wallet of the currency; undefined where nobody knows the user. */
  readonly wallet: AccountRef | undefined;
  readonly available: BaseUnits;
  /** What of this very transfer is in `suspense`, since the user is erased. */
  readonly suspended: BaseUnits;
  /** What there is of nobody's. */
  readonly suspense: BaseUnits;
}

export interface Movement extends Split {
  readonly type: EntryType;
  /** None where nothing moves: then it is only owed by somebody else. */
  readonly postings: readonly Posting[];
  /** What of the transfer is taken from `suspense` that the wallet would have, were it not closed. */
  readonly ofSuspense: BaseUnits;
  /** What the user owes more. */
  readonly debtWrites: readonly Table.Write[];
}

interface Passing {
  readonly type: EntryType;
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** How much of the amount settles what nobody has paid of it so far, instead of coming to `to`. */
  readonly settles: BaseUnits;
}

/** Who gives to whom. */
function passingOf({ money, booking }: Priced, due: Due, wallet: AccountRef | undefined): Passing {
  const { currency: asset, direction } = money;
  const bank = systemRef("live", "clearing:bank", asset);
  const nobody = systemRef("live", "suspense", asset);
  const holder = due === "reverse" && booking?.holder === "nobody" ? nobody : (wallet ?? nobody);
  const isCredit = direction === "credit";
  const other = due === "assign" ? nobody : bank;
  const [from, to] = isCredit === (due !== "reverse") ? [other, holder] : [holder, other];
  const type = due === "reverse" ? "REVERSAL" : isCredit ? "DEPOSIT" : "WITHDRAWAL";
  // What nobody has paid of a debit is no longer owed once it is undone, or somebody's. What a user did not
  // pay is the user's debt, and every credit pays that first, this one too.
  const settles = isCredit || booking?.holder !== "nobody" ? 0n : booking.owed;
  return { type, from, to, settles };
}

const least = (a: BaseUnits, b: BaseUnits): BaseUnits => (a < b ? a : b);

const free = (ref: AccountRef, amount: BaseUnits): Posting => ({ ...ref, bucket: "available", amount });

/**
 * Whether what comes to the user pays first what he owes. Of what `suspense` itself owes no debt is paid: there
 * might be nothing left that the entry moves.
 */
export function isCollecting(transfer: Priced, due: Due, wallet: AccountRef, suspense: BaseUnits): boolean {
  const { from } = passingOf(transfer, due, wallet);
  return from.account !== "suspense" || suspense >= transfer.money.amountMinor;
}

export function movementOf(transfer: Priced, due: Due, funds: Funds): Movement {
  const { type, from, to, settles } = passingOf(transfer, due, funds.wallet);
  const { amountMinor: amount, currency } = transfer.money;
  const isWallet = ({ account }: AccountRef): boolean => account === funds.wallet?.account;
  const ofSuspense = isWallet(from) ? least(funds.suspended, amount) : 0n;
  const has = isWallet(from) ? funds.available : from.account === "suspense" ? funds.suspense : amount;
  const own = least(has, amount - ofSuspense);
  const paid = ofSuspense + own;
  const owed = amount - paid;
  const postings = [
    free(systemRef("live", "suspense", currency), -ofSuspense),
    free(from, -own),
    free(systemRef("live", "receivable", currency), settles - owed),
    free(to, amount - settles),
  ];
  return {
    type,
    paid,
    owed,
    ofSuspense,
    postings: postings.filter((posting) => posting.amount !== 0n),
    debtWrites: isWallet(from) ? Debts.debtWrites(from, owed) : [],
  };
}
