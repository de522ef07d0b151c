import { isStaff, type UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { envFlag } from "../../kernel/env.ts";
import { Forbidden, fail, SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { parseWalletId, systemRef, walletRef } from "../accounts.ts";
import { amountOf } from "../amount.ts";
import { walletAccount } from "../entity.ts";
import { AccountNotFound } from "../errors.ts";
import * as Ledger from "../index.ts";
import { checkAddress } from "./address.ts";
import { WalletNotFound } from "./errors.ts";
import { walletAdjusted } from "./events.ts";
import { assetOf, open } from "./opening.ts";
import { toWallet } from "./owned.ts";
import { type Adjusted, type Operation, type Wallet, type WalletDetail, walletItem } from "./schema.ts";

/** Wallets (spec 2, sections 2.1 and 4.1): a user's view of the ledger, one per asset. */

/** How many transactions a wallet's page shows. */
const LATEST = 50;

/**
 * Opens a wallet.
 * @throws UNSUPPORTED_ASSET, INVALID_ADDRESS, WALLET_EXISTS, WALLET_LIMIT_REACHED
 */
export async function create(
  actor: UserActor,
  {
    assetSymbol,
    publicAddress,
  }: { readonly assetSymbol: string; readonly publicAddress?: string | undefined },
  claim?: Idempotency.Claim<Wallet>,
): Promise<Wallet> {
  const asset = assetOf(assetSymbol);
  return open(
    actor,
    asset,
    publicAddress === undefined ? "" : checkAddress(asset.network, publicAddress),
    claim,
  );
}

/**
 * One of the actor's wallets with its latest transactions.
 * @throws WALLET_NOT_FOUND, also for somebody else's
 */
export async function fromId(actor: UserActor, id: string): Promise<WalletDetail> {
  const named = parseWalletId(id);
  if (!named || named.userId !== actor.userId || named.mode !== actor.mode) throw fail(WalletNotFound);
  const [item, transactions] = await Promise.all([
    Table.get(walletAccount.key(named)),
    Ledger.history(id, LATEST),
  ]);
  if (!item) throw fail(WalletNotFound);
  const { totalDeposits, totalWithdrawals, transactionCount } = walletItem.parse(item);
  return {
    wallet: toWallet(item),
    transactions,
    stats: { totalDeposits, totalWithdrawals, transactionCount: Number(transactionCount) },
  };
}

export interface Adjustment {
  readonly operation: Operation;
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  readonly reason: string;
}

/**
 * Deposits into a wallet or withdraws from it, against the asset's clearing account. For staff, on any
 * wallet; the owner only where `FAUCET_ENABLED=true`.
 * @throws FORBIDDEN, WALLET_NOT_FOUND, INVALID_AMOUNT, and as `Ledger.post`
 */
export async function adjust(
  actor: UserActor,
  id: string,
  { operation, amount, reason }: Adjustment,
  claim?: Idempotency.Claim<Adjusted>,
): Promise<Adjusted> {
  const { asset, userId } = adjustable(actor, id);
  const units = amountOf("amount", amount, asset.decimals);
  const wallet = walletRef(id);
  const outside = systemRef(actor.mode, clearingOf(asset.symbol), asset.symbol);
  const event = {
    mode: actor.mode,
    userId,
    walletId: id,
    operation,
    amount: Money.format(units, asset.decimals),
    asset: asset.symbol,
    reason,
    by: actor.userId,
  };
  try {
    return await Ledger.post({
      type: operation === "DEPOSIT" ? "DEPOSIT" : "WITHDRAWAL",
      postings:
        operation === "DEPOSIT" ? Ledger.move(outside, wallet, units) : Ledger.move(wallet, outside, units),
      initiator: wallet.account,
      actorId: actor.userId,
      reason,
      idempotency: claim,
      events: userId === actor.userId ? [] : [Outbox.write(walletAdjusted, event)],
      result: ({ balances, transactionHash }): Adjusted => ({
        id,
        operation,
        ...balances(wallet.account),
        transactionHash,
      }),
    });
  } catch (error) {
    if (error instanceof SvcError && error.is(AccountNotFound)) throw fail(WalletNotFound);
    throw error;
  }
}

/**
 * Where adjustments of an asset come from and go to. The platform's own token is not the bank's: what its
 * holders bring in is taken from the part of its supply that is outside the ledger.
 */
export const clearingOf = (symbol: string): string =>
  symbol === Assets.native.symbol ? "clearing:chain" : "clearing:bank";

/** Whose wallet of which asset the actor may adjust. @throws FORBIDDEN, WALLET_NOT_FOUND */
function adjustable(actor: UserActor, id: string): { readonly userId: string; readonly asset: Assets.Asset } {
  const staff = isStaff(actor);
  if (!staff && !envFlag("FAUCET_ENABLED", false)) throw fail(Forbidden);
  const named = parseWalletId(id);
  const asset = named && Assets.find(named.asset);
  if (!asset || named.mode !== actor.mode || (!staff && named.userId !== actor.userId))
    throw fail(WalletNotFound);
  return { userId: named.userId, asset };
}
