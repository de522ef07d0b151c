import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import * as Debts from "../../ledger/debts.ts";
import type { AccountRef, Hold, HoldChange, Posting } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import { type Credited, sharesOf } from "../payments/fees.ts";

/**
 * The postings that bring the ledger from what had gone back of a payment to what has gone back now.
 * Everybody who was credited gives back in proportion, and gets again the same way. The provider has moved
 * the money already: what an account lacks is owed. Pure.
 */

/** The accounts that a payment was shared among, as they are now. */
export interface Accounts {
  /** Its receiver's wallet. */
  readonly wallet: AccountRef;
  /** What that has free. */
  readonly available: BaseUnits;
  /** What is left of the hold of this very payment; undefined where it has none. */
  readonly hold?: Pick<Hold, "holdId" | "remaining"> | undefined;
  readonly treasury: BaseUnits;
}

export interface Rebooking {
  /** One for each bucket of an account, none of nothing; they sum to zero. */
  readonly postings: readonly Posting[];
  /** What is taken from the payment's hold. */
  readonly holds: readonly HoldChange[];
  /** What the wallet lacked: its owner's debt from now on. */
  readonly owedMinor: BaseUnits;
  /** The saveback on what is left of the payment. */
  readonly rewardMinor: BaseUnits;
  /** The writes that add to what its owner owes. */
  readonly debtWrites: readonly Table.Write[];
}

/**
 * @param before how much of the payment had gone back
 * @param after how much has gone back now: another amount
 */
export function rebooking(
  payment: Credited,
  before: BaseUnits,
  after: BaseUnits,
  { wallet, available, hold, treasury }: Accounts,
): Rebooking {
  const platform = (name: string) => systemRef("live", name, wallet.asset);
  const [was, is] = [sharesOf(payment, before), sharesOf(payment, after)];
  const own = moved(wallet, is.receiver - was.receiver, available, hold?.remaining);
  const commission = moved(platform("treasury"), is.commission - was.commission, treasury);
  return {
    postings: merged([
      posting(platform("clearing:psp"), after - before),
      ...own.taken,
      posting(wallet, own.added),
      ...commission.taken,
      posting(platform("treasury"), commission.added),
      posting(platform("saveback"), is.reward - was.reward),
    ]),
    holds: hold && own.ofHold > 0n ? [{ ...wallet, holdId: hold.holdId, change: -own.ofHold }] : [],
    owedMinor: own.owed,
    rewardMinor: is.reward,
    debtWrites: Debts.owing(wallet, own.owed),
  };
}

/**
 * How a share changes: what is added, or what is taken as far as the account has it, and owed beyond that.
 * @param has what is free, and `held` what is held of it: that is taken first
 */
function moved(ref: AccountRef, change: BaseUnits, has: BaseUnits, held: BaseUnits = 0n) {
  if (change >= 0n) return { added: change, taken: [], owed: 0n, ofHold: 0n };
  const least = (a: BaseUnits, b: BaseUnits): BaseUnits => (a < b ? a : b);
  const ofHold = least(held, -change);
  const paid = least(has, -change - ofHold);
  const owed = -change - ofHold - paid;
  const receivable = systemRef("live", "receivable", ref.asset);
  const taken = [
    { ...posting(ref, -ofHold), bucket: "held" as const },
    posting(ref, -paid),
    posting(receivable, -owed),
  ];
  return { added: 0n, taken, owed, ofHold };
}

const posting = ({ account, asset }: AccountRef, amount: BaseUnits): Posting => ({
  account,
  asset,
  bucket: "available",
  amount,
});

function merged(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const one of postings) {
    const name = `${one.account} ${one.bucket}`;
    sums.set(name, { ...one, amount: one.amount + (sums.get(name)?.amount ?? 0n) });
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n);
}
