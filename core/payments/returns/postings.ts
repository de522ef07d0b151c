import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { AccountRef, Hold, HoldChange, Posting } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
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
  /** What of this very payment is in `suspense`, since its receiver is erased. */
  readonly suspended?: BaseUnits | undefined;
  /** What is left of the hold of this very payment; undefined where it has none. */
  readonly hold?: Pick<Hold, "holdId" | "remaining"> | undefined;
  readonly treasury: BaseUnits;
}

export interface Rebooking {
  /** One for each bucket of an account, none of nothing; they sum to zero. */
  readonly postings: readonly Posting[];
  /** What is taken from the payment's hold. */
  readonly holds: readonly HoldChange[];
  /** What is taken from `suspense`. */
  readonly suspendedMinor: BaseUnits;
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
  { wallet, available, suspended = 0n, hold, treasury }: Accounts,
): Rebooking {
  const platform = (name: string) => systemRef("live", name, wallet.asset);
  const [was, is] = [sharesOf(payment, before), sharesOf(payment, after)];
  const own = moved(wallet, is.receiver - was.receiver, available, { held: hold?.remaining, suspended });
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
    suspendedMinor: own.ofSuspense,
    owedMinor: own.owed,
    rewardMinor: is.reward,
    debtWrites: Debts.debtWrites(wallet, own.owed),
  };
}

/** What there is of the very payment. */
interface Apart {
  readonly held?: BaseUnits | undefined;
  readonly suspended?: BaseUnits;
}

/**
 * How a share changes: what is added, or what is taken as far as the account has it, and owed beyond that.
 * @param has what is free; what is held of the payment, or is in `suspense`, is taken first
 */
function moved(
  ref: AccountRef,
  change: BaseUnits,
  has: BaseUnits,
  { held = 0n, suspended = 0n }: Apart = {},
) {
  if (change >= 0n) return { added: change, taken: [], owed: 0n, ofHold: 0n, ofSuspense: 0n };
  const least = (a: BaseUnits, b: BaseUnits): BaseUnits => (a < b ? a : b);
  const ofHold = least(held, -change);
  const ofSuspense = least(suspended, -change - ofHold);
  const paid = least(has, -change - ofHold - ofSuspense);
  const owed = -change - ofHold - ofSuspense - paid;
  const platform = (name: string) => systemRef("live", name, ref.asset);
  const taken = [
    { ...posting(ref, -ofHold), bucket: "held" as const },
    posting(platform("suspense"), -ofSuspense),
    posting(ref, -paid),
    posting(platform("receivable"), -owed),
  ];
  return { added: 0n, taken, owed, ofHold, ofSuspense };
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
