import { fail, type SvcError } from "../kernel/errors.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import type { Key } from "../platform/table/entity.ts";
import { accountOf, parseWalletId, walletOf } from "./accounts.ts";
import { type Debt, debtsOf, inWords, keysOf, sharing } from "./debts.ts";
import type { Draft, Request, Snapshot } from "./draft.ts";
import { AccountInDebt } from "./errors.ts";
import type { AccountRef, Bucket, HoldChange, Posting } from "./schema.ts";

/**
 * Debtors in the ledger. Who owes money gives none away and changes none into anything else, but into what he
 * owes; and what comes to him pays it first. His debts are read with whatever else an entry depends on.
 */

const ownerOf = (account: string) => parseWalletId(walletOf(account) ?? "");

/** The request with the debts of the owners of those accounts behind its own reads. */
export function minding<T>(request: Request<T>, accounts: readonly string[]): Request<T> {
  if (!request.spending && !request.collecting) return request;
  const keys = new Map<string, Key>();
  for (const owner of accounts.map(ownerOf))
    for (const key of owner ? keysOf(owner) : []) keys.set(`${key.pk} ${key.sk}`, key);
  return { ...request, reads: [...(request.reads ?? []), ...keys.values()] };
}

/** What was read for the caller, and what the users of the entry owe. */
export function parted<T>({ reads = [] }: Request<T>, snapshot: Snapshot): [Snapshot, readonly Debt[]] {
  const items = snapshot.items.slice(0, reads.length);
  return [{ ...snapshot, items }, debtsOf(snapshot.items.slice(reads.length))];
}

/** @throws ACCOUNT_IN_DEBT */
export function refuseDebtor<T>({ initiator, spending }: Request<T>, debts: readonly Debt[]): void {
  const owner = ownerOf(initiator ?? "");
  const own = debts.filter(({ userId, mode }) => userId === owner?.userId && mode === owner.mode);
  if (!spending || own.length === 0) return;
  if (spending !== true && own.some(({ asset }) => asset === spending.into)) return;
  throw inDebt(own);
}

/** The refusal that names what is owed, and what to do. */
export function inDebt(own: readonly Debt[]): SvcError {
  const sums = own.map(inWords);
  const assets = own.map(({ asset }) => asset);
  const each = text(assets.join(" or "), assets.join(" ou "));
  return fail(AccountInDebt, {
    message: text(
      `You owe ${sums.join(" and ")}, which was taken back when you had spent it. Until that is settled, nothing else can leave ` +
        `this account. Pay in ${each.en}, or swap into ${each.en}: what comes in settles it first.`,
      `Vous devez ${sums.join(" et ")}, repris après que vous l'avez dépensé. Tant que ce n'est pas réglé, rien d'autre ne peut ` +
        `sortir de ce compte. Versez ou échangez vers ${each.fr} : ce qui arrive le règle d'abord.`,
    ),
    details: { owed: Object.fromEntries(own.map((one) => [one.asset, inWords(one).split(" ")[0]])) },
  });
}

/** The draft with what comes to a debtor paying what he owes of it first. */
export const settling = <T>(draft: Draft<T>, debts: readonly Debt[]): Draft<T> =>
  debts.reduce(settled, draft);

function settled<T>(draft: Draft<T>, debt: Debt): Draft<T> {
  const wallet = accountOf(debt, debt.asset);
  const gained = gainOf(draft, wallet);
  if (!gained) return draft;
  const { paid, writes, settled: amount } = sharing(wallet, gained.amount, debt.owedMinor);
  const { postings, holds = [], extraWrites = [] } = draft;
  const isGained = ({ account, bucket }: Posting) => account === wallet.account && bucket === gained.bucket;
  const left = { ...wallet, bucket: gained.bucket, amount: gained.amount - amount };
  return {
    ...draft,
    postings: [...postings.filter((one) => !isGained(one)), ...(left.amount > 0n ? [left] : []), paid],
    holds: gained.bucket === "held" ? lessOf(holds, wallet, amount) : holds,
    settled: new Map(draft.settled).set(wallet.account, amount),
    extraWrites: (after) => [
      ...(typeof extraWrites === "function" ? extraWrites(after) : extraWrites),
      ...writes,
    ],
  };
}

/**
 * What an entry brings to a wallet, free or under a hold that it opens; undefined where that is nothing. What
 * merely becomes free counts, and what is merely held from now on does not.
 */
export function gainOf(
  { postings }: Pick<Draft<unknown>, "postings">,
  { account }: AccountRef,
): Pick<Posting, "bucket" | "amount"> | undefined {
  const sumOf = (bucket: Bucket) =>
    postings
      .filter((one) => one.account === account && one.bucket === bucket)
      .reduce((sum, { amount }) => sum + amount, 0n);
  const [free, held] = [sumOf("available"), sumOf("held")];
  if (free > 0n) return { bucket: "available", amount: free };
  return free === 0n && held > 0n ? { bucket: "held", amount: held } : undefined;
}

/** Holds of which the one that the entry opens for the wallet is smaller; gone where nothing is left of it. */
export const lessOf = (
  holds: readonly HoldChange[],
  { account }: AccountRef,
  amount: BaseUnits,
): HoldChange[] =>
  holds
    .map((one) =>
      one.account === account && one.change > 0n ? { ...one, change: one.change - amount } : one,
    )
    .filter(({ change }) => change !== 0n);
