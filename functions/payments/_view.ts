import { shownStatus } from "../../contract/payments/schemas.ts";
import type * as Contract from "../../contract/payments.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { Transaction } from "../../core/payments/records/schema.ts";

type TransactionBody = ResultOf<typeof Contract.transactions>["data"]["transactions"][number];

/**
 * A transaction as its route shows it: minor units as a JSON number, words in lower case, null for what is
 * not known.
 */
export const transaction = (one: Transaction): TransactionBody => ({
  id: one.transactionId,
  amount: Number(one.amountMinor),
  currency: one.currency.toLowerCase(),
  status: shownStatus(one.status),
  type: one.type,
  description: one.description,
  cardLast4: one.cardLast4 ?? null,
  createdAt: one.createdAt,
  completedAt: one.completedAt ?? null,
  availableAt: one.clearsAt ?? one.completedAt ?? null,
  failureReason: one.failureReason ?? null,
  refundedAmount: Number(one.refundedMinor),
  needsApproval: one.needsApproval,
});
