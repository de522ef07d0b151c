import { transactions } from "../../../contract/public/wallets.ts";
import * as History from "../../../core/history/index.ts";
import { serve } from "../../_chain/serve.ts";
import { listOf, timesOf } from "../_view.ts";
import { transaction } from "../_wallets.ts";

export const handler = serve(transactions, async ({ actor, params, query }) => {
  const { limit, cursor, type } = query;
  const page = await History.list(actor, { limit, cursor, type, ...timesOf(query), accountId: params.id });
  return listOf(
    page.transactions.map((one) => transaction(actor, one)),
    page.next,
  );
});
