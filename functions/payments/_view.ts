import type * as CardContract from "../../contract/payments/cards.ts";
import type * as MerchantContract from "../../contract/payments/merchant.ts";
import { shownStatus } from "../../contract/payments/schemas.ts";
import type * as Contract from "../../contract/payments.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import type { Card } from "../../core/payments/cards/schema.ts";
import type { MerchantView } from "../../core/payments/merchants/schema.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import type { RefundResult } from "../../core/payments/refunds/schema.ts";

type TransactionBody = ResultOf<typeof Contract.transactions>["data"]["transactions"][number];

/** Renders a transaction: minor units as a number, lower-case words, null for unknown fields. */
export const transaction = (one: Transaction): TransactionBody => ({
  id: one.transactionId,
  amount: Number(one.amountMinor),
  currency: one.currency.toLowerCase(),
  status: shownStatus(one.status),
  ...pick(one, "type", "description", "createdAt", "needsApproval"),
  ...pickOrNull(one, "cardLast4", "completedAt", "failureReason"),
  availableAt: one.clearsAt ?? one.completedAt ?? null,
  refundedAmount: Number(one.refundedMinor),
});

export const card = (one: Card): ResultOf<typeof CardContract.create>["data"] => ({
  id: one.cardId,
  ...pick(one, "brand", "last4", "expMonth", "expYear", "isDefault", "status", "type"),
});

export const merchant = (one: MerchantView): ResultOf<typeof MerchantContract.read>["data"] => ({
  id: one.merchantId,
  ...pick(one, "pspAccountId", "businessName", "payoutsEnabled", "chargesEnabled", "status", "createdAt"),
  commissionRate: Number(one.commissionRate),
  currency: one.currency.toLowerCase(),
  monthlyVolume: Assets.toNumber(one.monthlyVolumeMinor, one.currency),
  programId: one.programId ?? null,
});

export const refund = ({
  amountMinor,
  refundedMinor,
  currency,
  ...one
}: RefundResult): ResultOf<typeof MerchantContract.refund>["data"] => ({
  ...one,
  amount: Number(amountMinor),
  refundedAmount: Number(refundedMinor),
  currency: currency.toLowerCase(),
});
