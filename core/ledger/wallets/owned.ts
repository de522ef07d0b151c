import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { walletAccount } from "../entity.ts";
import { type Wallet, walletItem } from "./schema.ts";

/**
 * The actor's wallets, in the order of the assets, without what they are worth: nothing here waits for a
 * price.
 */
export async function owned({ userId, mode }: Pick<UserActor, "userId" | "mode">): Promise<Wallet[]> {
  const keys = Assets.list().map(({ symbol }) => walletAccount.key({ userId, mode, asset: symbol }));
  return (await Table.getMany(keys)).flatMap((item) => (item ? [toWallet(item)] : []));
}

/** The wallet that an item is. */
export function toWallet(item: Table.Item): Wallet {
  const { walletId: id, asset, available, held, publicAddress, createdAt } = walletItem.parse(item);
  return { id, asset: Assets.get(asset), available, held, publicAddress, createdAt };
}
