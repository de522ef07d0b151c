import { fail, type SvcError } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { accountOf, modeOf, parseWalletId, systemRef, walletOf } from "../ledger/accounts.ts";
import { type Draft, resolveWrites } from "../ledger/draft.ts";
import type { Policy } from "../ledger/post.ts";
import type { Key } from "../platform/table/entity.ts";
import { creditOf, redirectCredit } from "./credits.ts";
import { type Debt, debtsOf, format, keysOf, paymentWrites } from "./debts.ts";
import { AccountInDebt } from "./errors.ts";

export interface DebtOptions {
  /**
   * Rejects the entry if the initiator's owner has a debt: money must neither leave nor change its form. A swap
   * `into` an asset that is owed is allowed, since it pays the debt.
   */
  readonly rejectIfInDebt?: true | { readonly into: string };
  /**
   * Pays the debts of credited users first, from money that becomes available or that the entry reserves. A debt
   * created after the entry was planned is paid by the next credit. `rejectIfInDebt` implies it.
   */
  readonly payDebtsFirst?: boolean;
}

/** Debtors send nothing, and credits pay debts first. */
export const debtPolicy: Policy<DebtOptions, { readonly debts?: readonly Key[] }> = {
  name: "debts",

  reads({ rejectIfInDebt, payDebtsFirst }, accounts) {
    if (!rejectIfInDebt && !payDebtsFirst) return {};
    const keys = new Map<string, Key>();
    for (const owner of accounts.map(ownerOf))
      for (const key of owner ? keysOf(owner) : []) keys.set(`${key.pk} ${key.sk}`, key);
    return { debts: [...keys.values()] };
  },

  check({ request: { initiator, rejectIfInDebt }, items }) {
    const owner = ownerOf(initiator ?? "");
    const own = debtsOf(items.debts ?? []).filter(
      ({ userId, mode }) => userId === owner?.userId && mode === owner.mode,
    );
    if (!rejectIfInDebt || own.length === 0) return;
    if (rejectIfInDebt !== true && own.some(({ asset }) => asset === rejectIfInDebt.into)) return;
    throw accountInDebt(own);
  },

  apply: (draft, { items }) => settleDebts(draft, debtsOf(items.debts ?? [])),
};

const ownerOf = (account: string) => parseWalletId(walletOf(account) ?? "");

/** Returns the error that names the debts and what the user can do. */
export function accountInDebt(own: readonly Debt[]): SvcError {
  const sums = own.map(format);
  const assets = own.map(({ asset }) => asset);
  const each = text(assets.join(" or "), assets.join(" ou "));
  return fail(AccountInDebt, {
    message: text(
      `You owe ${sums.join(" and ")}, which was taken back when you had spent it. Until that is settled, nothing else can leave ` +
        `this account. Pay in ${each.en}, or swap into ${each.en}: what comes in settles it first.`,
      `Vous devez ${sums.join(" et ")}, repris après que vous l'avez dépensé. Tant que ce n'est pas réglé, rien d'autre ne peut ` +
        `sortir de ce compte. Versez ou échangez vers ${each.fr} : ce qui arrive le règle d'abord.`,
    ),
    details: { owed: Object.fromEntries(own.map((one) => [one.asset, format(one).split(" ")[0]])) },
  });
}

/** Returns the draft with its credits to debtors paying their debts first. */
export const settleDebts = <T>(draft: Draft<T>, debts: readonly Debt[]): Draft<T> =>
  debts.reduce(settleDebt, draft);

function settleDebt<T>(draft: Draft<T>, debt: Debt): Draft<T> {
  const wallet = accountOf(debt, debt.asset);
  const credit = creditOf(draft, wallet);
  if (!credit) return draft;
  const amount = debt.owedMinor < credit.amount ? debt.owedMinor : credit.amount;
  const receivable = systemRef(modeOf(wallet.account), "receivable", wallet.asset);
  return {
    ...redirectCredit(draft, wallet, credit, receivable, amount),
    settled: new Map(draft.settled).set(wallet.account, amount),
    extraWrites: (after) => [
      ...resolveWrites(draft.extraWrites, after),
      ...paymentWrites(wallet, amount, debt.owedMinor),
    ],
  };
}
