import type * as CardContract from "../../contract/payments/cards.ts";
import type * as MerchantContract from "../../contract/payments/merchant.ts";
import { shownStatus } from "../../contract/payments/schemas.ts";
import type * as Contract from "../../contract/payments.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import type { Card } from "../../core/payments/cards/schema.ts";
import type { MerchantView } from "../../core/payments/merchants/schema.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";
import type { Refunded } from "../../core/payments/refunds/schema.ts";

type TransactionBody = ResultOf<typeof Contract.transactions>["data"]["transactions"][number];

/**
 * A transaction as its route shows it: minor units as a JSON number, words in lower case, null for what is
 * not known.
 */
export const transaction = (one: Transaction): TransactionBody => ({
  id: one.transactionId,
  amount: Number(one.amountMinor),
  currency: one.currency.toLowerCase(),
  status: shownStatus(one.status),
  type: one.type,
  description: one.description,
  cardLast4: one.cardLast4 ?? null,
  createdAt: one.createdAt,
  completedAt: one.completedAt ?? null,
  availableAt: one.clearsAt ?? one.completedAt ?? null,
  failureReason: one.failureReason ?? null,
  refundedAmount: Number(one.refundedMinor),
  needsApproval: one.needsApproval,
});

/** A card as its routes show it. */
export const card = (one: Card): ResultOf<typeof CardContract.create>["data"] => ({
  id: one.cardId,
  brand: one.brand,
  last4: one.last4,
  expMonth: one.expMonth,
  expYear: one.expYear,
  isDefault: one.isDefault,
  status: one.status,
  type: one.type,
});

/** A merchant account as its routes show it. */
export const merchant = (one: MerchantView): ResultOf<typeof MerchantContract.read>["data"] => ({
  id: one.merchantId,
  pspAccountId: one.pspAccountId,
  businessName: one.businessName,
  commissionRate: Number(one.commissionRate),
  currency: one.currency.toLowerCase(),
  payoutsEnabled: one.payoutsEnabled,
  chargesEnabled: one.chargesEnabled,
  monthlyVolume: Assets.toNumber(one.monthlyVolumeMinor, one.currency),
  status: one.status,
  programId: one.programId ?? null,
  createdAt: one.createdAt,
});

/** A refund as its merchant sees it. */
export const refund = ({
  amountMinor,
  refundedMinor,
  currency,
  ...one
}: Refunded): ResultOf<typeof MerchantContract.refund>["data"] => ({
  ...one,
  amount: Number(amountMinor),
  refundedAmount: Number(refundedMinor),
  currency: currency.toLowerCase(),
});
