import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import { fail, SvcError, Unauthenticated } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { ibanOf } from "../ledger/iban.ts";
import { EMPTY, newAccount, openingWrites, walletOpened } from "../ledger/opening.ts";
import * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { UnsupportedAsset, WalletExists } from "./errors.ts";
import type { Wallet } from "./schema.ts";

/** Opens wallets at their owner's request. An entry opens the wallets that it needs by itself (`opens` of `Ledger.post`). */

/** The owner of a new wallet. */
type Owner = Pick<UserActor, "userId"> & Partial<Pick<UserActor, "mode">>;

/** Returns the asset of a symbol. @throws UNSUPPORTED_ASSET */
export function assetOf(assetSymbol: string): Assets.Asset {
  const asset = Assets.find(assetSymbol);
  if (asset) return asset;
  const supported = Assets.list().map((one) => one.symbol);
  const message = text(
    `must be one of ${supported.join(", ")}`,
    `doit être une de ces valeurs : ${supported.join(", ")}`,
  );
  throw fail(UnsupportedAsset, {
    details: { fields: [{ field: "assetSymbol", message }], assetSymbol, supported },
  });
}

interface Opening {
  /** Checked by the caller; empty if there is none. */
  readonly publicAddress?: string;
  readonly label?: string | undefined;
  readonly claim?: Idempotency.Claim<Wallet> | undefined;
  /** Further writes of the same transaction. */
  readonly beside?: readonly Table.Write[];
}

/**
 * Opens the owner's wallet of an asset.
 * @throws WALLET_EXISTS, WALLET_LIMIT_REACHED, UNAUTHORIZED if the owner's account is closed, and the errors of `beside`
 */
export async function open(
  { userId, mode = "live" }: Owner,
  asset: Assets.Asset,
  { publicAddress = "", label, claim, beside = [] }: Opening = {},
): Promise<Wallet> {
  const id = walletId(mode, userId, asset.symbol);
  const createdAt = Clock.nowIso();
  const ref = walletRef(id);
  const iban = ibanOf(ref);
  const wallet: Wallet = {
    id,
    asset,
    available: 0n,
    held: 0n,
    owed: 0n,
    publicAddress,
    iban,
    label,
    createdAt,
  };
  await Table.commit([
    ...Idempotency.recordWrites(claim, wallet),
    ...beside,
    {
      put: newAccount(ref, EMPTY, { publicAddress, createdAt, ...(label !== undefined && { label }) }),
      where: Where.absent,
      onConditionFailed: () => fail(WalletExists, { details: { assetSymbol: asset.symbol } }),
    },
    ...openingWrites([ref], () => fail(Unauthenticated)),
    ...walletOpened(ref, EMPTY, wallet),
  ]);
  return wallet;
}

/**
 * Opens the owner's wallet of an asset if it does not exist, before a deposit that the owner requested.
 * @returns whether it was opened now
 * @throws UNSUPPORTED_ASSET, WALLET_LIMIT_REACHED
 */
export async function ensure(owner: Owner, assetSymbol: string): Promise<boolean> {
  try {
    await open(owner, assetOf(assetSymbol));
    return true;
  } catch (error) {
    if (error instanceof SvcError && error.is(WalletExists)) return false;
    throw error;
  }
}
