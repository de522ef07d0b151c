import * as Assets from "../kernel/assets/index.ts";
import { parseWalletId, walletId, walletOf } from "../ledger/accounts.ts";
import type { Entry } from "../ledger/schema.ts";
import type { Transaction } from "../payments/records/schema.ts";
import type { Related } from "./related.ts";
import type { AccountTransaction, Kind } from "./schema.ts";

/** Payments, refunds and disputes that no account's line tells of: what is pending, or was paid by card. */

export const statuses = {
  PENDING: "pending",
  AWAITING_APPROVAL: "pending",
  SUCCEEDED: "completed",
  FAILED: "failed",
  CANCELED: "canceled",
  REFUNDED: "refunded",
} as const;

/** Whether it is between the user's own account and a card or the bank. */
const isOwn = ({ merchantId, type }: Transaction): boolean =>
  type === "bank_transfer" || (type === "payment" && merchantId === undefined);

/** Whether an entry moved an account of that user's: then its line tells of it. */
const touches = ({ postings }: Entry, userId: string): boolean =>
  postings.some(({ account }) => parseWalletId(walletOf(account) ?? "")?.userId === userId);

/** What a record shows; undefined where a line of its user's account tells of it. */
export function ofRecord(record: Transaction, related: Related): AccountTransaction | undefined {
  const { transactionId, userId, status, merchantId, currency, entryId, createdAt, completedAt } = record;
  const entry = related.entry(entryId);
  if (entry && touches(entry, userId)) return undefined;
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
