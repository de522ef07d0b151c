import type * as z from "zod";
import { checkAdministrator, type UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { money } from "../kernel/assets/schema.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { list as listOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { modeOf, parseWalletId, systemRef, type WalletName, walletOf } from "./accounts.ts";
import { debt, debtor } from "./entity.ts";
import { type DebtCause, debtIncurred, debtSettled } from "./events.ts";
import type { AccountRef, Posting } from "./schema.ts";

/**
 * Debts: what users owe, because money was taken back that they had spent already. The ledger's `receivable`
 * has the sum of them; here is whose they are. What comes to a debtor from outside pays the debt first: the
 * ledger sees to it where an entry is `collecting`.
 */

const holderOf = ({ account, asset }: AccountRef): WalletName => {
  const parsed = parseWalletId(walletOf(account) ?? "");
  if (parsed?.asset !== asset) throw new TypeError(`${account} is not a user's account of ${asset}`);
  return parsed;
};

/**
 * The key of what the holder of a wallet owes of its asset.
 * @throws TypeError when the account is no user's
 */
export const keyOf = (wallet: AccountRef): Key => debt.key(holderOf(wallet));

/** What somebody owes of one asset. */
export type Debt = z.output<typeof debt.schema>;

/** The keys of all that somebody may owe: only money is ever taken back. */
export const keysOf = ({ mode, userId }: Pick<WalletName, "mode" | "userId">): Key[] =>
  money.map((asset) => debt.key({ mode, userId, asset }));

/** What of the items is owed. */
export const debtsOf = (items: readonly (Table.Item | undefined)[]): Debt[] =>
  items.flatMap((item) => (item ? [debt.parse(item)] : [])).filter(({ owedMinor }) => owedMinor > 0n);

/** What somebody owes now. */
export const ofUser = async (owner: Pick<WalletName, "mode" | "userId">): Promise<Debt[]> =>
  debtsOf(await Table.getMany(keysOf(owner)));

/** An amount of an asset as a person reads it: "12.00 EUR". */
export const inWords = ({ asset, owedMinor }: Pick<Debt, "asset" | "owedMinor">): string =>
  `${Assets.format(owedMinor, asset)} ${asset}`;

/** What an item says is owed; nothing where there is none. */
export const owedOf = (item: Table.Item | undefined): BaseUnits => (item ? debt.parse(item).owedMinor : 0n);

/** What the holder of a wallet owes of its asset now. */
export const owed = async (wallet: AccountRef): Promise<BaseUnits> => owedOf(await Table.get(keyOf(wallet)));

/**
 * The writes that add to what a holder owes, for the transaction that takes the money; none of nothing. Never
 * refused.
 */
export const owing = (
  wallet: AccountRef,
  amount: BaseUnits,
  cause: DebtCause = "returned",
): readonly Table.Write[] =>
  amount === 0n
    ? []
    : [
        {
          update: keyOf(wallet),
          set: { ...holderOf(wallet) },
          add: { owedMinor: amount },
        },
        { put: debtor.item(holderOf(wallet)) },
        Outbox.write(debtIncurred, {
          ...holderOf(wallet),
          amount: Assets.format(amount, wallet.asset),
          cause,
        }),
      ];

/** What of a credit pays what its receiver owes. */
export interface Settlement {
  readonly settled: BaseUnits;
  /** What comes to `receivable` instead of the wallet. */
  readonly paid: Posting;
  /** Refused where less is owed by now: the draft is to be made again. */
  readonly writes: readonly Table.Write[];
}

/** How a credit pays what its receiver owes. The ledger's own: others ask it to be `collecting`. */
export function sharing(to: AccountRef, amount: BaseUnits, debtMinor: BaseUnits): Settlement {
  const settled = debtMinor < amount ? debtMinor : amount;
  const { asset } = to;
  return {
    settled,
    paid: {
      ...systemRef(modeOf(to.account), "receivable", asset),
      bucket: "available",
      amount: settled,
    },
    writes: [paying(to, settled), told(to, settled, debtMinor - settled)],
  };
}

const told = (wallet: AccountRef, settled: BaseUnits, left: BaseUnits): Table.Write =>
  Outbox.write(debtSettled, {
    ...holderOf(wallet),
    amount: Assets.format(settled, wallet.asset),
    owed: Assets.format(left, wallet.asset),
  });

const paying = (wallet: AccountRef, amount: BaseUnits): Table.Write => ({
  update: keyOf(wallet),
  add: { owedMinor: -amount },
  where: Where.atLeast("owedMinor", amount),
});

/** Where a page of all debtors ends. */
const placeOf = ({ userId, asset }: Pick<Debt, "userId" | "asset">): string => `${userId}:${asset}`;

function keyAt(mode: Debt["mode"], place: string): Key {
  const [userId = "", asset = ""] = place.split(":");
  return debtor.key({ mode, userId, asset });
}

/**
 * Everything that is owed in a ledger, page by page. A page may be shorter than was asked for, even empty, and
 * have a next one: those who have paid are looked at too.
 * @param after the next of the page before
 * @throws FORBIDDEN
 */
export async function list(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<{ readonly items: Debt[]; readonly next: string | undefined }> {
  checkAdministrator(actor);
  const key = after === undefined ? undefined : keyAt(actor.mode, after);
  const { items, next } = await listOf(debtor, { mode: actor.mode }, { limit, after: key });
  return {
    items: debtsOf(await Table.getMany(items.map((one) => debt.key(one)))),
    next: next && placeOf(next),
  };
}
