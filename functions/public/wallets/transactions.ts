import { transactions } from "../../../contract/public/wallets.ts";
import type { ParamsOf, QueryOf } from "../../../contract/route.ts";
import * as History from "../../../core/history/index.ts";
import { serve } from "../../_chain/serve.ts";
import { listOf, timesOf } from "../_view.ts";
import { transaction } from "../_wallets.ts";

const filterOf = ({ id: accountId }: Params, query: Query): History.Filter => {
  const { limit, cursor, type } = query;
  return { limit, cursor, type, ...timesOf(query), accountId };
};

type Params = ParamsOf<typeof transactions>;
type Query = QueryOf<typeof transactions>;

export const handler = serve(transactions, async ({ actor, params, query }) => {
  const page = await History.list(actor, filterOf(params, query));
  return listOf(page.transactions, page.next, (one) => transaction(actor, one));
});
