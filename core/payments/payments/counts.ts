import { telling as write } from "../../loyalty/counting/events.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import type { Transaction } from "../records/schema.ts";

/**
 * Telling loyalty of a payment, in the transaction that credits it or takes of it back. Only what a merchant
 * is paid counts: a top-up stays its payer's own money.
 * @param goneMinor what of it went back, in minor units
 * @param version of what went back: higher with each change
 */
export const telling = (
  {
    transactionId,
    userId,
    amountMinor,
    completedAt,
    createdAt,
    points,
  }: Pick<Transaction, "transactionId" | "userId" | "amountMinor" | "createdAt"> &
    Partial<Pick<Transaction, "completedAt" | "points">>,
  merchant: Pick<Merchant, "merchantId" | "businessName" | "userId"> | undefined,
  goneMinor: bigint,
  version = 0n,
): Table.Write[] =>
  merchant
    ? [
        write({
          userId,
          transactionId,
          merchantId: merchant.merchantId,
          merchantName: merchant.businessName,
          ownerId: merchant.userId,
          paidMinor: amountMinor,
          goneMinor,
          sequence: version,
          paidAt: completedAt ?? createdAt,
          ...(points && { rate: points }),
        }),
      ]
    : [];
