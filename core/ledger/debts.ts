import type * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import { money } from "../kernel/assets/schema.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Money from "../kernel/money/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type { Key } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { modeOf, parseWalletId, systemRef, type WalletName, walletOf } from "./accounts.ts";
import { debt } from "./entity.ts";
import { debtIncurred, debtSettled } from "./events.ts";
import type { AccountRef, Posting } from "./schema.ts";

/**
 * Debts: what users owe, because money was taken back that they had spent already. The ledger's `receivable`
 * has the sum of them; here is whose they are. What comes to a debtor from outside, by a payment or by the
 * bank, pays the debt first.
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

const wholeUnits = ({ asset }: Pick<AccountRef, "asset">, amount: BaseUnits): string =>
  Money.format(amount, Assets.get(asset).decimals);

/** An amount of an asset as a person reads it: "12.00 EUR". */
export const inWords = ({ asset, owedMinor }: Pick<Debt, "asset" | "owedMinor">): string =>
  `${wholeUnits({ asset }, owedMinor)} ${asset}`;

/** What an item says is owed; nothing where there is none. */
export const owedOf = (item: Table.Item | undefined): BaseUnits => (item ? debt.parse(item).owedMinor : 0n);

/** What the holder of a wallet owes of its asset now. */
export const owed = async (wallet: AccountRef): Promise<BaseUnits> => owedOf(await Table.get(keyOf(wallet)));

/**
 * The writes that add to what a holder owes, for the transaction that takes the money; none of nothing. Never
 * refused.
 */
export const owing = (wallet: AccountRef, amount: BaseUnits): readonly Table.Write[] =>
  amount === 0n
    ? []
    : [
        {
          update: keyOf(wallet),
          set: { ...holderOf(wallet) },
          add: { owedMinor: amount },
        },
        Outbox.write(debtIncurred, { ...holderOf(wallet), amount: wholeUnits(wallet, amount) }),
      ];

/** How a credit is shared between its receiver's wallet and what he owes. */
export interface Credit {
  /** How much of it pays what is owed. */
  readonly settled: BaseUnits;
  /** They sum to the credit; the wallet is not among them where nothing is left for it. */
  readonly postings: readonly Posting[];
  /** Refused where less is owed by now: the draft is to be made again. */
  readonly writes: readonly Table.Write[];
  /** For the end of the entry's reason: nothing, or how much of it pays what is owed. */
  readonly said: string;
}

/**
 * Shares a credit. What its receiver does not owe yet when the entry is made is not collected: the next
 * credit does.
 * @param item what stands at `keyOf(to)`
 */
export function crediting(to: AccountRef, amount: BaseUnits, item: Table.Item | undefined): Credit {
  return sharing(to, amount, owedOf(item));
}

/** As `crediting`, of a debt that is known. */
export function sharing(to: AccountRef, amount: BaseUnits, debtMinor: BaseUnits): Credit {
  const settled = debtMinor < amount ? debtMinor : amount;
  const { asset } = to;
  const receivable = systemRef(modeOf(to.account), "receivable", asset).account;
  const free = (account: string, part: BaseUnits): Posting[] =>
    part > 0n ? [{ account, asset, bucket: "available", amount: part }] : [];
  return {
    settled,
    postings: [...free(to.account, amount - settled), ...free(receivable, settled)],
    writes: settled > 0n ? [paying(to, settled), told(to, settled, debtMinor - settled)] : [],
    said: settled > 0n ? `, of which ${inWords({ asset, owedMinor: settled })} pay what was owed` : "",
  };
}

const told = (wallet: AccountRef, settled: BaseUnits, left: BaseUnits): Table.Write =>
  Outbox.write(debtSettled, {
    ...holderOf(wallet),
    amount: wholeUnits(wallet, settled),
    owed: wholeUnits(wallet, left),
  });

const paying = (wallet: AccountRef, amount: BaseUnits): Table.Write => ({
  update: keyOf(wallet),
  add: { owedMinor: -amount },
  where: Where.atLeast("owedMinor", amount),
});
