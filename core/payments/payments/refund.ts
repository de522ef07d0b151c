import type { Transaction } from "../records/schema.ts";
import type { ChargeFacts } from "./facts.ts";
import { rebook } from "./rebook.ts";
import * as Returns from "./returns.ts";
import { settle } from "./settle.ts";

/**
 * Refunds. The provider has given the money back already and tells how much altogether; what of that is not booked yet is taken
 * back from whoever was credited. So a repeated, late or lost event changes nothing in the end.
 */

/**
 * Books what a charge says was refunded. A payment that nobody knew to be paid is settled first.
 * @param atSeconds the provider's time of the event; 0 where it says none
 * @returns in a few words what was done
 * @throws as `rebook`
 */
export async function refund(one: Transaction, charge: ChargeFacts, atSeconds: number): Promise<string> {
  if (!charge.captured) return "nothing was captured, so nothing was refunded";
  if ((await settle(one, charge)) === "flagged") return "flagged";
  return refunded(one, charge.refundedMinor, atSeconds);
}

/**
 * Books how much of a credited payment, or of an order, was refunded altogether.
 * @param refundedMinor all of it where the event does not say, and never more than was paid
 */
export async function refunded(
  one: Transaction,
  refundedMinor: bigint | undefined,
  atSeconds: number,
): Promise<string> {
  const { amountMinor, transactionId } = one;
  const upTo = refundedMinor === undefined || refundedMinor > amountMinor ? amountMinor : refundedMinor;
  const { before, after } = await rebook(one, {
    kind: "refund",
    reason: `refund of ${transactionId}`,
    add: (returns) => Returns.refunded(returns, { amountMinor: upTo, atSeconds: BigInt(atSeconds) }),
  });
  if (after.refundedMinor === before.refundedMinor) return "refunded before";
  return after.refundedMinor === amountMinor ? "refunded" : "refunded in part";
}

/** A refund that the provider could not pay out after all. */
export interface FailedRefund {
  readonly refundId: string;
  readonly amountMinor: bigint;
  /** UNIX seconds. */
  readonly createdSeconds: number;
  readonly failedSeconds: number;
}

/** Undoes a refund that has failed: its money is with the platform again, and goes to whom it was taken from. */
export async function undone(one: Transaction, failure: FailedRefund): Promise<string> {
  const { refundId, amountMinor, createdSeconds, failedSeconds } = failure;
  const { before, after } = await rebook(one, {
    kind: "refund",
    reason: `refund ${refundId} of ${one.transactionId} has failed`,
    add: (returns) =>
      Returns.failed(returns, refundId, {
        amountMinor,
        createdSeconds: BigInt(createdSeconds),
        atSeconds: BigInt(failedSeconds),
      }),
  });
  return after.refundedMinor === before.refundedMinor ? "nothing to undo" : "the refund is undone";
}
