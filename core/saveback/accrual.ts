import type * as Table from "../platform/table.ts";
import type { Transaction } from "../transactions/schema.ts";

/**
 * The writes that accrue the saveback of a payment, for the transaction that credits it; none where its merchant is in no loyalty
 * program. `payment.userId` is the beneficiary.
 */
export async function accruing(_payment: Transaction): Promise<readonly Table.Write[]> {
  return [];
}

/**
 * The writes that lower what was accrued to the part that is not refunded, for the transaction that takes the money back.
 * @param refundedMinor how much of the payment is refunded altogether, this time included
 */
export async function reducing(
  _payment: Transaction,
  _refundedMinor: bigint,
): Promise<readonly Table.Write[]> {
  return [];
}
