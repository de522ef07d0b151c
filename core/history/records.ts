import type { State, Withdrawal } from "../banking/withdrawals/schema.ts";
import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId, walletId, walletOf } from "../ledger/accounts.ts";
import { lineId } from "../ledger/entry.ts";
import type { Entry } from "../ledger/schema.ts";
import type { Transaction } from "../payments/records/schema.ts";
import type { Related } from "./related.ts";
import type { AccountTransaction, Kind, Status } from "./schema.ts";

/** Records in the history: pending payments, payments by card, refunds, disputes and withdrawals. */

export const statuses = {
  PENDING: "pending",
  AWAITING_APPROVAL: "pending",
  SUCCEEDED: "completed",
  FAILED: "failed",
  CANCELED: "canceled",
  REFUNDED: "refunded",
} as const satisfies Record<Transaction["status"], Status>;

/** Returns whether a record is between the user's own account and a card or the bank. */
const isOwn = ({ merchantId, type }: Transaction): boolean =>
  type === "bank_transfer" || (type === "payment" && merchantId === undefined);

const hasLineOf = ({ postings }: Entry, userId: string): boolean =>
  postings.some(({ account }) => parseWalletId(walletOf(account) ?? "")?.userId === userId);

/** Returns the transaction of a record; undefined if a line of its user's account shows it. */
export function ofRecord(record: Transaction, related: Related): AccountTransaction | undefined {
  const { transactionId, userId, status, merchantId, currency, entryId, createdAt, completedAt } = record;
  const entry = related.entry(entryId);
  if (entry && hasLineOf(entry, userId)) return undefined;
  const noted = related.noted(transactionId);
  return {
    id: transactionId,
    accountId: isOwn(record) ? walletId("live", userId, currency) : null,
    type: kindOf(record),
    direction: isIncoming(record, noted) ? "in" : "out",
    asset: Assets.get(currency),
    amount: record.amountMinor,
    fee: 0n,
    status: statuses[status],
    description: record.description || null,
    counterparty: related.merchant(merchantId) ?? noted["counterparty"] ?? null,
    balance: null,
    reference: null,
    createdAt,
    updatedAt: completedAt ?? createdAt,
  };
}

function kindOf({ type, merchantId }: Transaction): Kind {
  if (type === "checkout") return "payment";
  return type === "payment" && merchantId === undefined ? "top_up" : type;
}

function isIncoming(record: Transaction, noted: Readonly<Record<string, string>>): boolean {
  if (record.type === "bank_transfer") return noted["direction"] !== "debit";
  return record.type === "refund" || record.type === "dispute" || isOwn(record);
}

export const withdrawalStatuses: Readonly<Record<State, Status>> = {
  requested: "pending",
  ordered: "pending",
  booked: "completed",
  rejected: "failed",
  returned: "refunded",
};

/** Returns the transaction of a withdrawal, the same one in every state. */
export function ofWithdrawal(one: Withdrawal): AccountTransaction {
  const { mode, userId, currency, amountMinor, feeMinor, entryId } = one;
  return {
    id: lineId(entryId, currency),
    accountId: walletId(mode, userId, currency),
    type: "withdrawal",
    direction: "out",
    asset: Assets.get(currency),
    amount: amountMinor + feeMinor,
    fee: feeMinor,
    status: withdrawalStatuses[one.state],
    description: one.description || null,
    counterparty: one.name,
    balance: one.availableAfter,
    reference: one.withdrawalId,
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
  };
}
