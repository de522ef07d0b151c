import { type BaseUnits, min } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import { mergePostings, posting } from "../../ledger/draft.ts";
import type { AccountRef, Hold, HoldChange, Posting } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import { type Credited, sharesOf } from "../payments/fees.ts";

/**
 * Postings for a change of the returned amount of a payment. Every share is returned or reinstated in proportion. The
 * provider has already moved the money, so a shortfall is a debt. Pure.
 */

/** The current balances of the accounts that share a payment. */
interface Accounts {
  /** The recipient's wallet. */
  readonly wallet: AccountRef;
  /** The available balance of the wallet. */
  readonly available: BaseUnits;
  /** The part of this payment in `suspense`, since its recipient is erased. */
  readonly suspended?: BaseUnits | undefined;
  /** The rest of the hold of this payment, if it has one. */
  readonly hold?: Pick<Hold, "holdId" | "remaining"> | undefined;
  readonly treasury: BaseUnits;
}

interface Rebooking {
  /** At most one for each bucket of an account. They sum to zero. */
  readonly postings: readonly Posting[];
  readonly holds: readonly HoldChange[];
  /** The amount taken from `suspense`. */
  readonly suspendedMinor: BaseUnits;
  /** The shortfall of the wallet, which becomes its owner's debt. */
  readonly owedMinor: BaseUnits;
  /** The saveback on the rest of the payment. */
  readonly rewardMinor: BaseUnits;
  /** The writes of the owner's debt. */
  readonly debtWrites: readonly Table.Write[];
}

/**
 * @param before the returned amount so far
 * @param after the returned amount now, which differs
 */
export function planRebooking(
  payment: Credited,
  before: BaseUnits,
  after: BaseUnits,
  { wallet, available, suspended = 0n, hold, treasury }: Accounts,
): Rebooking {
  const platform = (name: string) => systemRef("live", name, wallet.asset);
  const [was, is] = [sharesOf(payment, before), sharesOf(payment, after)];
  const own = changeShare(wallet, is.receiver - was.receiver, available, {
    held: hold?.remaining,
    suspended,
  });
  const commission = changeShare(platform("treasury"), is.commission - was.commission, treasury);
  return {
    postings: mergePostings([
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

/**
 * Returns the change of a share: the added amount, or the taken one with a debt for the shortfall. The held and the
 * suspended money of the payment itself is taken first.
 */
function changeShare(
  ref: AccountRef,
  change: BaseUnits,
  has: BaseUnits,
  {
    held = 0n,
    suspended = 0n,
  }: { readonly held?: BaseUnits | undefined; readonly suspended?: BaseUnits } = {},
) {
  if (change >= 0n) return { added: change, taken: [], owed: 0n, ofHold: 0n, ofSuspense: 0n };
  const ofHold = min(held, -change);
  const ofSuspense = min(suspended, -change - ofHold);
  const paid = min(has, -change - ofHold - ofSuspense);
  const owed = -change - ofHold - ofSuspense - paid;
  const platform = (name: string) => systemRef("live", name, ref.asset);
  const taken = [
    posting(ref, -ofHold, "held"),
    posting(platform("suspense"), -ofSuspense),
    posting(ref, -paid),
    posting(platform("receivable"), -owed),
  ];
  return { added: 0n, taken, owed, ofHold, ofSuspense };
}
