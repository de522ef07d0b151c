import type * as Cards from "../../contract/payments/cards.ts";
import type * as Merchants from "../../contract/payments/merchant.ts";
import type * as Payments from "../../contract/payments.ts";
import type { ResultOf } from "../../contract/route.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Money from "../../core/kernel/money/index.ts";
import type { Card } from "../../core/payments/cards/schema.ts";
import type { MerchantView } from "../../core/payments/merchants/schema.ts";
import type { Transaction, TransactionStatus } from "../../core/payments/records/schema.ts";

/** The payments routes' own words: minor units as JSON numbers, currencies in lower case, null for what is not known. */

type TransactionBody = ResultOf<typeof Payments.transactions>["data"]["transactions"][number];

export const transaction = (one: Transaction): TransactionBody => ({
  id: one.transactionId,
  amount: Number(one.amountMinor),
  currency: one.currency.toLowerCase(),
  status: one.status.toLowerCase() as Lowercase<TransactionStatus>,
  type: one.type,
  description: one.description,
  cardLast4: one.cardLast4 ?? null,
  createdAt: one.createdAt,
  completedAt: one.completedAt ?? null,
  failureReason: one.failureReason ?? null,
  refundedAmount: Number(one.refundedMinor),
  needsApproval: one.needsApproval,
});

export const card = (one: Card): ResultOf<typeof Cards.create>["data"] => ({
  id: one.cardId,
  brand: one.brand,
  last4: one.last4,
  expMonth: one.expMonth,
  expYear: one.expYear,
  isDefault: one.isDefault,
  status: one.status,
  type: one.type,
});

export const merchant = (one: MerchantView): ResultOf<typeof Merchants.read>["data"] => ({
  id: one.merchantId,
  pspAccountId: one.pspAccountId,
  businessName: one.businessName,
  commissionRate: Number(one.commissionRate),
  currency: one.currency.toLowerCase(),
  payoutsEnabled: one.payoutsEnabled,
  chargesEnabled: one.chargesEnabled,
  monthlyVolume: Money.toNumber(one.monthlyVolumeMinor, Assets.get(one.currency).decimals),
  status: one.status,
  programId: one.programId ?? null,
  createdAt: one.createdAt,
});
