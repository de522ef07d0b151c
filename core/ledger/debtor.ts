import { fail } from "../kernel/errors.ts";
import type { Key } from "../platform/table/entity.ts";
import { accountOf, parseWalletId, walletOf } from "./accounts.ts";
import { type Debt, debtsOf, inWords, keysOf, sharing } from "./debts.ts";
import type { Draft, Request, Snapshot } from "./draft.ts";
import { AccountInDebt } from "./errors.ts";
import type { Posting } from "./schema.ts";

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
  const sums = own.map(inWords).join(" and ");
  const assets = own.map(({ asset }) => asset).join(" or ");
  throw fail(AccountInDebt, {
    message:
      `You owe ${sums}, which was taken back when you had spent it. Until that is settled, nothing else can leave ` +
      `this account. Pay in ${assets}, or swap into ${assets}: what comes in settles it first.`,
    details: { owed: Object.fromEntries(own.map((one) => [one.asset, inWords(one).split(" ")[0]])) },
  });
}

/** The draft with what comes to a debtor paying what he owes of it first. */
export const settling = <T>(draft: Draft<T>, debts: readonly Debt[]): Draft<T> =>
  debts.reduce(settled, draft);

function settled<T>(draft: Draft<T>, debt: Debt): Draft<T> {
  const wallet = accountOf(debt, debt.asset);
  const isFree = ({ account, bucket }: Posting) => account === wallet.account && bucket === "available";
  const gained = draft.postings.filter(isFree).reduce((sum, { amount }) => sum + amount, 0n);
  if (gained <= 0n) return draft;
  const { postings, writes, said, settled: amount } = sharing(wallet, gained, debt.owedMinor);
  const { extraWrites = [] } = draft;
  return {
    ...draft,
    postings: [...draft.postings.filter((one) => !isFree(one)), ...postings],
    reason: draft.reason + said,
    settled: new Map(draft.settled).set(wallet.account, amount),
    extraWrites: (after) => [
      ...(typeof extraWrites === "function" ? extraWrites(after) : extraWrites),
      ...writes,
    ],
  };
}
