import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../debts.ts";
import { walletAccount } from "../entity.ts";
import { type Wallet, walletItem } from "./schema.ts";

/**
 * The actor's wallets, in the order of the assets, without what they are worth: nothing here waits for a
 * price.
 */
export async function owned({ userId, mode }: Pick<UserActor, "userId" | "mode">): Promise<Wallet[]> {
  const keys = Assets.list().map(({ symbol }) => walletAccount.key({ userId, mode, asset: symbol }));
  const items = await Table.getMany([...keys, ...Debts.keysOf({ userId, mode })]);
  const owed = Debts.debtsOf(items.slice(keys.length));
  const of = (item: Table.Item) => owed.find(({ asset }) => asset === item["asset"])?.owedMinor ?? 0n;
  return items.slice(0, keys.length).flatMap((item) => (item ? [toWallet(item, of(item))] : []));
}

/** The wallet that an item is. @param owed what its owner owes of the asset */
export function toWallet(item: Table.Item, owed: BaseUnits): Wallet {
  const {
    walletId: id,
    asset,
    available,
    held,
    publicAddress,
    iban,
    label,
    createdAt,
  } = walletItem.parse(item);
  return { id, asset: Assets.get(asset), available, held, owed, publicAddress, iban, label, createdAt };
}
