import { transactions } from "../../contract/payments.ts";
import * as Transactions from "../../core/payments/records/index.ts";
import { serve } from "../_chain/serve.ts";
import { filterOf, pageOf } from "./_transactions.ts";

export const handler = serve(transactions, async ({ actor, query }) =>
  pageOf(query, await Transactions.list(actor, filterOf(query))),
);
