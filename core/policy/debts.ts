import type * as z from "zod";
import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { fail, type SvcError } from "../kernel/errors.ts";
import type { Mode } from "../kernel/mode.ts";
import { type BaseUnits, money } from "../kernel/money/index.ts";
import { text } from "../kernel/texts/index.ts";
import {
  accountOf,
  modeOf,
  parseWalletId,
  systemRef,
  type WalletName,
  walletOf,
} from "../ledger/accounts.ts";
import { type Draft, resolveWrites } from "../ledger/draft.ts";
import type { Policy } from "../ledger/post.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { list as listOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { creditOf, redirectCredit } from "./credits.ts";
import { debt, debtor } from "./entity.ts";
import { AccountInDebt } from "./errors.ts";

/**
 * Debts: money that a user owes, because it was taken back after the user had spent it, or because a merchant charged a
 * card with more than was available. The system account `receivable` has their sum as a negative balance.
 */

/** A user's debt in one asset. */
export type Debt = z.output<typeof debt.schema>;

/** The user whose debts are read. */
type Owner = Pick<WalletName, "mode" | "userId">;

/** @throws TypeError if the account is not a user's */
const ownerOf = ({ account, asset }: AccountRef): WalletName => {
  const parsed = parseWalletId(walletOf(account) ?? "");
  if (parsed?.asset !== asset) throw new TypeError(`${account} is not a user's account of ${asset}`);
  return parsed;
};

/**
 * Returns the key of the debt that the owner of a wallet has in its asset.
 * @throws TypeError if the account is not a user's
 */
export const keyOf = (wallet: AccountRef): Key => debt.key(ownerOf(wallet));

/** Returns the keys of all debts that a user can have. Debts exist only in currencies. */
export const keysOf = ({ mode, userId }: Owner): Key[] =>
  money.map((asset) => debt.key({ mode, userId, asset }));

/** Parses the debts among items; a debt of zero is none. */
export const debtsOf = (items: readonly (Table.Item | undefined)[]): Debt[] =>
  items.flatMap((item) => (item ? [debt.parse(item)] : [])).filter(({ owedMinor }) => owedMinor > 0n);

export const ofUser = async (owner: Owner): Promise<Debt[]> => debtsOf(await Table.getMany(keysOf(owner)));

/** Formats a debt for people: "12.00 EUR". */
export const format = ({ asset, owedMinor }: Pick<Debt, "asset" | "owedMinor">): string =>
  `${Assets.format(owedMinor, asset)} ${asset}`;

/** Returns the amount owed by an item, in base units; zero without an item. */
export const owedOf = (item: Table.Item | undefined): BaseUnits => (item ? debt.parse(item).owedMinor : 0n);

/** Reads the debt that the owner of a wallet has in its asset, in base units. */
export const owed = async (wallet: AccountRef): Promise<BaseUnits> => owedOf(await Table.get(keyOf(wallet)));

/** Returns the writes that add a debt, for the transaction that takes the money; none for zero. They cannot fail. */
export const debtWrites = (
  wallet: AccountRef,
  amount: BaseUnits,
  cause: DebtCause = "returned",
): readonly Table.Write[] =>
  amount === 0n
    ? []
    : [
        { update: keyOf(wallet), set: { ...ownerOf(wallet) }, add: { owedMinor: amount } },
        { put: debtor.item(ownerOf(wallet)) },
        Outbox.write(debtIncurred, {
          ...ownerOf(wallet),
          amount: Assets.format(amount, wallet.asset),
          cause,
        }),
      ];

/**
 * Returns the writes that pay an amount of a debt, and the event. They fail if the debt has become smaller: the
 * entry's draft is made again.
 * @param owedMinor the debt before the payment, in base units
 */
