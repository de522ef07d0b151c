import { assertHasRole, STAFF } from "../../identity/account-status.ts";
import { isStaff, type UserActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { envFlag } from "../../kernel/env.ts";
import { Forbidden, fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { parseWalletId, walletRef } from "../../ledger/accounts.ts";
import { amountOf } from "../../ledger/draft.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import type * as Table from "../../platform/table/index.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { OwnWallet } from "./errors.ts";
import type { Adjustment, Request } from "./schema.ts";

/** An adjustment whose caller and amount are checked. */
export interface CheckedAdjustment extends Pick<Request, "walletId" | "operation" | "amount" | "reason"> {
  readonly actor: UserActor;
  readonly userId: string;
  readonly wallet: AccountRef;
  readonly asset: Assets.Asset;
  /** The flag of money in `suspense`. */
  readonly flagId: string | undefined;
}

/** Checks the caller and the input. @throws FORBIDDEN, OWN_WALLET, WALLET_NOT_FOUND, INVALID_AMOUNT */
export function checkAdjustment(
  actor: UserActor,
  walletId: string,
  { operation, amount, reason, flagId }: Omit<Adjustment, "approvalId">,
): CheckedAdjustment {
  const [staff, faucet] = [isStaff(actor), envFlag("FAUCET_ENABLED", false)];
  if (!staff && !faucet) throw fail(Forbidden);
  const named = parseWalletId(walletId);
  const asset = named && Assets.find(named.asset);
  const isOwn = named?.userId === actor.userId;
  if (!asset || named.mode !== actor.mode || (!staff && !isOwn)) throw fail(WalletNotFound);
  // The faucet is for play money; money in suspense belongs to users.
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

const auditWrites = (
  { actor, asset, walletId, userId, operation, amount, reason, flagId }: CheckedAdjustment,
  action: "wallet-adjusted" | "wallet-adjustment-asked",
  more: Readonly<Record<string, string>>,
  head: Table.Item | undefined,
): readonly Table.Write[] => [
  ...Trail.recordWrites(
    actor,
    {
      deed: action,
      to: userId,
      reason,
      about: {
        ...{ walletId, operation, amount: Money.format(amount, asset.decimals), asset: asset.symbol },
        ...(flagId !== undefined && { flagId }),
        ...more,
      },
    },
    head,
  ),
  assertHasRole(STAFF, actor),
];

export const requestedWrites = (
  adjustment: CheckedAdjustment,
  { approvalId }: Request,
  head: Table.Item | undefined,
): readonly Table.Write[] => auditWrites(adjustment, "wallet-adjustment-asked", { approvalId }, head);

/**
 * @param head the end of the actor's chain in the audit trail
 * @param request the other member's request that this adjustment approves
 */
export const adjustedWrites = (
  adjustment: CheckedAdjustment,
  entryId: string,
  head: Table.Item | undefined,
  request?: Request,
): readonly Table.Write[] =>
  auditWrites(
    adjustment,
    "wallet-adjusted",
    { entryId, ...(request && { approvalId: request.approvalId, requestedBy: request.requestedBy }) },
    head,
  );
