import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../payments/records/schema.ts";
import type * as Table from "../platform/table/index.ts";
import type { Transfer, TransferState } from "./schema.ts";

/** A transfer as its user sees it among all other transactions. */

const statuses: Readonly<Record<TransferState, TransactionStatus>> = {
  refused: "FAILED",
  pending: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
};

/** The transfer's transaction; undefined where there is no user, or no amount that could be shown. */
function transactionOf(transfer: Transfer): NewTransaction | undefined {
  const { transactionId, shownId = transactionId, userId, money, state, booking, reversal } = transfer;
  if (userId === undefined || !money) return undefined;
  const isCredit = money.direction === "credit";
  return {
    transactionId: shownId,
    userId,
    type: "bank_transfer",
    status: statuses[state],
    amountMinor: money.amountMinor,
    currency: money.currency,
    description: transfer.description ?? (isCredit ? "Incoming bank transfer" : "Outgoing bank transfer"),
    metadata: {
      direction: money.direction,
      ...(transfer.counterparty !== undefined && { counterparty: transfer.counterparty }),
    },
    createdAt: transfer.createdAt,
    refundedMinor: 0n,
    needsApproval: false,
    completedAt: transfer.bookedAt,
    failureReason: state === "rejected" ? (transfer.reason ?? because(reversal !== undefined)) : undefined,
    entryId: booking?.entryId,
    flagged: transfer.flagged,
  };
}

const because = (wasBooked: boolean): string =>
  wasBooked ? "The bank has returned the transfer." : "The bank has rejected the transfer.";

/** The transfer with the id that its user sees it under: the bank's, unless another transaction has that. */
export const named = (transfer: Transfer, isTaken: boolean): Transfer =>
  transfer.shownId !== undefined || !transactionOf(transfer)
    ? transfer
    : { ...transfer, shownId: isTaken ? `bank_${transfer.transactionId}` : transfer.transactionId };

/**
 * The writes that show a transfer as it is now.
 * @param before whether it was shown before; if not, the first write is refused where the id is taken
 */
export function showing(transfer: Transfer, before: boolean): readonly Table.Write[] {
  const transaction = transactionOf(transfer);
  if (!transaction) return [];
  return before ? Transactions.replacing(transaction) : Transactions.opening(transaction);
}
