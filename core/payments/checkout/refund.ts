import { refunded } from "../payments/refund.ts";
import type { Transaction } from "../records/schema.ts";
import { confirm, differing, flag, isPaid, type Told } from "./confirm.ts";

/** Giving an order's money back: the provider has done it already, the ledger follows. */

/** What an event says of an order's charge. */
export interface RefundedCharge extends Told {
  /** How much of it was refunded up to now, in minor units: cumulative. All of it where the event does not say. */
  readonly refundedMinor: bigint | undefined;
  /** The provider's time of the event, in seconds; 0 where it says none. */
  readonly atSeconds: number;
}

/**
 * Books what was refunded of an order and not booked yet: out of the treasury, and what it lacks out of `receivable`. A refund
 * whose payment was not heard of yet settles that first.
 * @throws as `rebook`
 */
export async function refund(order: Transaction, charge: RefundedCharge): Promise<string> {
  const difference = isPaid(order) ? undefined : differing(order, charge);
  if (difference !== undefined) return flag(order, difference);
  if (!isPaid(order)) await confirm(order);
  return refunded(order, charge.refundedMinor, charge.atSeconds);
}
