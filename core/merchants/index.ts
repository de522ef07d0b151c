import type * as Table from "../platform/table.ts";
import type { Merchant } from "./schema.ts";

/** The merchant of that id, whoever asks: for payments to it. */
export async function find(_merchantId: string): Promise<Merchant | undefined> {
  return undefined;
}

/**
 * The write that adds to a merchant's volume of the month, for the transaction that credits (or takes back) a payment.
 * @param amountMinor negative for a refund
 */
export const volume = (_merchantId: string, _amountMinor: bigint): readonly Table.Write[] => [];
