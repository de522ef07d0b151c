import type { BaseUnits } from "../kernel/money/index.ts";
import { type Draft, mergePostings, posting } from "../ledger/draft.ts";
import type { AccountRef, Bucket, Posting } from "../ledger/schema.ts";

/** Credits of a draft to user accounts, and how a policy redirects them. Pure. */

/**
 * Returns the credit of a draft to a user account: money that becomes available, or that the entry credits to a hold.
 * Available money that the entry only reserves is not a credit.
 */
export function creditOf(
  { postings }: Pick<Draft<unknown>, "postings">,
  { account }: Pick<AccountRef, "account">,
): Pick<Posting, "bucket" | "amount"> | undefined {
  const sum = (bucket: Bucket) =>
    postings
      .filter((one) => one.account === account && one.bucket === bucket)
      .reduce((total, { amount }) => total + amount, 0n);
  const [available, held] = [sum("available"), sum("held")];
  if (available > 0n) return { bucket: "available", amount: available };
  return available === 0n && held > 0n ? { bucket: "held", amount: held } : undefined;
}

/** Posts an amount of a draft's credit to another account. A hold that reserves the credit becomes smaller. */
export function redirectCredit<T>(
  draft: Draft<T>,
  wallet: AccountRef,
  { bucket, amount: credited }: Pick<Posting, "bucket" | "amount">,
  to: AccountRef,
  amount: BaseUnits,
): Draft<T> {
  const { postings, holds = [] } = draft;
  const rest = credited - amount;
  return {
    ...draft,
    postings: mergePostings([
      ...postings.filter((one) => one.account !== wallet.account || one.bucket !== bucket),
      posting(wallet, rest, bucket),
      posting(to, amount),
    ]),
    holds:
      bucket === "available"
        ? holds
        : holds
            .map((one) =>
              one.account === wallet.account && one.change > 0n
                ? { ...one, change: one.change - amount }
                : one,
            )
            .filter(({ change }) => change !== 0n),
  };
}
