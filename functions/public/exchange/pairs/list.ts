import { list } from "../../../../contract/public/exchange/pairs.ts";
import * as Market from "../../../../core/defi/exchange/market.ts";
import * as Supply from "../../../../core/ledger/supply/index.ts";
import { serve } from "../../../_chain/serve.ts";
import { listOf, pageOf } from "../../_view.ts";
import * as View from "../_view.ts";

export const handler = serve(list, async ({ actor, query }) => {
  const [summaries, createdAt] = await Promise.all([Market.list(actor.mode), Supply.issuedAt(actor.mode)]);
  const { rows, next } = pageOf(
    summaries.map((one) => ({ id: one.pair.id, one })),
    query,
  );
  return listOf(
    rows.map(({ one }) => View.pair(actor, one, createdAt)),
    next,
  );
});
