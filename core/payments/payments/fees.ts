import { Decimal } from "decimal.js";
import { Exact } from "../../kernel/decimal/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { paymentEventWrite as loyaltyEvent } from "../../loyalty/counting/events.ts";
import { rewardOf } from "../../loyalty/programs/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import type { Transaction } from "../records/schema.ts";

/** The shares of a payment, and its event for loyalty. Amounts are minor units of the payment's currency. */

/**
 * Returns the platform's commission: rounded up, in its favour, and never more than the payment.
 * @param rate percent, as a decimal string: "1.5"
 */
export function commissionOf(amount: BaseUnits, rate: string): BaseUnits {
  const exact = new Exact(amount.toString()).mul(rate).div(100);
  const commission = BigInt(exact.toFixed(0, Decimal.ROUND_UP));
  return commission > amount ? amount : commission;
}

export interface Credited {
  readonly amountMinor: BaseUnits;
  readonly commissionMinor: BaseUnits;
  /** The saveback rate of the loyalty program, in percent: "2.5". */
  readonly rewardRate?: string | undefined;
}

/** Returns the commission after a return: in proportion to the rest of the payment, rounded up. */
const remainingCommission = ({ amountMinor, commissionMinor }: Credited, goneMinor: BaseUnits): BaseUnits =>
  commissionMinor - (commissionMinor * goneMinor) / amountMinor;

/** The shares of a payment. They sum to the rest of the payment, and none is negative. */
export interface Shares {
  /** The share of the recipient: the merchant, or the payer for a top-up. */
  readonly receiver: BaseUnits;
  /** The share of the platform. */
  readonly commission: BaseUnits;
  /** The payer's pending saveback. */
  readonly reward: BaseUnits;
}

/**
 * Returns the shares after a return. They always derive from the whole payment, so the parts in which money is returned
 * and reinstated do not matter. The saveback is rounded down, and at most the rest after the commission.
 */
export function sharesOf(payment: Credited, goneMinor: BaseUnits): Shares {
  const left = payment.amountMinor - goneMinor;
  const commission = remainingCommission(payment, goneMinor);
  const earned = payment.rewardRate === undefined ? 0n : rewardOf(left, payment.rewardRate);
  const reward = earned < left - commission ? earned : left - commission;
  return { receiver: left - commission - reward, commission, reward };
}

/**
 * Returns the event that reports a payment to loyalty, for the transaction that credits or returns it. Only payments to
 * merchants count: a top-up stays the payer's own money.
 * @param goneMinor the returned amount in minor units
 * @param version version of the returns, which each change raises
 */
export const loyaltyWrites = (
  {
    transactionId,
    userId,
    amountMinor,
    completedAt,
    createdAt,
    points,
  }: Pick<Transaction, "transactionId" | "userId" | "amountMinor" | "createdAt" | "completedAt" | "points">,
  merchant: Pick<Merchant, "merchantId" | "businessName" | "userId"> | undefined,
  goneMinor: bigint,
  version = 0n,
): Table.Write[] =>
  merchant
    ? [
        loyaltyEvent({
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
