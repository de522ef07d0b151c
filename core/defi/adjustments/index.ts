import type { UserActor } from "../../identity/actor.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { clearingRef } from "../../ledger/accounts.ts";
import type { After, Draft } from "../../ledger/draft.ts";
import { AccountNotFound, PlatformAccountShort } from "../../ledger/errors.ts";
import * as Ledger from "../../ledger/index.ts";
import { WalletNotFound } from "../../ledger/wallets/errors.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { centsOf } from "../../prices/worth.ts";
import * as Approval from "./approval.ts";
import * as Deeds from "./deeds.ts";
import { SupplyExceeded } from "./errors.ts";
import { walletAdjusted } from "./events.ts";
import { type Order, orderOf } from "./order.ts";
import type { Adjusted, Adjustment, Pending } from "./schema.ts";
import * as Tally from "./tally.ts";

/**
 * Adjustments (spec 2, section 4.1, PUT): staff moves money between a user's wallet and the asset's clearing
 * account. Nobody adjusts an own wallet, what one member of staff moves within 24 hours is limited, and from
 * a worth on, within those hours, a second one must approve.
 */

type Claim = Idempotency.Claim<Adjusted | Pending>;

/**
 * Deposits into a wallet or withdraws from it; or keeps that for a second member of staff to approve. The
 * owner may do it only where `FAUCET_ENABLED=true`, and is bound by no limit but the token's supply.
 * @throws FORBIDDEN, OWN_WALLET, WALLET_NOT_FOUND, INVALID_AMOUNT, ADJUSTMENT_LIMIT_EXCEEDED, PRICES_STALE,
 *   SUPPLY_EXCEEDED; of an approval OWN_ADJUSTMENT, APPROVAL_NOT_FOUND, APPROVAL_MISMATCH; and as `Ledger.post`
 */
export async function adjust(
  actor: UserActor,
  walletId: string,
  { approvalId, ...adjustment }: Adjustment,
  claim?: Claim,
): Promise<Adjusted | Pending> {
  const order = orderOf(actor, walletId, adjustment);
  if (actor.userId === order.userId) return book(order, claim);
  const cents = await centsOf(order.asset, order.amount);
  try {
    return await book(order, claim, { cents, approvalId });
  } catch (error) {
    if (error instanceof Tally.NeedsApproval) return Approval.ask(order, cents, claim);
    throw error;
  }
}

/** What staff's adjustments are held against. */
interface Control {
  /** What the amount is worth, in cents of a euro. */
  readonly cents: bigint;
  readonly approvalId: string | undefined;
}

/** Writes the entry; with a control, over exactly the tally and the request that were read. */
async function book(order: Order, claim?: Claim, control?: Control): Promise<Adjusted> {
  const { actor, wallet } = order;
  const reads = control
    ? [Tally.tallyKey(actor), ...(control.approvalId ? [Approval.requestKey(control.approvalId)] : [])]
    : [];
  const posted = Ledger.post<Adjusted>(
    {
      initiator: wallet.account,
      idempotency: claim as Idempotency.Claim<Adjusted> | undefined,
      reads,
      collecting: order.operation === "DEPOSIT",
      ...(order.operation === "WITHDRAW" && actor.userId === order.userId && { spending: true as const }),
    },
    ({ items: [tally, requested] }) => {
      if (!control) return draftOf(order, { by: actor.userId, extraWrites: [] });
      const request = control.approvalId ? Approval.checked(order, requested) : undefined;
      return draftOf(order, {
        by: request?.requestedBy ?? actor.userId,
        approvalId: request?.approvalId,
        extraWrites: (after) => [
          Tally.counting(actor, { cents: control.cents, alone: request === undefined }, tally),
          ...(request ? Approval.approving(order, request, after) : []),
          ...Deeds.adjusted(order, after.entryId, request),
        ],
      });
    },
  );
  const known = recover(AccountNotFound, posted, () => Promise.reject(fail(WalletNotFound)));
  return recover(PlatformAccountShort, known, () => Promise.reject(fail(SupplyExceeded)));
}

function draftOf(
  { actor, asset, wallet, walletId, userId, operation, amount, reason }: Order,
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
    type: operation === "DEPOSIT" ? "DEPOSIT" : "WITHDRAWAL",
    postings:
      operation === "DEPOSIT" ? Ledger.move(outside, wallet, amount) : Ledger.move(wallet, outside, amount),
    actorId: by,
    reason,
    ...(approvalId !== undefined && { reference: { kind: "adjustment", id: approvalId } }),
    // What owners do themselves they need not be told.
    events: ({ settled }) => {
      const paid = Money.format(settled(wallet.account), asset.decimals);
      return userId === actor.userId ? [] : [Outbox.write(walletAdjusted, { ...payload, settled: paid })];
    },
    extraWrites,
    result: ({ balances, transactionHash }: After) => ({
      kind: "adjusted",
      id: walletId,
      operation,
      ...balances(wallet.account),
      transactionHash,
    }),
  };
}
