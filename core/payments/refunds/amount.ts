import { fail } from "../../kernel/errors.ts";
import { RefundExceeds } from "./errors.ts";
import type { NewRefund } from "./schema.ts";

/**
 * How much is given back of a payment, in minor units: all that is left unless told.
 * @throws REFUND_EXCEEDS_PAYMENT
 */
export function amountOf({ amount }: NewRefund, paidMinor: bigint, goneMinor: bigint): bigint {
  const left = paidMinor - goneMinor;
  const wanted = amount === undefined ? left : BigInt(amount);
  if (wanted > left || left === 0n)
    throw fail(RefundExceeds, { details: { paid: Number(paidMinor), left: Number(left) } });
  return wanted;
}
