import { statusOf } from "../../contract/payments/schemas.ts";
import { transactions } from "../../contract/payments.ts";
import type { QueryOf } from "../../contract/route.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import type { SortField } from "../../core/payments/records/schema.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/done.ts";
import { transaction } from "./_view.ts";

export const handler = serve(transactions, async ({ actor, query }) => {
  const found = await Transactions.list(actor, filterOf(query));
  const { page, limit } = query;
  return success({
    transactions: found.transactions.map(transaction),
    pagination: { page, limit, total: found.total, totalPages: Math.ceil(found.total / limit) },
  });
});

function filterOf({ status, sort, ...filter }: QueryOf<typeof transactions>): Transactions.Filter {
  const [field, order] = sort.split(":") as [SortField, "asc" | "desc"];
  return { ...filter, status: status && statusOf(status), sort: { field, order } };
}