export const paymentWrites = (
  wallet: AccountRef,
  amount: BaseUnits,
  owedMinor: BaseUnits,
): readonly Table.Write[] => [
  { update: keyOf(wallet), add: { owedMinor: -amount }, where: Where.atLeast("owedMinor", amount) },
  Outbox.write(debtSettled, {
    ...ownerOf(wallet),
    amount: Assets.format(amount, wallet.asset),
    owed: Assets.format(owedMinor - amount, wallet.asset),
  }),
];

function keyFromCursor(mode: Debt["mode"], cursor: string): Key {
  const [userId = "", asset = ""] = cursor.split(":");
  return debtor.key({ mode, userId, asset });
}

/**
 * Lists all debts of a ledger, page by page. A page may be shorter than its limit, even empty, and still have a
 * next page, since it skips debtors who have paid.
 * @param after the `next` of the previous page
 * @throws FORBIDDEN
 */
export async function list(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ readonly items: Debt[]; readonly next: string | undefined }> {
  checkAdministrator(actor);
  const key = after === undefined ? undefined : keyFromCursor(actor.mode, after);
  const { items, next } = await listOf(debtor, { mode: actor.mode }, { limit, after: key });
  return {
    items: debtsOf(await Table.getMany(items.map((one) => debt.key(one)))),
    next: next && `${next.userId}:${next.asset}`,
  };
}

export interface DebtOptions {
  /**
   * Rejects the entry if the initiator's owner has a debt: money must neither leave nor be exchanged. A swap
   * `into` an asset that is owed is allowed, since it pays the debt.
   */
  readonly rejectIfInDebt?: true | { readonly into: string };
  /**
   * Pays the debts of credited users first, from money that becomes available or that the entry reserves. A debt
   * created after the entry was planned is paid by the next credit. `rejectIfInDebt` implies it.
   */
  readonly payDebtsFirst?: boolean;
}

/** Rejects entries that debtors initiate, and pays debts first from credits. */
export const debtPolicy: Policy<DebtOptions, { readonly debts?: readonly Key[] }> = {
  name: "debts",

  reads({ rejectIfInDebt, payDebtsFirst }, accounts) {
    if (!rejectIfInDebt && !payDebtsFirst) return {};
    const keys = new Map<string, Key>();
    for (const owner of accounts.map(walletNamed))
      for (const key of owner ? keysOf(owner) : []) keys.set(`${key.pk} ${key.sk}`, key);
    return { debts: [...keys.values()] };
  },

  check({ request: { initiator, rejectIfInDebt }, items }) {
    const owner = walletNamed(initiator ?? "");
    const own = debtsOf(items.debts ?? []).filter(
      ({ userId, mode }) => userId === owner?.userId && mode === owner.mode,
    );
    if (!rejectIfInDebt || own.length === 0) return;
    if (rejectIfInDebt !== true && own.some(({ asset }) => asset === rejectIfInDebt.into)) return;
    throw accountInDebt(own);
  },

  apply: (draft, { items }) => settleDebts(draft, debtsOf(items.debts ?? [])),
};

const walletNamed = (account: string) => parseWalletId(walletOf(account) ?? "");

/** Returns the error that states the debts and how the user can pay them. */
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

/** Events of a user's debts; the user is notified. Amounts are decimal strings in whole units. */

interface DebtEvent {
  readonly mode: Mode;
  readonly userId: string;
  readonly asset: string;
}

/** Causes of a debt: money was taken back after it was spent, or a merchant took more than was available. */
export const debtCauses = ["returned", "purchase"] as const;
export type DebtCause = (typeof debtCauses)[number];

/** A debt of `amount` was added. */
export const debtIncurred = Outbox.define<
  DebtEvent & { readonly amount: string; readonly cause: DebtCause }
>()("debt-incurred", "QUEUE_URL_NOTIFICATIONS");

/** A credit paid `amount` of a debt, and `owed` of it is left. */
export const debtSettled = Outbox.define<DebtEvent & { readonly amount: string; readonly owed: string }>()(
  "debt-settled",
  "QUEUE_URL_NOTIFICATIONS",
);
