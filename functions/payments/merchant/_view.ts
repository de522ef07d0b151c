import type * as Contract from "../../../contract/payments/merchant.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import type { MerchantView } from "../../../core/payments/merchants/schema.ts";
import type { Refunded } from "../../../core/payments/refunds/schema.ts";

/** A merchant account as its routes show it. */
export const merchant = (one: MerchantView): ResultOf<typeof Contract.read>["data"] => ({
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
}: Refunded): ResultOf<typeof Contract.refund>["data"] => ({
  ...one,
  amount: Number(amountMinor),
  refundedAmount: Number(refundedMinor),
  currency: currency.toLowerCase(),
});
