import type { UserActor } from "../identity/actor.ts";
import { assertUnchanged } from "../identity/stamp.ts";
import { fail } from "../kernel/errors.ts";
import type { Owner } from "../kernel/mode.ts";
import { type WalletName, walletRef } from "../ledger/accounts.ts";
import { walletAccount } from "../ledger/entity.ts";
import * as Ledger from "../ledger/index.ts";
import type * as Idempotency from "../platform/idempotency/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import { checkAddress } from "./address.ts";
import { WalletNotFound } from "./errors.ts";
import { assetOf, open } from "./opening.ts";
import { ownWallet, toWallet } from "./owned.ts";
import type { Wallet, WalletDetail } from "./schema.ts";

/** Wallets (spec 2, sections 2.1 and 4.1): a user's view of the ledger, one per asset. */

/** The number of transactions that a wallet shows. */
const LATEST = 50;

/**
 * Opens a wallet. An address requires that the account's owner has not changed, because withdrawals go there.
 * @throws UNSUPPORTED_ASSET, INVALID_ADDRESS, WALLET_EXISTS, WALLET_LIMIT_REACHED; UNAUTHORIZED if the account was
 *   handed over or its credentials changed concurrently
 */
export async function create(
  actor: UserActor,
  {
    assetSymbol,
    publicAddress,
    label,
  }: {
    readonly assetSymbol: string;
    readonly publicAddress?: string | undefined;
    readonly label?: string | undefined;
  },
  claim?: Idempotency.Claim<Wallet>,
): Promise<Wallet> {
  const asset = assetOf(assetSymbol);
  if (publicAddress === undefined) return open(actor, asset, { label, claim });
  const address = checkAddress(asset.network, publicAddress);
  return open(actor, asset, { publicAddress: address, label, claim, beside: [assertUnchanged(actor)] });
}

/**
 * Returns a wallet of the actor with its latest transactions.
 * @throws WALLET_NOT_FOUND, also for another user's wallet
 */
export async function fromId(actor: UserActor, id: string): Promise<WalletDetail> {
  const named = ownWallet(actor, id);
  const [[item, debt], transactions] = await Promise.all([
    Table.getMany(keysOf(named, id)),
    Ledger.history(id, LATEST),
  ]);
  if (!item) throw fail(WalletNotFound);
  const { totalDeposits, totalWithdrawals, transactionCount } = walletAccount.parse(item);
  return {
    wallet: toWallet(item, Debts.debtsOf([debt])),
    transactions,
    stats: { totalDeposits, totalWithdrawals, transactionCount: Number(transactionCount) },
  };
}

/** Returns the inputs of `fromId`. @throws WALLET_NOT_FOUND */
export const fromIdReads = (owner: Owner, id: string): Table.Reads => ({
  keys: keysOf(ownWallet(owner, id), id),
  ranges: [Ledger.latest(id, LATEST)],
});

const keysOf = (named: WalletName, id: string): Table.Key[] => [
  walletAccount.key(named),
  Debts.keyOf(walletRef(id)),
];
