import { transactions } from "../../../contract/public/wallets.ts";
import * as History from "../../../core/history/index.ts";
import { serve } from "../../_chain/public-api.ts";
import { listOf, periodOf } from "../_view.ts";
import { transaction } from "../_wallets.ts";

export const handler = serve(transactions, async ({ actor, params, query }) => {
  const { limit, cursor, type } = query;
  const filter = { limit, cursor, type, ...periodOf(query), accountId: params.id };
  const page = await History.list(actor, filter);
  return listOf(page.transactions, page.next, (one) => transaction(actor, one));
});
