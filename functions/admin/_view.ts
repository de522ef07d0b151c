import type * as KycContract from "../../contract/admin/kyc.ts";
import type * as Contract from "../../contract/admin/queues.ts";
import type * as PayoutContract from "../../contract/admin/saveback-payout.ts";
import type { read, search } from "../../contract/admin/users.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Request } from "../../core/defi/adjustments/schema.ts";
import type { Flag } from "../../core/flags/index.ts";
import type * as Review from "../../core/identity/kyc/verification/review.ts";
import type { User } from "../../core/identity/user.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import { parseWalletId } from "../../core/ledger/accounts.ts";
import type { Overview } from "../../core/loyalty/saveback/plan.ts";
import type { Amount, PayoutRequest, Plan } from "../../core/loyalty/saveback/schema.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import type { HeldUp } from "../../core/people/held-up.ts";
import type { Debt } from "../../core/policy/debts.ts";
import { reasonOf } from "../_views/user.ts";

export function adjustment(one: Request): ResultOf<typeof Contract.adjustments>["adjustments"][number] {
  const asset = parseWalletId(one.walletId)?.asset ?? "";
  return {
    ...pick(one, "approvalId", "walletId", "operation", "reason", "requestedBy", "requestedAt", "expiresAt"),
    ...{ asset, amount: Assets.format(one.amount, asset), flagId: one.flagId ?? null },
  };
}

export function payment(one: Transaction): ResultOf<typeof Contract.payments>["payments"][number] {
  const { transactionId: id, userId, currency: asset, description, createdAt, firstApproval } = one;
  return {
    ...{ id, userId, asset, description, createdAt },
    ...pickOrNull(one, "merchantId", "cardLast4", "flagged"),
    amount: Assets.format(one.amountMinor, asset),
    status: one.status.toLowerCase(),
    firstApproval: firstApproval ? pick(firstApproval, "by", "at", "expiresAt") : null,
  };
}

export function payout(one: PayoutRequest): ResultOf<typeof Contract.payouts>["payouts"][number] {
  return {
    ...pick(one, "requestId", "requestedBy", "requestedAt", "planHash"),
    status: "pending_human_approval",
    ...pickOrNull(one, "programId", "userId"),
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
  return {
    ...pick(one, "userId", "requestedBy", "requestedAt", "dueAt", "heldUpSince"),
    begun: one.status === "running",
    reasons: one.reasons.map(({ code, message }) => ({ code, message: message.in(language) })),
    pendingApproval: one.pending ?? null,
  };
}

export const flag = (one: Flag): ResultOf<typeof Contract.resolve>["flagged"] => ({
  ...one,
  ...pickOrNull(one, "userId", "asset", "resolution"),
  amount: one.amount === undefined ? null : Assets.format(one.amount, one.asset ?? ""),
});

type KycFile = ResultOf<typeof KycContract.read>;

const kycUser = ({ user }: Review.ReviewFile): KycFile["user"] => ({
  id: user.userId,
  ...pick(user, "name", "email", "createdAt"),
  ...pickOrNull(user, "firstName", "lastName", "phone", "dateOfBirth", "address"),
});

const kycVerification = ({ verification: one }: Review.ReviewFile): KycFile["verification"] =>
  one
    ? {
        ...pick(one, "verificationId", "isOpen", "level", "startedAt"),
        decidedAt: one.decidedAt ?? null,
        reasons: (one.reasons ?? []).map(reasonOf),
      }
    : null;

export const kycFile = (one: Review.ReviewFile): KycFile => ({
  user: kycUser(one),
  status: one.state.status,
  level: one.state.level,
  verification: kycVerification(one),
  documents: [...one.documents],
  decisions: one.decisions.map(({ decided, status, kind, level, by, cause, reason, recordedAt }) => ({
    ...{ decided, status, kind, level, by },
    cause: cause ?? null,
    note: reason ?? null,
    at: recordedAt,
  })),
});

/** Views of payout plans: amounts in minor units are strings, unknown values are null. */

type PayoutOverview = ResultOf<typeof PayoutContract.read>["data"];

const exact = <T extends Amount>(one: T) => ({ ...one, amountMinor: one.amountMinor.toString() });

export const payoutPlan = (one: Plan): PayoutOverview["plan"] => ({
  ...one,
  method: { ...one.method },
  filters: pickOrNull(one.filters, "programId", "userId"),
  totals: one.totals.map(exact),
  perAsset: one.perAsset.map(exact),
  beneficiaries: one.beneficiaries.map((row) => ({
    ...row,
    ...pickOrNull(row, "name", "email"),
    amounts: row.amounts.map(exact),
  })),
  perProgram: one.perProgram.map((row) => ({
    ...row,
    ...pickOrNull(row, "name", "status"),
    rates: [...row.rates],
    amounts: row.amounts.map(exact),
  })),
});

export const payoutOverview = ({ plan, pendingTotals }: Overview): PayoutOverview => ({
  plan: payoutPlan(plan),
  pendingTotals: { ...pendingTotals, totals: pendingTotals.totals.map(exact) },
});

export const account = (user: User): ResultOf<typeof search>["users"][number] => {
  return {
    id: user.userId,
    ...pick(user, "name", "email", "role", "blocked", "createdAt"),
    emailVerified: user.emailVerified ?? null,
    secondFactor: user.secondFactorAt !== undefined,
  };
};

export const whole = (user: User, debts: readonly Debt[]): ResultOf<typeof read>["user"] => ({
  ...account(user),
  phone: user.phone === undefined ? null : `…${user.phone.slice(-4)}`,
  language: user.language ?? null,
  owed: debts.map(({ asset, owedMinor }) => ({
    asset,
    amount: Assets.format(owedMinor, asset),
  })),
});
