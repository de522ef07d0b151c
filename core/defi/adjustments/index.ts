import { FlagNotFound } from "../../flags/errors.ts";
import type { UserActor } from "../../identity/actor.ts";
import * as Trail from "../../identity/trail/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { clearingRef, parseWalletId, systemRef, walletOf, walletRef } from "../../ledger/accounts.ts";
import { type After, type Draft, resolveWrites } from "../../ledger/draft.ts";
import { AccountNotFound, PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { assertNotSuspended } from "../../policy/closed-accounts.ts";
import * as Policy from "../../policy/index.ts";
import * as Suspense from "../../policy/suspense.ts";
import { worthInCents } from "../../policy/valuation.ts";
import { CurrencyMismatch } from "../../transfers/errors.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import * as Approval from "./approval.ts";
import { adjustedWrites, type CheckedAdjustment, checkAdjustment } from "./checked.ts";
import { SupplyExceeded, SuspenseExceeded } from "./errors.ts";
import { walletAdjusted } from "./events.ts";
import type { Adjusted, Adjustment, Pending } from "./schema.ts";
import * as Tally from "./tally.ts";

/**
 * Adjustments (spec 2, section 4.1, PUT): staff moves money between a user's wallet and the asset's clearing
 * account, or pays money of erased users out of `suspense`. Staff cannot adjust its own wallets, has a limit for
 * 24 hours, and needs the approval of a second member of staff from a threshold on.
 */

type Claim = Idempotency.Claim<Adjusted | Pending>;

/**
 * Deposits into a wallet or withdraws from it, or stores a request for approval. Owners may adjust their own wallets
 * only with `FAUCET_ENABLED=true`, without approval and without the limit for staff.
 * @throws FORBIDDEN, OWN_WALLET, WALLET_NOT_FOUND, INVALID_AMOUNT, ADJUSTMENT_LIMIT_EXCEEDED, PRICES_STALE,
 *   SUPPLY_EXCEEDED, ACCOUNT_CLOSED for an erased user; for money in suspense FLAG_NOT_FOUND,
 *   CURRENCY_MISMATCH, SUSPENSE_EXCEEDED; for an approval OWN_ADJUSTMENT, APPROVAL_NOT_FOUND,
 *   APPROVAL_MISMATCH; and as `Policy.post`
 */
export async function adjust(
  actor: UserActor,
  walletId: string,
  { approvalId, ...input }: Adjustment,
  claim?: Claim,
): Promise<Adjusted | Pending> {
  const adjustment = checkAdjustment(actor, walletId, input);
  if (actor.userId === adjustment.userId) return book(adjustment, claim);
  const cents = await worthInCents(adjustment.asset, adjustment.amount);
  try {
    return await book(adjustment, claim, { cents, approvalId });
  } catch (error) {
    if (error instanceof Tally.NeedsApproval) return Approval.storeRequest(adjustment, cents, claim);
    throw error;
  }
}

/** The inputs of staff's limits. */
interface Control {
  /** The worth of the amount, in cents of a euro. */
  readonly cents: bigint;
  readonly approvalId: string | undefined;
}

/** Posts the entry. With a control, checks staff's limits. The tally and the request must be unchanged. */
async function book(adjustment: CheckedAdjustment, claim?: Claim, control?: Control): Promise<Adjusted> {
  const { actor } = adjustment;
  const posted = Policy.post(
    {
      ...needsOf(actor, adjustment, control?.approvalId),
      idempotency: claim as Idempotency.Claim<Adjusted> | undefined,
    },
    ({ items }) => {
      const { tally, flag, trail } = items;
      if (adjustment.flagId !== undefined) checkSuspended(adjustment, flag);
      if (!control) return draftOf(adjustment, { by: actor.userId, extraWrites: [] });
      const request = control.approvalId ? Approval.requestToApprove(adjustment, items.approval) : undefined;
      return draftOf(adjustment, {
        by: request?.requestedBy ?? actor.userId,
        approvalId: request?.approvalId,
        extraWrites: (after) => [
          Tally.tallyWrite(actor, { cents: control.cents, alone: request === undefined }, tally),
          ...(request ? Approval.approvalWrites(adjustment, request, after) : []),
          ...(adjustment.flagId === undefined
            ? []
            : Suspense.takeWrites(flag, adjustment.amount, { by: actor.userId, note: adjustment.reason })),
          ...adjustedWrites(adjustment, after.entryId, trail, request),
        ],
      });
    },
  );
  const found = recover(AccountNotFound, posted, () => Promise.reject(fail(WalletNotFound)));
  return recover(PlatformAccountShort, found, () => Promise.reject(fail(SupplyExceeded)));
}

function needsOf(
  actor: Owner,
  { wallet, operation, flagId }: Pick<CheckedAdjustment, "wallet" | "operation" | "flagId">,
  approvalId: string | undefined,
) {
  const isOwn = parseWalletId(walletOf(wallet.account) ?? "")?.userId === actor.userId;
  return {
    initiator: wallet.account,
    reads: {
      tally: isOwn ? undefined : Tally.tallyKey(actor),
      trail: isOwn ? undefined : Trail.headKey(actor),
      flag: flagId === undefined ? undefined : Suspense.keyById(flagId),
      approval: approvalId === undefined ? undefined : Approval.requestKey(approvalId),
    },
    payDebtsFirst: operation === "DEPOSIT",
    ...(operation === "WITHDRAW" && isOwn && { rejectIfInDebt: true as const }),
  };
}

/** Returns the reads of `adjust` for an own wallet. Another user's wallet is read only after the role check. */
export function adjustReads(
  owner: Owner,
  walletId: string,
  { operation }: Pick<Adjustment, "operation">,
): Table.Reads {
  if (parseWalletId(walletId)?.userId !== owner.userId) return {};
  const adjustment = { wallet: walletRef(walletId), operation, flagId: undefined };
  return Policy.readsOf(needsOf(owner, adjustment, undefined));
}

/**
 * Checks that the flag has the amount in `suspense`.
 * @throws FLAG_NOT_FOUND, CURRENCY_MISMATCH, SUSPENSE_EXCEEDED
 */
function checkSuspended(
  { asset, amount, operation, userId }: CheckedAdjustment,
  flag: Table.Item | undefined,
): void {
  const suspended = Suspense.suspendedOf(flag);
  // A withdrawal takes only money that was sent to the same wallet.
  const isForOtherUser = operation === "WITHDRAW" && suspended?.userId !== userId;
  if (!suspended || isForOtherUser) throw fail(FlagNotFound);
  if (suspended.asset !== asset.symbol) throw fail(CurrencyMismatch);
  if (suspended.amount >= amount) return;
  throw fail(SuspenseExceeded, { details: { available: Money.format(suspended.amount, asset.decimals) } });
}

function draftOf(
  { actor, asset, wallet, walletId, userId, operation, amount, reason, flagId }: CheckedAdjustment,
  {
    by,
    approvalId,
    extraWrites,
  }: {
    readonly by: string;
    readonly approvalId?: string | undefined;
    readonly extraWrites: Draft<Adjusted>["extraWrites"] & {};
  },
): Draft<Adjusted> {
  const outside = clearingRef(actor.mode, asset.symbol);
  const suspense = flagId === undefined ? undefined : systemRef(actor.mode, "suspense", asset.symbol);
  const isDeposit = operation === "DEPOSIT";
  const [from, to] = isDeposit ? [suspense ?? outside, wallet] : [suspense ?? wallet, outside];
  const payload = {
    mode: actor.mode,
    userId,
    walletId,
    operation,
    amount: Money.format(amount, asset.decimals),
    asset: asset.symbol,
    reason,
    by,
    ...(by !== actor.userId && { approvedBy: actor.userId }),
  };
  return {
    type: isDeposit ? "DEPOSIT" : "WITHDRAWAL",
    postings: Ledger.move(from, to, amount),
    actorId: by,
    reason,
    ...(approvalId !== undefined && { reference: { kind: "adjustment", id: approvalId } }),
    // Owners are not notified of their own adjustments.
    events: ({ settled }) => {
      const paid = Money.format(settled(wallet.account), asset.decimals);
      return userId === actor.userId ? [] : [Outbox.write(walletAdjusted, { ...payload, settled: paid })];
    },
    extraWrites: (after) => {
      assertNotSuspended(after, wallet.account);
      return resolveWrites(extraWrites, after);
    },
    result: ({ balances, transactionHash }: After) => ({
      kind: "adjusted",
      id: walletId,
      operation,
      ...balances(wallet.account),
      transactionHash,
    }),
  };
}
