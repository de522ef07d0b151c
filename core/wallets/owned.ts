import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import type { Owner } from "../kernel/mode.ts";
import { accountOf, parseWalletId, type WalletName, walletKey, walletRef } from "../ledger/accounts.ts";
import { walletAccount } from "../ledger/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Debts from "../policy/debts.ts";
import { WalletNotFound } from "./errors.ts";
import type { Wallet } from "./schema.ts";

/** Parses the id of one of the owner's wallets, which may not be open. @throws WALLET_NOT_FOUND, also for another user's wallet */
export function ownWallet({ userId, mode }: Owner, id: string): WalletName {
  const named = parseWalletId(id);
  if (!named || named.userId !== userId || named.mode !== mode) throw fail(WalletNotFound);
  return named;
}

/** Returns the actor's wallets, in the order of the assets, without their worth, which would need prices. */
export async function owned({ userId, mode }: Pick<UserActor, "userId" | "mode">): Promise<Wallet[]> {
  const items = await Table.getMany(ownedKeys({ userId, mode }));
  const { length } = Assets.list();
  const debts = Debts.debtsOf(items.slice(length));
  return items.slice(0, length).flatMap((item) => (item ? [toWallet(item, debts)] : []));
}

/** Returns the inputs of `owned`: the user's account and debt of each asset. */
export const ownedKeys = ({ userId, mode }: Owner): Table.Key[] => [
  ...Assets.list().map(({ symbol }) => walletAccount.key({ userId, mode, asset: symbol })),
  ...Debts.keysOf({ userId, mode }),
];

/** Parses the item of a wallet. @param debts the debts of its owner */
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
 * Returns the writes that remove the public addresses of a user's wallets if they are unchanged, since they
 * belong to a former owner of the account.
 */
export async function addressRemovalWrites(owner: Owner): Promise<Table.Write[]> {
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
    // A wallet that is opened concurrently may have an address, too.
    ...missing.map(({ symbol }) => ({ check: walletKey(accountOf(owner, symbol)), where: Where.absent })),
  ];
}
