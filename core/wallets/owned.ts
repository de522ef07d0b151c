import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import type { Owner } from "../kernel/mode.ts";
import { accountOf, walletKey, walletRef } from "../ledger/accounts.ts";
import { walletAccount } from "../ledger/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Debts from "../policy/debts.ts";
import type { Wallet } from "./schema.ts";

/**
 * The actor's wallets, in the order of the assets, without what they are worth: nothing here waits for a
 * price.
 */
export async function owned({ userId, mode }: Pick<UserActor, "userId" | "mode">): Promise<Wallet[]> {
  const items = await Table.getMany(ownedKeys({ userId, mode }));
  const { length } = Assets.list();
  const debts = Debts.debtsOf(items.slice(length));
  return items.slice(0, length).flatMap((item) => (item ? [toWallet(item, debts)] : []));
}

/** What `owned` reads: what a user may have of each asset, and what the user may owe. */
export const ownedKeys = ({ userId, mode }: Owner): Table.Key[] => [
  ...Assets.list().map(({ symbol }) => walletAccount.key({ userId, mode, asset: symbol })),
  ...Debts.keysOf({ userId, mode }),
];

/** The wallet that an item is. @param debts what its owner owes of this asset and others */
export function toWallet(item: Table.Item, debts: readonly Debts.Debt[]): Wallet {
  const {
    walletId: id,
    asset,
    available,
    held,
    publicAddress,
    iban,
    label,
    createdAt,
  } = walletAccount.parse(item);
  const owed = debts.find((debt) => debt.asset === asset)?.owedMinor ?? 0n;
  return { id, asset: Assets.get(asset), available, held, owed, publicAddress, iban, label, createdAt };
}

/**
 * The writes that take the public addresses off a user's wallets, over what was read: money from outside must
 * not go where only a former owner of the account can take it.
 */
export async function withoutAddresses(owner: Owner): Promise<Table.Write[]> {
  const opened = await owned(owner);
  const missing = Assets.list().filter(({ symbol }) => opened.every(({ asset }) => asset.symbol !== symbol));
  return [
    ...opened
      .filter(({ publicAddress }) => publicAddress !== "")
      .map(({ id, publicAddress }) => ({
        update: walletKey(walletRef(id)),
        set: { publicAddress: "" },
        where: Where.is({ publicAddress }),
      })),
    // One that is opened meanwhile may have an address, too.
    ...missing.map(({ symbol }) => ({ check: walletKey(accountOf(owner, symbol)), where: Where.absent })),
  ];
}
