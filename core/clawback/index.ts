import { walletOf } from "../ledger/accounts.ts";
import type { After, Draft } from "../ledger/draft.ts";
import * as Ledger from "../ledger/index.ts";
import type { AccountRef, Posting } from "../ledger/schema.ts";
import type { BaseUnits } from "../money/index.ts";
import type { Write } from "../platform/table.ts";

/**
 * Clawback: money that the world outside has taken back already, by a refund or a bank's debit, leaves the ledger whether or not
 * its holder still has it. What the wallet lacks is booked as owed (`receivable`).
 */

/** How an amount was taken. */
export interface Taken {
  /** From the wallet, in base units. */
  readonly paid: BaseUnits;
  /** Owed from now on. */
  readonly owed: BaseUnits;
}

export type Clawback<T> = Pick<Draft<T>, "type" | "actorId" | "reason" | "events" | "refused"> & {
  readonly from: AccountRef;
  /** More than zero. */
  readonly amount: BaseUnits;
  readonly to: AccountRef;
  /** Further postings of the same entry; they sum to zero by themselves. */
  readonly also?: readonly Posting[];
  /** As a draft's; a function also learns how the amount was taken. */
  readonly extraWrites?: readonly Write[] | ((after: After, taken: Taken) => readonly Write[]);
  readonly result: (after: After, taken: Taken) => T;
};

/**
 * Takes an amount from a user's wallet, as far as it is there.
 * @throws as `Ledger.post`, but INSUFFICIENT_BALANCE of the wallet
 */
export function take<T>({
  from,
  amount,
  to,
  also = [],
  extraWrites = [],
  result,
  ...movement
}: Clawback<T>): Promise<T> {
  if (walletOf(from.account) === undefined) throw new TypeError(`${from.account} is not a user account`);
  return Ledger.decide<T>({ initiator: from.account }, ({ state }) => {
    const available = state?.available ?? 0n;
    const paid = available < amount ? available : amount;
    const owed = amount - paid;
    const receivable = { account: "receivable", asset: from.asset };
    return {
      ...movement,
      postings: [
        ...(paid > 0n ? [free(from, -paid)] : []),
        ...(owed > 0n ? [free(receivable, -owed)] : []),
        free(to, amount),
        ...also,
      ],
      initiator: paid > 0n ? from.account : undefined,
      extraWrites:
        typeof extraWrites === "function" ? (after) => extraWrites(after, { paid, owed }) : extraWrites,
      result: (after) => result(after, { paid, owed }),
    };
  });
}

const free = (ref: AccountRef, amount: BaseUnits): Posting => ({ ...ref, bucket: "available", amount });
