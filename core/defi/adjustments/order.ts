import { isStaff, type UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { envFlag } from "../../kernel/env.ts";
import { Forbidden, fail } from "../../kernel/errors.ts";
import { parseWalletId, walletRef } from "../../ledger/accounts.ts";
import { amountOf } from "../../ledger/amount.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { OwnWallet } from "./errors.ts";
import type { Adjustment, Operation } from "./schema.ts";

/** An adjustment whose caller and amount are checked. */
export interface Order {
  readonly actor: UserActor;
  readonly walletId: string;
  readonly userId: string;
  readonly wallet: AccountRef;
  readonly asset: Assets.Asset;
  readonly operation: Operation;
  /** Base units. */
  readonly amount: bigint;
  readonly reason: string;
  /** Of what is taken from `suspense`. */
  readonly flagId: string | undefined;
}

/** Checks who asks for what. @throws FORBIDDEN, OWN_WALLET, WALLET_NOT_FOUND, INVALID_AMOUNT */
export function orderOf(
  actor: UserActor,
  walletId: string,
  { operation, amount, reason, flagId }: Omit<Adjustment, "approvalId">,
): Order {
  const [staff, faucet] = [isStaff(actor), envFlag("FAUCET_ENABLED", false)];
  if (!staff && !faucet) throw fail(Forbidden);
  const named = parseWalletId(walletId);
  const asset = named && Assets.find(named.asset);
  const isOwn = named?.userId === actor.userId;
  if (!asset || named.mode !== actor.mode || (!staff && !isOwn)) throw fail(WalletNotFound);
  // The faucet is for play money: what is in suspense is somebody's.
  if (isOwn && (!faucet || flagId !== undefined)) throw fail(OwnWallet);
  return {
    actor,
    walletId,
    userId: named.userId,
    wallet: walletRef(walletId),
    asset,
    operation,
    amount: amountOf("amount", amount, asset.decimals),
    reason,
    flagId,
  };
}
