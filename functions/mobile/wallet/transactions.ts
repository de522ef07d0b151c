import { transactions } from "../../../contract/mobile/wallet.ts";
import * as History from "../../../core/history/index.ts";
import { serve } from "../../_chain/serve.ts";
import * as View from "../../_views/mobile.ts";

export const handler = serve(transactions, async ({ actor, query: { currency: asset, ...query } }) => {
  const page = await History.search(actor, { ...query, asset });
  return { transactions: page.transactions.map(View.transaction), nextCursor: page.next ?? null };
});
