import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../payments/records/schema.ts";
import type * as Table from "../platform/table/index.ts";
import type { Transfer, TransferState } from "./schema.ts";

/** A transfer's record among all transactions of its user. */

const statuses: Readonly<Record<TransferState, TransactionStatus>> = {
  refused: "FAILED",
  pending: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
};

/** Undefined where there is no user, or none any more, or no amount. */
function recordOf(transfer: Transfer): NewTransaction | undefined {
  const { transactionId, shownId = transactionId, userId, money, state, booking, reversal } = transfer;
  if (userId === undefined || !money) return undefined;
  // One that was made before stays, and goes on saying what became of the transfer.
  if (transfer.erased && transfer.shownId === undefined) return undefined;
  const isCredit = money.direction === "credit";
  const returned = reversal ? "The bank has returned the transfer." : "The bank has rejected the transfer.";
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
    failureReason: state === "rejected" ? (transfer.reason ?? returned) : undefined,
    entryId: booking?.entryId,
    flagged: transfer.flagged,
  };
}

/** The transfer with the id of its record: the bank's, unless another transaction has that. */
export async function named(transfer: Transfer): Promise<Transfer> {
  if (transfer.shownId !== undefined || !recordOf(transfer)) return transfer;
  const { transactionId } = transfer;
  const isTaken = (await Transactions.find(transactionId)) !== undefined;
  return { ...transfer, shownId: isTaken ? `bank_${transactionId}` : transactionId };
}

/**
 * The writes that bring the record up to date.
 * @param isNew whether there was none before: the first write is then refused where its id is taken
 */
export function recording(transfer: Transfer, isNew: boolean): readonly Table.Write[] {
  const record = recordOf(transfer);
  if (!record) return [];
  return isNew ? Transactions.opening(record) : Transactions.replacing(record);
}
