import { Decimal } from "decimal.js";
import type { BaseUnits } from "../money/index.ts";

/** What a merchant pays of each payment. Pure; amounts are minor units of the payment's currency. */

/** Exact for whatever amount and rate the table can hold. */
const Exact = Decimal.clone({ precision: 80 });

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
}

/** Where a refund's money comes from; the two sum to the refund. */
export interface Refund {
  /** From whoever was credited. */
  readonly taken: BaseUnits;
  /** Of the commission. */
  readonly returned: BaseUnits;
}

/**
 * How the next part of a refund is shared. The commission goes back in proportion, rounded down over all refunds together: so
 * a whole refund returns exactly all of it, in however many parts it came.
 * @param before how much was refunded already
 * @param after how much will be refunded with this part
 */
export function refundOf(payment: Credited, before: BaseUnits, after: BaseUnits): Refund {
  const returned = returnedOf(payment, after) - returnedOf(payment, before);
  return { taken: after - before - returned, returned };
}

const returnedOf = ({ amountMinor, commissionMinor }: Credited, refunded: BaseUnits): BaseUnits =>
  (commissionMinor * refunded) / amountMinor;
