import { Decimal } from "decimal.js";
import { Exact } from "../../kernel/decimal/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { telling as write } from "../../loyalty/counting/events.ts";
import { rewardOf } from "../../loyalty/programs/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import type { Transaction } from "../records/schema.ts";

/** How a payment is shared. Pure; amounts are minor units of the payment's currency. */

/**
 * The platform's part of a payment: rounded up, in its favour, and never more than the payment.
 * @param rate percent, as a decimal string: "1.5"
 */
export function commissionOf(amount: BaseUnits, rate: string): BaseUnits {
  const exact = new Exact(amount.toString()).mul(rate).div(100);
  const commission = BigInt(exact.toFixed(0, Decimal.ROUND_UP));
  return commission > amount ? amount : commission;
}

/** A payment that was credited. */
export interface Credited {
  readonly amountMinor: BaseUnits;
  readonly commissionMinor: BaseUnits;
  /** The rate of the loyalty program that it earns its payer saveback in, in percent: "2.5". */
  readonly rewardRate?: string | undefined;
}

/** What is left of the commission when so much of the payment went back: in proportion, rounded up. */
const commissionLeft = ({ amountMinor, commissionMinor }: Credited, goneMinor: BaseUnits): BaseUnits =>
  commissionMinor - (commissionMinor * goneMinor) / amountMinor;

/** Whose a payment is. The shares sum to what is left of it, and none is below zero. */
export interface Shares {
  /** Its receiver's: the merchant's, or the payer's own. */
  readonly receiver: BaseUnits;
  /** The platform's. */
  readonly commission: BaseUnits;
  /** The payer's saveback, until it is paid out. */
  readonly reward: BaseUnits;
}

/**
 * The shares when so much of the payment went back. Always of the whole payment: so in whatever parts money
 * goes back and comes again, they are those of the sum. The saveback is rounded down, and no more than the
 * commission leaves.
 */
export function sharesOf(payment: Credited, goneMinor: BaseUnits): Shares {
  const left = payment.amountMinor - goneMinor;
  const commission = commissionLeft(payment, goneMinor);
  const earned = payment.rewardRate === undefined ? 0n : rewardOf(left, payment.rewardRate);
  const reward = earned < left - commission ? earned : left - commission;
  return { receiver: left - commission - reward, commission, reward };
}

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
