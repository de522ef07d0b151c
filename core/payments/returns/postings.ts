import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import * as Debts from "../../ledger/debts.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
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
  /** The item of what its owner owes, if there is one. */
  readonly debt: Table.Item | undefined;
  readonly treasury: BaseUnits;
}

export interface Rebooking {
  /** One for each account, none of nothing; they sum to zero. */
  readonly postings: readonly Posting[];
  /** What the wallet lacked: its owner's debt from now on. */
  readonly owedMinor: BaseUnits;
  /** The saveback on what is left of the payment. */
  readonly rewardMinor: BaseUnits;
  /** The writes that change what its owner owes. */
  readonly debtWrites: readonly Table.Write[];
  /** How much of what comes again pays what its owner owed. */
  readonly settledMinor: BaseUnits;
  /** For the end of the entry's reason. */
  readonly reasonSuffix: string;
}

/**
 * @param before how much of the payment had gone back
 * @param after how much has gone back now: another amount
 */
export function rebooking(
  payment: Credited,
  before: BaseUnits,
  after: BaseUnits,
  { wallet, available, debt, treasury }: Accounts,
): Rebooking {
  const platform = (name: string) => systemRef("live", name, wallet.asset);
  const [was, is] = [sharesOf(payment, before), sharesOf(payment, after)];
  const own = moved(wallet, is.receiver - was.receiver, available);
  const credit = Debts.crediting(wallet, own.added, debt);
  const commission = moved(platform("treasury"), is.commission - was.commission, treasury);
  return {
    postings: merged([
      posting(platform("clearing:psp"), after - before),
      ...own.taken,
      ...credit.postings,
      ...commission.taken,
      posting(platform("treasury"), commission.added),
      posting(platform("saveback"), is.reward - was.reward),
    ]),
    owedMinor: own.owed,
    rewardMinor: is.reward,
    debtWrites: [...credit.writes, ...Debts.owing(wallet, own.owed)],
    settledMinor: credit.settled,
    reasonSuffix: credit.said,
  };
}

/**
 * How a share changes: what is added, or what is taken as far as the account has it, and owed beyond that.
 */
function moved(ref: AccountRef, change: BaseUnits, has: BaseUnits) {
  if (change >= 0n) return { added: change, taken: [], owed: 0n };
  const paid = has < -change ? has : -change;
  const owed = -change - paid;
  const receivable = systemRef("live", "receivable", ref.asset);
  return { added: 0n, taken: [posting(ref, -paid), posting(receivable, -owed)], owed };
}

const posting = ({ account, asset }: AccountRef, amount: BaseUnits): Posting => ({
  account,
  asset,
  bucket: "available",
  amount,
});

function merged(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const one of postings)
    sums.set(one.account, { ...one, amount: one.amount + (sums.get(one.account)?.amount ?? 0n) });
  return [...sums.values()].filter(({ amount }) => amount !== 0n);
}
