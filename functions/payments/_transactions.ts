import type * as Contract from "../../contract/payments.ts";
import type { QueryOf, ResultOf } from "../../contract/route.ts";
import type { Filter, Found, SortField } from "../../core/payments/records/index.ts";
import type { Transaction, TransactionStatus } from "../../core/payments/records/schema.ts";
import { success } from "./_success.ts";

/** The list of transactions as its route takes and shows it. */

type Query = QueryOf<typeof Contract.transactions>;
type Body = ResultOf<typeof Contract.transactions>;

export function filterOf({ page, limit, status, from, to, sort }: Query): Filter {
  const [field, order] = sort.split(":") as [SortField, "asc" | "desc"];
  return {
    page,
    limit,
    status: status && (status.toUpperCase() as TransactionStatus),
    from,
    to,
    sort: { field, order },
  };
}

const shown = (one: Transaction): Body["data"]["transactions"][number] => ({
  id: one.transactionId,
  amount: Number(one.amountMinor),
  currency: one.currency.toLowerCase(),
  status: one.status.toLowerCase() as Lowercase<TransactionStatus>,
  type: one.type,
  description: one.description,
  cardLast4: one.cardLast4 ?? null,
  createdAt: one.createdAt,
  completedAt: one.completedAt ?? null,
  failureReason: one.failureReason ?? null,
  refundedAmount: Number(one.refundedMinor),
  needsApproval: one.needsApproval,
});

export const pageOf = ({ page, limit }: Query, { transactions, total }: Found): Body =>
  success({
    transactions: transactions.map(shown),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  });
