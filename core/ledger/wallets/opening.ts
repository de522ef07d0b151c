import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { walletId, walletRef } from "../accounts.ts";
import * as Ledger from "../index.ts";
import { walletCount } from "./entity.ts";
import { UnsupportedAsset, WalletExists, WalletLimit } from "./errors.ts";
import type { Wallet } from "./schema.ts";

/**
 * Opening wallets. Apart from the other verbs, so that what opens one on its way, as a swap does, carries none of them.
 */

/** How many wallets a user may have. */
export const MAX_WALLETS = 10;

/** Whoever a wallet is opened for. */
type Owner = Pick<UserActor, "userId">;

/** The asset of that symbol. @throws UNSUPPORTED_ASSET */
export function assetOf(assetSymbol: string): Assets.Asset {
  const asset = Assets.find(assetSymbol);
  if (asset) return asset;
  throw fail(UnsupportedAsset, {
    details: { assetSymbol, supported: Assets.list().map((one) => one.symbol) },
  });
}

/**
 * Opens the owner's wallet of an asset.
 * @param publicAddress checked by the caller; empty where there is none
 * @throws WALLET_EXISTS, WALLET_LIMIT_REACHED
 */
export async function open(
  owner: Owner,
  asset: Assets.Asset,
  publicAddress: string,
  claim?: Idempotency.Claim<Wallet>,
): Promise<Wallet> {
  const wallet: Wallet = {
    id: walletId(owner.userId, asset.symbol),
    asset,
    available: 0n,
    held: 0n,
    publicAddress,
    createdAt: Clock.nowIso(),
  };
  await Table.transactPatiently(
    [
      Ledger.open(walletRef(wallet.id), {
        walletId: wallet.id,
        asset: asset.symbol,
        publicAddress,
        createdAt: wallet.createdAt,
      }),
      countOneMore(owner.userId),
      ...(claim ? [Idempotency.record(claim, wallet)] : []),
    ],
    (refused) => {
      Idempotency.rethrowIfDone(refused, 2);
      if (refused.unmet(0)) throw fail(WalletExists, { details: { assetSymbol: asset.symbol } });
      if (refused.unmet(1)) throw fail(WalletLimit);
      return undefined;
    },
  );
  return wallet;
}

/**
 * Opens the owner's wallet of an asset unless there is one: before money comes in that its owner asked for.
 * @returns whether it was opened now
 * @throws UNSUPPORTED_ASSET, WALLET_LIMIT_REACHED
 */
export async function ensure(owner: Owner, assetSymbol: string): Promise<boolean> {
  try {
    await open(owner, assetOf(assetSymbol), "");
    return true;
  } catch (error) {
    if (error instanceof SvcError && error.is(WalletExists)) return false;
    throw error;
  }
}

const countOneMore = (userId: string): Table.Write => ({
  update: {
    key: walletCount.key({ userId }),
    update: "ADD #count :one",
    condition: "attribute_not_exists(#count) OR #count < :most",
    names: { "#count": "count" },
    values: { ":one": 1, ":most": MAX_WALLETS },
  },
});
