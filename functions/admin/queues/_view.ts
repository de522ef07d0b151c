import type * as Contract from "../../../contract/admin/queues.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Request } from "../../../core/defi/adjustments/schema.ts";
import type { Flag } from "../../../core/flags/index.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import type { Reader } from "../../../core/kernel/texts/index.ts";
import { parseWalletId } from "../../../core/ledger/accounts.ts";
import type { PayoutRequest } from "../../../core/loyalty/saveback/schema.ts";
import type { Transaction } from "../../../core/payments/records/schema.ts";
import type { HeldUp } from "../../../core/people/held-up.ts";
import type { Debt } from "../../../core/policy/debts.ts";

/** What waits, as it is shown. */

export function adjustment(one: Request): ResultOf<typeof Contract.adjustments>["adjustments"][number] {
  const { approvalId, walletId, operation, reason, requestedBy, requestedAt, expiresAt } = one;
  const asset = parseWalletId(walletId)?.asset ?? "";
  return {
    ...{ approvalId, walletId, operation, reason, requestedBy, requestedAt, expiresAt },
    ...{ asset, amount: Assets.format(one.amount, asset), flagId: one.flagId ?? null },
  };
}

export function payment(one: Transaction): ResultOf<typeof Contract.payments>["payments"][number] {
  const { transactionId: id, userId, currency: asset, description, createdAt, firstApproval } = one;
  return {
    ...{ id, userId, asset, description, createdAt },
    merchantId: one.merchantId ?? null,
    amount: Assets.format(one.amountMinor, asset),
    status: one.status.toLowerCase(),
    cardLast4: one.cardLast4 ?? null,
    flagged: one.flagged ?? null,
    firstApproval: firstApproval
      ? { by: firstApproval.by, at: firstApproval.at, expiresAt: firstApproval.expiresAt }
      : null,
  };
}

export function payout(one: PayoutRequest): ResultOf<typeof Contract.payouts>["payouts"][number] {
  const { requestId, requestedBy, requestedAt, planHash } = one;
  return {
    ...{ requestId, requestedBy, requestedAt, planHash },
    status: "pending_human_approval",
    programId: one.programId ?? null,
    userId: one.userId ?? null,
    rewards: Number(one.rewards),
    beneficiaryCount: Number(one.beneficiaryCount),
    programCount: Number(one.programCount),
    totals: one.totals.map(({ asset, amountMinor }) => ({
      asset,
      amount: Assets.format(amountMinor, asset),
    })),
  };
}

export const debt = ({
  userId,
  asset,
  owedMinor,
}: Debt): ResultOf<typeof Contract.debts>["debts"][number] => ({
  ...{ userId, asset },
  amount: Assets.format(owedMinor, asset),
});

export function erasure(
  one: HeldUp,
  { language }: Reader,
): ResultOf<typeof Contract.erasures>["erasures"][number] {
  const { userId, requestedBy, requestedAt, dueAt, heldUpSince, pending } = one;
  return {
    ...{ userId, requestedBy, requestedAt, dueAt, heldUpSince },
    begun: one.status === "running",
    reasons: one.reasons.map(({ code, message }) => ({ code, message: message.in(language) })),
    pendingApproval: pending ?? null,
  };
}

export const flag = (one: Flag): ResultOf<typeof Contract.resolve>["flagged"] => ({
  ...one,
  userId: one.userId ?? null,
  asset: one.asset ?? null,
  amount: one.amount === undefined ? null : Assets.format(one.amount, one.asset ?? ""),
  resolution: one.resolution ?? null,
});
