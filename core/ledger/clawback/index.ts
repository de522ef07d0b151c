import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Write } from "../../platform/table/index.ts";
import { modeOf, systemRef, walletOf } from "../accounts.ts";
import type { After, Draft, Extra } from "../draft.ts";
import * as Ledger from "../index.ts";
import { judged } from "../learned.ts";
import type { AccountRef, Posting } from "../schema.ts";
import * as Debts from "./debts.ts";

/**
 * Clawback: money that the world outside has taken back already, by a refund, a dispute or a bank's debit, leaves the ledger whether
 * or not its holder still has it. What the wallet lacks is booked as owed (`receivable`), and by whom (`debts.ts`).
 */

/** How an amount was taken. */
export interface Taken {
  /** From the wallet, in base units. */
  readonly paid: BaseUnits;
  /** Owed from now on. */
  readonly owed: BaseUnits;
}

type Movement<T> = Pick<Draft<T>, "type" | "actorId" | "reason" | "events" | "refused"> & {
  /** More than zero. */
  readonly amount: BaseUnits;
  /** Further postings of the same entry; they sum to zero by themselves. */
  readonly also?: readonly Posting[];
};

export type Clawback<T> = Movement<T> & {
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** As a draft's; a function also learns how the amount was taken. */
  readonly extraWrites?: readonly Write[] | ((after: After, taken: Taken) => readonly Write[]);
  readonly result: (after: After, taken: Taken) => T;
};

/**
 * Takes an amount from a user's wallet, as far as it is there; what is not is the user's debt from then on.
 * @throws as `Ledger.post`, but INSUFFICIENT_BALANCE of the wallet
 */
export function take<T>({
  from,
  amount,
  to,
  also = [],
  extraWrites = [],
  refused,
  result,
  ...movement
}: Clawback<T>): Promise<T> {
  if (walletOf(from.account) === undefined) throw new TypeError(`${from.account} is not a user account`);
  return Ledger.post<T>({ initiator: from.account }, ({ state }) => {
    const available = state?.available ?? 0n;
    const paid = available < amount ? available : amount;
    const taken = { paid, owed: amount - paid };
    const receivable = systemRef(modeOf(from.account), "receivable", from.asset);
    return {
      ...movement,
      postings: [
        ...(paid > 0n ? [free(from, -paid)] : []),
        ...(taken.owed > 0n ? [free(receivable, -taken.owed)] : []),
        free(to, amount),
        ...also,
      ],
      extraWrites: (after) => [
        ...judged(typeof extraWrites === "function" ? extraWrites(after, taken) : extraWrites, refused),
        ...Debts.owing(from, taken.owed),
      ],
      result: (after) => result(after, taken),
    };
  });
}

export type Giving<T> = Movement<T> & {
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly extraWrites?: Extra;
  readonly result: (after: After) => T;
};

/**
 * Credits a user's wallet with what came in from outside, less what its holder owes: that pays the debt, in the same entry.
 * @throws as `Ledger.post`
 */
export function give<T>({
  from,
  to,
  amount,
  also = [],
  extraWrites = [],
  refused,
  ...movement
}: Giving<T>): Promise<T> {
  return Ledger.post<T>({ initiator: to.account, reads: [Debts.keyOf(to)] }, ({ items: [item] }) => {
    const credit = Debts.crediting(to, amount, item);
    return {
      ...movement,
      reason: movement.reason + credit.said,
      postings: [free(from, -amount), ...credit.postings, ...also],
      extraWrites: (after) => [
        ...judged(typeof extraWrites === "function" ? extraWrites(after) : extraWrites, refused),
        ...credit.writes,
      ],
    };
  });
}

const free = (ref: AccountRef, amount: BaseUnits): Posting => ({ ...ref, bucket: "available", amount });
