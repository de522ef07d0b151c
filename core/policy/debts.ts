import type * as z from "zod";
import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { money } from "../kernel/assets/schema.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import { parseWalletId, type WalletName, walletOf } from "../ledger/accounts.ts";
import type { AccountRef } from "../ledger/schema.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { list as listOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { debt, debtor } from "./entity.ts";
import { type DebtCause, debtIncurred, debtSettled } from "./events.ts";

/**
 * Debts: money that a user owes, because it was taken back after the user had spent it. The system account
 * `receivable` holds their sum.
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

/** Returns the keys of all debts that a user can have. Only money is ever taken back. */
export const keysOf = ({ mode, userId }: Owner): Key[] =>
  money.map((asset) => debt.key({ mode, userId, asset }));

/** Parses the debts among items; a debt of zero is none. */
export const debtsOf = (items: readonly (Table.Item | undefined)[]): Debt[] =>
  items.flatMap((item) => (item ? [debt.parse(item)] : [])).filter(({ owedMinor }) => owedMinor > 0n);

/** Reads a user's debts. */
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
 * Returns the writes that pay an amount of a debt, and the event. They fail if the debt is smaller by then: the
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

/** Returns the cursor of a debt in the list of all debtors. */
const cursorOf = ({ userId, asset }: Pick<Debt, "userId" | "asset">): string => `${userId}:${asset}`;

function keyFromCursor(mode: Debt["mode"], cursor: string): Key {
  const [userId = "", asset = ""] = cursor.split(":");
  return debtor.key({ mode, userId, asset });
}

/**
 * Lists all debts of a ledger, page by page. A page may be shorter than its limit, even empty, and still have a
 * next one, since it skips debtors who have paid.
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
    next: next && cursorOf(next),
  };
}
