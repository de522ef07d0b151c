import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { walletId, walletKey, walletRef } from "../../ledger/accounts.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import { type AccountRef, accountState } from "../../ledger/schema.ts";
import { ensure as ensureWallet } from "../../ledger/wallets/opening.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Token } from "./pairs.ts";

/** The wallets that a swap or a deposit takes from and pays into. */

type Owner = Pick<UserActor, "userId">;

/** The owner's ledger account of a token. */
export const accountOf = ({ userId }: Owner, { symbol }: Token): AccountRef =>
  walletRef(walletId("live", userId, symbol));

/** Where the owner's wallet of a token stands. */
export const walletKeyOf = (owner: Owner, token: Token): Key => walletKey(accountOf(owner, token));

/** What of a wallet is free, as its item says; nothing of one that is not there. */
export const availableIn = (wallet: Table.Item | undefined): bigint =>
  wallet ? accountState.parse(wallet).available : 0n;

/** @throws INSUFFICIENT_BALANCE where less is there than the amount */
export function mustHave(available: bigint, token: Token, amount: bigint): void {
  if (available >= amount) return;
  throw fail(InsufficientBalance, {
    details: {
      required: Money.format(amount, token.decimals),
      available: Money.format(available, token.decimals),
      currency: token.symbol,
    },
  });
}

/** Thrown where money comes in of an asset that its owner has no wallet for, once nothing else stands against it. */
class WalletMissing extends Error {
  override readonly name = "WalletMissing";
  readonly symbol: string;
  constructor(symbol: string) {
    super(`there is no wallet of ${symbol}`);
    this.symbol = symbol;
  }
}

/** Says that the wallet is needed: `openingWallets` opens it. @throws WalletMissing where it is not there */
export function needWallet(wallet: Table.Item | undefined, { symbol }: Token): void {
  if (!wallet) throw new WalletMissing(symbol);
}

/** In how many wallets a work may find that it needs them: removing liquidity pays into two. */
const MOST_OPENED = 2;

/**
 * Does the work; opens each wallet that it turns out to need and does it again.
 * @throws WALLET_LIMIT_REACHED, and what the work throws
 */
export async function openingWallets<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
  for (let opened = 0; ; opened++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WalletMissing) || opened === MOST_OPENED) throw error;
      await ensureWallet(owner, error.symbol);
    }
  }
}
