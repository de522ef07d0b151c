import * as Assets from "../assets/index.ts";
import * as Clock from "../clock/index.ts";
import { Forbidden, fail, SvcError, Unavailable } from "../errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import { isStaff, type UserActor } from "../identity/actor.ts";
import { parseWalletId, walletId, walletRef } from "../ledger/accounts.ts";
import { MAX_POSTING } from "../ledger/draft.ts";
import { walletAccount } from "../ledger/entity.ts";
import { AccountNotFound } from "../ledger/errors.ts";
import * as Ledger from "../ledger/index.ts";
import * as Money from "../money/index.ts";
import * as Outbox from "../outbox/index.ts";
import { envFlag } from "../platform/env.ts";
import * as Table from "../platform/table.ts";
import * as Prices from "../prices/index.ts";
import { checkAddress } from "./address.ts";
import { walletCount } from "./entity.ts";
import { UnsupportedAsset, WalletExists, WalletLimit, WalletNotFound } from "./errors.ts";
import { walletAdjusted } from "./events.ts";
import {
  type Adjusted,
  type Operation,
  type Portfolio,
  type Wallet,
  type WalletDetail,
  walletItem,
} from "./schema.ts";
import { value } from "./valuation.ts";

/** Wallets (spec 2, sections 2.1 and 4.1): a user's view of the ledger, one per asset. */

/** How many wallets a user may have. */
export const MAX_WALLETS = 10;
/** How many transactions a wallet's page shows. */
const LATEST = 50;
const MAX_ATTEMPTS = 20;

/**
 * Opens a wallet.
 * @throws UNSUPPORTED_ASSET, INVALID_ADDRESS, WALLET_EXISTS, WALLET_LIMIT_REACHED
 */
export async function create(
  actor: Pick<UserActor, "userId">,
  {
    assetSymbol,
    publicAddress,
  }: { readonly assetSymbol: string; readonly publicAddress?: string | undefined },
  claim?: Idempotency.Claim<Wallet>,
): Promise<Wallet> {
  const asset = Assets.find(assetSymbol);
  if (!asset)
    throw fail(UnsupportedAsset, {
      details: { assetSymbol, supported: Assets.list().map((one) => one.symbol) },
    });
  const wallet: Wallet = {
    id: walletId(actor.userId, asset.symbol),
    asset,
    available: 0n,
    held: 0n,
    publicAddress: publicAddress === undefined ? "" : checkAddress(asset.network, publicAddress),
    createdAt: Clock.nowIso(),
  };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const refused = await open(actor, wallet, claim);
    if (!refused) return wallet;
    await Table.pause(attempt);
  }
  throw fail(Unavailable);
}

/**
 * Opens the owner's wallet of an asset unless there is one: before money comes in that its owner asked for.
 * @returns whether it was opened now
 * @throws UNSUPPORTED_ASSET, WALLET_LIMIT_REACHED
 */
export async function ensure(owner: Pick<UserActor, "userId">, assetSymbol: string): Promise<boolean> {
  try {
    await create(owner, { assetSymbol });
    return true;
  } catch (error) {
    if (error instanceof SvcError && error.is(WalletExists)) return false;
    throw error;
  }
}

/** Tries once. @returns the refusal that another attempt may cure, or undefined when the wallet is open */
async function open(
  actor: Pick<UserActor, "userId">,
  wallet: Wallet,
  claim: Idempotency.Claim<Wallet> | undefined,
): Promise<Table.TransactionRefused | undefined> {
  const { id, asset, publicAddress, createdAt } = wallet;
  try {
    await Table.transact([
      Ledger.open(walletRef(id), { walletId: id, asset: asset.symbol, publicAddress, createdAt }),
      countOneMore(actor.userId),
      ...(claim ? [Idempotency.record(claim, wallet)] : []),
    ]);
    return undefined;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    if (claim) Idempotency.rethrowIfDone(error, 2);
    const [opening, counting] = error.refusals.map((refusal) => refusal?.code === "ConditionalCheckFailed");
    if (opening) throw fail(WalletExists, { details: { assetSymbol: asset.symbol } });
    if (counting) throw fail(WalletLimit);
    if (!error.transient) throw error;
    return error;
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

/** The actor's wallets, oldest first, and what they are worth now. */
export async function list(actor: UserActor): Promise<Portfolio> {
  const pk = walletAccount.partition({ userId: actor.userId });
  const [items, prices] = await Promise.all([
    Table.queryAll({ pk, beginsWith: "WALLET#" }),
    Prices.snapshot(),
  ]);
  const wallets = items.map(toWallet);
  return value(
    wallets.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id)),
    prices,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One of the actor's wallets with its latest transactions. @throws WALLET_NOT_FOUND, also for somebody else's */
export async function fromId(actor: UserActor, id: string): Promise<WalletDetail> {
  const named = parseWalletId(id);
  if (!named || named.userId !== actor.userId) throw fail(WalletNotFound);
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
 * Deposits into a wallet or withdraws from it, against the asset's clearing account. For staff, on any wallet; the owner
 * only where `FAUCET_ENABLED=true`.
 * @throws FORBIDDEN, WALLET_NOT_FOUND, INVALID_AMOUNT, and as `Ledger.post`
 */
export async function adjust(
  actor: UserActor,
  id: string,
  { operation, amount, reason }: Adjustment,
  claim?: Idempotency.Claim<Adjusted>,
): Promise<Adjusted> {
  const { asset, userId } = adjustable(actor, id);
  const units = Money.inField("amount", () => Money.parse(amount, asset.decimals));
  if (units === 0n) throw fail(Money.InvalidAmount, { message: "The amount must be more than zero." });
  if (units > MAX_POSTING) throw fail(Money.InvalidAmount, { message: "The amount is too large." });
  const wallet = walletRef(id);
  const outside = { account: clearingOf(asset), asset: asset.symbol };
  const event = {
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
 * Where adjustments of an asset come from and go to. The platform's own token is not the bank's: what its holders bring in is
 * taken from the part of its supply that is outside the ledger.
 */
const clearingOf = ({ symbol }: Assets.Asset): string =>
  symbol === Assets.native.symbol ? "clearing:chain" : "clearing:bank";

/** Whose wallet of which asset the actor may adjust. @throws FORBIDDEN, WALLET_NOT_FOUND */
function adjustable(actor: UserActor, id: string): { readonly userId: string; readonly asset: Assets.Asset } {
  const staff = isStaff(actor);
  if (!staff && !envFlag("FAUCET_ENABLED", false)) throw fail(Forbidden);
  const named = parseWalletId(id);
  const asset = named && Assets.find(named.asset);
  if (!asset || (!staff && named.userId !== actor.userId)) throw fail(WalletNotFound);
  return { userId: named.userId, asset };
}

function toWallet(item: Table.Item): Wallet {
  const { walletId: id, asset, available, held, publicAddress, createdAt } = walletItem.parse(item);
  return { id, asset: Assets.get(asset), available, held, publicAddress, createdAt };
}
